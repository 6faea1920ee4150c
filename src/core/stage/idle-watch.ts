/** What tells when nobody has moved for a while. */
export interface IdleWatch {
  /** To be called whenever somebody moves. */
  moved(): void;
  dispose(): void;
}

export interface IdleOptions {
  /** How long nobody has to move, in milliseconds. */
  readonly after: number;
  /** Calls back after so many milliseconds; the answer calls it off. */
  readonly schedule: (callback: () => void, milliseconds: number) => () => void;
  /** Whether it counts: somebody who works with the keyboard needs to see where they are. */
  readonly mayRest: () => boolean;
  readonly onChange: (idle: boolean) => void;
}

/** Begins to watch, as if somebody had just moved. */
export function createIdleWatch({ after, schedule, mayRest, onChange }: IdleOptions): IdleWatch {
  let idle = false;
  let callOff = schedule(rest, after);

  function rest(): void {
    idle = mayRest();
    if (idle) onChange(true);
    else callOff = schedule(rest, after);
  }

  return {
    moved() {
      callOff();
      callOff = schedule(rest, after);
      if (idle) onChange(false);
      idle = false;
    },
    dispose: () => callOff(),
  };
}
