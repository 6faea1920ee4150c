/** Whether the command key is what the control key is elsewhere. Tests outside of a browser have no navigator. */
export const onApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "");
