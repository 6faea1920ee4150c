/** Whether a host name, as `location.hostname` gives it, means this machine: it can be reached without a network. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Whether the browser believes that it has a network; programs don't ask. */
export function isOnLine(): boolean {
  return globalThis.navigator?.onLine !== false;
}
