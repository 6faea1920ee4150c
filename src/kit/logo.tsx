/** The playground's mark: a short sound. */
export function Logo() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width="1.5rem" height="1.5rem" focusable="false">
      <path
        d="M3 10v4M7.5 6.5v11M12 2.5v19M16.5 7.5v9M21 10.5v3"
        stroke="var(--accent)"
        strokeWidth="2.2"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}
