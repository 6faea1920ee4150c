import { numbersOf } from "../../messages/numbers.ts";

const { decimal } = numbersOf("en");

/** The texts of the form's less used parts, of Model C's form and of requests that wait for a job, in English. */
export const en = {
  sampleRateHelp:
    "Samples without a header don't say how fast to play them, and the documentation names no rate. " +
    "22,050 Hz is usual; change it if the voice sounds too slow or too fast. It isn't sent.",
  sampleRateWrong: "The sample rate must be a whole number of hertz, from 1,000 to 768,000.",
  listen: (label: string) => `Listen: ${label}`,
  stop: (label: string) => `Stop: ${label}`,
  fetching: "Fetching…",
  sounding: "Listening",
  blocked: "The browser needs one more press before it plays.",
  failed:
    "The browser can't play it: nothing came from there, or it isn't a recording. " +
    "The service needs it there until the task ends.",
  unusable:
    "The service couldn't use this recording. " +
    "Check that the address leads to an MP3 or WAV with at least a second of speech.",
  offline: "You are offline, so it can't be played now.",
  advice: {
    data:
      "A data: address holds the recording itself, as Base64, " +
      "and the service takes no recordings inside of a request. " +
      "Put it where the service can fetch it, and give its http or https address.",
    base64:
      "This looks like Base64, and the service takes no recordings inside of a request. " +
      "Put it where the service can fetch it, and give its http or https address.",
    blob:
      "A blob: address exists in one browser only. " +
      "Put the recording where the service can fetch it, and give its http or https address.",
    file:
      "The service can't reach a file on your device, and takes no uploads. " +
      "Put it where the service can fetch it, and give its http or https address.",
    scheme: "The service fetches recordings over http or https only. Give an address that begins with one of them.",
    unreachable:
      "This address is on your machine or inside your own network. The service is elsewhere and can't reach it.",
    not_public: "Only public addresses and the samples work here.",
    credentials:
      "The address holds a user name or password. Whoever gets the request reads it, and the service may refuse it.",
    expiring: "The address is signed and expires. It must last until the task ends, also while that waits its turn.",
    other_format: "By its name this is neither MP3 nor WAV, which the service's documentation recommends.",
  },
  internal: "To play it, your browser opens this address, which is on your device or inside your own network.",
  presets: "Presets",
  vector: "Mood",
  methods: {
    sameAsReference: "Keeps the emotion of the voice's own recording.",
    emotionReference: "Takes the emotion from a second recording.",
    emotionVector: "Choose a mood, or mix one yourself.",
  },
  fixedAt: (label: string, value: string) => `${label}: fixed at ${value}`,
  surprise: "The service fixes surprise at 0.",
  faders: {
    emo_happy: "happy",
    emo_angry: "angry",
    emo_sad: "sad",
    emo_afraid: "afraid",
    emo_disgusted: "dis\u00adgusted",
    emo_melancholic: "melan\u00adcholic",
    emo_surprised: "sur\u00adprised",
    emo_calm: "calm",
  },
  sum: (sum: number) => `Sum ${decimal(sum)}`,
  sumZero: "All at 0: the speaker's own emotion.",
  sumMeaning: "of all eight. Each is from 0 to 1; there is no rule for the sum.",
  resetVector: "Reset",
  resetVectorLabel: "Reset the mood",
  sameNote: "The emotion of the voice's own recording.",
  fallbackNote: "If empty, the voice's recording is used.",
  advanced: "Advanced",
  places: "Where fields are written",
  placesNote: "For checking: a field may stand in several places of the request; the first in each list wins.",
  emotionPlace: "Emotion fields",
  placements: { top_level: "top level", extra_body: "extra_body", instructions: "instructions" },
  eachField: "Each emotion field by itself",
  asGroup: (place: string) => `as above (${place})`,
  surprisedSent: "emo_surprised",
  surprisedChoices: { none: "not sent", number: "0", text: '"0"' },
  wins: "Read from",
  job:
    "The answer comes when the job is done. Leaving or stopping doesn't cancel it: it is still billed. " +
    "An async task lets you leave and come back.",
  useAsync: "Use async",
};

/** The type that every language of these texts has. */
export type ReferenceMessages = typeof en;
