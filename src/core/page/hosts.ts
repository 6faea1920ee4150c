/** The host of an address, with its port; empty when there is none. */
export function hostOf(address: string | undefined): string {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : "";
}
