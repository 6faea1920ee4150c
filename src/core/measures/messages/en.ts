/** The texts about what was measured on a sound in English. They come with whatever shows it. */
export const en = {
  title: "Measured on the samples",
  measuring: "Measuring…",
  failed: "This audio can't be measured here: the page can't read its format piece by piece.",
  peak: "sample peak",
  loudness: "integrated loudness",
  leadingSilence: "silence in front",
  trailingSilence: "silence behind",
  clipped: "samples at full scale",
  duration: "decoded length",
  sampleRate: "decoded rate",
  channels: "decoded channels",
  tooShort: "too short: loudness needs 400 ms",
  silent: "nothing above −70 LUFS",
  nothing: "nothing but zeros",
  help:
    "Loudness by ITU-R BS.1770-4. Silence is where 10 ms stay below −60 dBFS (root mean square); " +
    "what sounds for less than 30 ms doesn't end it.",
  figuresHelp:
    "Times count from the press of Speak. First sound is when sound came out, not when playing was asked for. " +
    "× real time is seconds of audio per second until all of it was here.",
};

/** Every text about what was measured on a sound. */
export type MeasuresMessages = typeof en;
