/** How long a press that was meant for Stop may be late, in milliseconds: as long as a hand needs to be called back. */
export const lateStop = 400;

/**
 * Tells a press that came too late for Stop from one that means Speak, which stands in the same place a moment later.
 *
 * @param now a clock in milliseconds that never goes back.
 */
export function createStopGuard(now: () => number) {
  let wasRunning = false;
  let isStopped = false;
  let ended: { readonly at: number; readonly form: object } | undefined;
  return {
    /**
     * What the button shows from now on.
     *
     * @param running whether it stops something.
     * @param form what would be spoken; who changes it meanwhile means Speak.
     */
    show(running: boolean, form: object): void {
      if (running) isStopped = wasRunning && isStopped;
      else if (wasRunning && !isStopped) ended = { at: now(), form };
      wasRunning = running;
    },
    /**
     * Notes that a person presses Speak: that may be over before the button has shown it, and a second press isn't a
     * second wish.
     *
     * @param form what is spoken.
     */
    begin(form: object): void {
      ended = { at: now(), form };
    },
    /** Notes that a person stops what runs: what they press next isn't late. */
    stop(): void {
      isStopped = true;
      ended = undefined;
    },
    /** Whether a press at this moment was meant for what has just ended by itself. */
    isLate: (form: object) => ended !== undefined && ended.form === form && now() - ended.at < lateStop,
  };
}
