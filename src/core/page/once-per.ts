interface Kept<Key, Made> {
  get(key: Key): Made | undefined;
  set(key: Key, made: Made): unknown;
}

/** What `make` makes of a key, made when it is first asked for and held in `kept`: a `WeakMap` lets go of it again. */
export function oncePer<Key, Made>(kept: Kept<Key, Made>, make: (key: Key) => Made): (key: Key) => Made {
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    kept.set(key, made);
    return made;
  };
}
