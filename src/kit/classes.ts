/** Class names as one attribute holds them; those that aren't there are left out. */
export function classes(...names: readonly (string | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
