/** A time in which the sound stood still because nothing was there to play, on the injected clock in milliseconds. */
export interface Stall {
  readonly from: number;
  /** Absent while it lasts. */
  readonly until: number | undefined;
}

/**
 * Finds stalls in what the player of one answer says about itself. What comes before the first sound is the wait for
 * it, and no stall.
 */
export function createStallWatch(now: () => number) {
  let stalls: readonly Stall[] = [];
  let sounding = false;
  let pardoned = false;

  return {
    /** Takes the player's next status and returns every stall so far: the same array until there is a change. */
    follow(status: string): readonly Stall[] {
      const open = stalls.at(-1)?.until === undefined ? stalls.at(-1) : undefined;
      if (open !== undefined && status === "ended") {
        // Nothing was missing: the last sound was out before the service said that it was the last.
        stalls = stalls.slice(0, -1);
      } else if (open !== undefined && status !== "waiting") {
        stalls = [...stalls.slice(0, -1), { ...open, until: now() }];
      } else if (open === undefined && status === "waiting" && sounding && !pardoned) {
        stalls = [...stalls, { from: now(), until: undefined }];
      }
      if (status === "playing") pardoned = false;
      sounding = status === "playing";
      return stalls;
    },
    /** A person moved to another place: a wait for that is no stall. */
    pardon(): void {
      pardoned = true;
    },
  };
}
