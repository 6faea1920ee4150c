import { numbersOf } from "../../../core/messages/numbers.ts";
import type { KeyNamer } from "../../../core/shortcuts/key-namer.ts";

const { clock, counted, decimal, fixed, integer } = numbersOf("en");
const probability = (value: number) => (value < 0.0001 ? "< 0.0001" : fixed(value, 4));
const rounds = (count: number) => counted(count, { one: "round", other: "rounds" });

/** The texts of the Compare tab in English. They come with the tab. */
export const en = {
  empty: {
    title: "Hear takes against each other",
    text:
      "Select two to six takes: requests and answers, side by side, audio on one axis, " +
      "and one press switches from one to the other at the same moment.",
    latest: "Compare the latest two",
  },
  one: "Add another take to compare this one with.",
  stage: {
    open: "On the stage",
    add: "Add to presentation",
    added: (place: number) => `Added to the presentation as number ${integer(place)}.`,
  },
  views: { listen: "Listen", blind: "Blind test", request: "Requests", answer: "Answers" },
  viewsLabel: "View",
  add: "Add a take",
  full: "At most six takes can be compared.",
  search: "Find a take",
  found: (count: number) => `${integer(count)} found`,
  addTake: (title: string) => `Add “${title}”`,
  added: (title: string) => `“${title}” is being compared.`,
  remove: (title: string) => `Remove “${title}” from the comparison`,
  makeFirst: (title: string) => `Compare the others with “${title}”`,
  reference: "reference",
  heard: "Heard",
  number: (number: number, title: string) => `${integer(number)} · ${title}`,
  listen: {
    stageKeys: "A number goes over to that one at the same moment.",
    play: "Play all from here, one heard",
    position: "Position",
    positionText: (at: number, all: number) => `${clock(at)} of ${clock(all)}`,
    keys: (key: KeyNamer) =>
      `${key("compare", "select")} to ${key("compare", "select", "last")} switch to a take at the same moment · ` +
      `${key("compare", "playOrPause")} plays · ` +
      `${key("comparePosition", "back")} ${key("comparePosition", "on")} move · ` +
      `${key("compare", "loopFrom")} and ${key("compare", "loopUntil")} mark a loop`,
    match: "Match levels",
    matchHelp:
      "Brings all to the loudness of the quietest, so that none seems better because it is louder. " +
      "Nothing is made louder.",
    gain: (decibels: string) => `${decibels} dB`,
    loopFrom: "Loop from here",
    loopUntil: "Loop to here",
    loopOff: "No loop",
    loop: (from: number, until: number) => `loop ${fixed(from, 2)} s to ${fixed(until, 2)} s`,
    preparing: "Decoding…",
    failed: "The browser can't decode one of these takes, so they can't be heard side by side.",
    long:
      "Together these takes are too long to run side by side in memory: " +
      "switching takes a moment, and positions agree to a few hundredths of a second.",
    noSound: "No audio is kept of this take.",
    remote: "This audio is too large to keep in the browser, so it can't be compared.",
    waiting: "Still coming…",
    reading: "Reading the audio…",
    unreadable: "The page can't read this format piece by piece, so there is no picture of it.",
  },
  picture: {
    label: "Picture",
    shown: { both: "Both", waveform: "Waveform", spectrogram: "Spectrogram" },
    scale: "Frequency axis",
    scales: { mel: "Mel", log: "Logarithmic", linear: "Linear" },
    zoomIn: "Closer",
    zoomOut: "Farther",
    whole: "All of it",
    range: (from: number, until: number) => `${fixed(from, 2)} s to ${fixed(until, 2)} s`,
    legend: (lowest: number, highest: number) => `${integer(lowest)} to ${integer(highest)} dB`,
    legendHelp: (window: string, column: string) =>
      `dB below a sine of full scale. Hann window of ${window} ms; ` +
      `one column stands for ${column} ms and shows the loudest in it.`,
    waveform: (title: string, peak: string) => `Waveform of ${title}: ${peak}`,
    spectrogram: (title: string, strongest: number, reaches: number) =>
      `Spectrogram of ${title}: strongest at ${integer(strongest)} Hz, reaches up to ${integer(reaches)} Hz`,
    silent: (title: string) => `Spectrogram of ${title}: silence`,
    kilohertz: (value: number) => `${decimal(value)}k`,
  },
  table: {
    request: "What the service reads",
    body: "Body, path by path",
    raw: "Bodies, line by line",
    rawTwo: "The line by line difference is shown for two takes.",
    rawLong: "These bodies are too long to be compared line by line.",
    rawSame: "Line by line, the bodies are the same.",
    field: "Field",
    differing: "Only what differs",
    same: "Everything is the same.",
    sameLeft: (count: number) => `${counted(count, { one: "row", other: "rows" })} the same`,
    notSent: "not sent",
    nothing: "–",
    wholeBody: "the whole body",
    removed: "only in the first",
    addedLine: "only in the second",
    scroll: "Table, can be scrolled",
    answer: "What came",
    headers: "Headers",
    figures: "Figures",
    figure: "Figure",
    measured: "Measured on the samples",
    difference: (value: string) => `difference to the first: ${value}`,
    rows: {
      endpoint: "path",
      model: "model",
      mode: "mode",
      characters: "characters",
      status: "status",
      httpStatus: "HTTP status",
      requestId: "request id",
      error: "error",
      code: "error code",
      param: "error field",
      headersAt: "headers after",
      firstAudio: "first byte of audio",
      firstSound: "first sound",
      ended: "complete",
      stalls: "stalls",
      chunks: "chunks",
      bytes: "size",
      codec: "codec",
      duration: "duration",
      sampleRate: "sample rate",
      channels: "channels",
      bitrate: "bitrate",
    },
  },
  blind: {
    kind: "Question",
    kinds: { ab: "Which is better", abx: "Which is X" },
    kindsAbout: {
      ab: "A and B change places by chance from round to round; say which one you prefer",
      abx: "X is A or B by chance; say which one",
    },
    pair: "Takes",
    start: "Begin",
    needTwo: "A blind test needs two takes with audio.",
    place: "Heard",
    places: { a: "A", b: "B", x: "X" },
    round: (number: number) => `Round ${integer(number)}`,
    verdicts: { a: "A is better", b: "B is better", none: "No difference" },
    verdictsX: { a: "X is A", b: "X is B", none: "I can't tell" },
    keys: (key: KeyNamer) =>
      `${key("blind", "a")} and ${key("blind", "b")} switch to it · ${key("blind", "playOrPause")} plays · ` +
      `${key("blind", "preferA")} is for A, ${key("blind", "preferB")} for B, ${key("blind", "none")} for neither`,
    withX: {
      stageKeys: "1 and 2 switch to A and B, 3 to X; once a round is counted, 0 ends the test and shows it.",
      keys: (key: KeyNamer) =>
        `${key("blind", "a")}, ${key("blind", "b")} and ${key("blind", "x")} switch to it · ` +
        `${key("blind", "playOrPause")} plays · ` +
        `${key("blind", "preferA")} is for A, ${key("blind", "preferB")} for B, ${key("blind", "none")} for neither`,
    },
    stageKeys: "1 and 2 switch to A and B; once a round is counted, 0 ends the test and shows it.",
    hands: "Hands",
    handsFor: (place: string) => `Hands for ${place}`,
    countHands: "Count the hands",
    handsWere: (first: number, second: number) => `hands ${integer(first)} : ${integer(second)}`,
    hidden:
      "Which take is A and which is B stays hidden until you end the test, and so do their pictures and figures here.",
    separator: ", ",
    unheard: (places: string) => `A verdict counts once everything was heard in this round. Still to hear: ${places}.`,
    silent: "One of the two can't be heard here, so there is nothing to judge.",
    unmatched: "One take is louder than the other. Match levels, or loudness may decide.",
    recorded: (number: number) => `Round ${integer(number)} is counted; A and B were drawn anew.`,
    reveal: "End and show",
    again: "New test",
    tally: "Tally",
    rounds: "Rounds",
    preferred: (title: string) => `preferred ${title}`,
    noneAb: "no difference",
    right: "right",
    wrong: "wrong",
    noneAbx: "couldn't tell",
    chance: (value: number, count: number) =>
      `p = ${probability(value)}: how often chance alone comes out this uneven in ${rounds(count)} with a ` +
      "preference (two-sided, exact).",
    chanceX: (value: number, count: number) =>
      `p = ${probability(value)}: how often guessing gets this many right in ` +
      `${counted(count, { one: "answer", other: "answers" })} (exact).`,
    noChance: "No round with an answer yet.",
    countHidden: (count: number) => `${rounds(count)} counted`,
    copy: "Copy as CSV",
    was: (round: number, a: string, b: string) => `Round ${integer(round)}: A was ${a}, B was ${b}`,
    xWas: (place: string) => `X was ${place}`,
    answered: (verdict: string) => `answer: ${verdict}`,
  },
};

/** Every text of the Compare tab. */
export type CompareMessages = typeof en;
