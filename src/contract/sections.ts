/** The order of two sections of the interface document, by their numbers: 2.3 before 2.10. For sorting. */
export function compareSections(one: string, other: string): number {
  const [a, b] = [one.split(".").map(Number), other.split(".").map(Number)];
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0);
}
