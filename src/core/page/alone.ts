import type { Locks } from "../takes/presence.ts";

/**
 * Does something unless another page does something of that name: false then. Where there are no locks (no secure
 * context), or the browser refuses them with a site's other data, nobody knows of others.
 */
export async function alone(locks: Locks | undefined, name: string, act: () => Promise<void>): Promise<boolean> {
  let isAsked = false;
  const ask = async (lock: unknown): Promise<boolean> => {
    isAsked = true;
    if (lock !== null) await act();
    return lock !== null;
  };
  try {
    if (locks !== undefined) return await locks.request(`speech-playground ${name}`, { ifAvailable: true }, ask);
  } catch (error) {
    if (isAsked) throw error;
  }
  await act();
  return true;
}
