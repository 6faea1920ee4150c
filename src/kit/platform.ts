/** Whether the command key is what the control key is elsewhere. */
export const onApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
