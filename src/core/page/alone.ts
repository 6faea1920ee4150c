import type { Locks } from "../takes/presence.ts";

/**
 * Does something unless another page does something of that name: false then. Where there are no locks (no secure
 * context), nobody knows of others.
 */
export async function alone(locks: Locks | undefined, name: string, act: () => Promise<void>): Promise<boolean> {
  if (locks === undefined) {
    await act();
    return true;
  }
  return locks.request(`speech-playground ${name}`, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await act();
    return lock !== null;
  });
}
