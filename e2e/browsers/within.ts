/**
 * What `promise` resolves with; an error that says what was waited for when that takes longer than `seconds`. For what
 * never settles when a process at its other end dies.
 */
export async function within<Result>(seconds: number, what: string, promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${seconds} s in vain for ${what}`)), seconds * 1_000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
