/** The host of an address, with its port; empty when there is none. */
export function hostOf(address: string | undefined): string {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : "";
}

/** Whether a host name, as `location.hostname` gives it, means this machine: it can be reached without a network. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
