const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text in HTML or XML, also within an attribute. What XML 1.0 can't hold becomes U+FFFD. */
export function escapeText(text: string): string {
  return text
    .replace(/[&<>"']/g, (mark) => names[mark] ?? mark)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
