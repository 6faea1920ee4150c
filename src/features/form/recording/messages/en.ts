import { numbersOf } from "../../../../core/messages/numbers.ts";

const { fixed } = numbersOf("en");

/** The texts of one's own recordings, in English. */
export const en = {
  open: "Record or choose a file…",
  notOffered:
    "A recording of your own can't be used here, because the service couldn't fetch it. " +
    "Whoever runs this playground can set PLAYGROUND_PUBLIC_URL to the address under which the service reaches it.",
  there: (time: string) =>
    `Your own recording. This playground's server keeps it until ${time}; the service fetches it from there.`,
  gone: "Your own recording. This playground's server doesn't have it any more, so the service can't fetch it.",
  goneHere: "This browser still has it.",
  goneEverywhere: "This browser doesn't have it either. Record it again, or choose another.",
  removeNow: "Remove it now",
  giveAgain: "Send it again",
  title: (label: string) => `${label}: your own`,
  intro:
    "5 to 30 seconds of clear speech. This playground's server keeps the recording in memory for an hour, " +
    "at an address that nobody can guess. The service takes no uploads: it gets the address, as of any other " +
    "recording.",
  record: "Record",
  again: "Record again",
  choose: "Choose a file…",
  drop: "A file can also be dropped here, or pasted.",
  asking: "Waiting for the microphone. The browser may be asking you for it.",
  recordingShort: "Recording. At least 5 seconds are needed.",
  recording: "Recording. It stops by itself after 30 seconds.",
  reading: (name: string) => `Reading ${name}…`,
  hints: {
    fine: "The level is fine.",
    quiet: "Too quiet: come closer to the microphone.",
    loud: "Too loud: go further away from the microphone.",
  },
  level: "Level",
  ready: (seconds: number) => `${fixed(seconds, 1)} s are ready.`,
  hear: "Hear it",
  use: "Use this recording",
  giving: "Sending it to the server…",
  cut: (seconds: number) => `The file lasts ${fixed(seconds, 0)} s, and 30 can be used. Choose where they begin.`,
  cutFrom: "Begins at",
  wasLost: "The microphone was disconnected. What was recorded until then is here.",
  consentFirst: "Tick the box above first: it says that you may use this voice.",
  faults: {
    short: "It is too short: at least 5 seconds are needed.",
    long: "It is too long: at most 30 seconds can be used.",
    silent: "Nothing can be heard. Check that the right microphone is chosen, and isn't muted.",
    quiet: "It is quiet. It would be clearer closer to the microphone.",
    clipped: "It was too loud in places and crackles there. Go further away, or turn the microphone down.",
  },
  problems: {
    insecure:
      "Browsers give no microphone to a page over plain http. " +
      "Open the playground by https, or on its own machine by http://localhost and the same port. Or choose a file.",
    refused:
      "The microphone was refused. Allow it at the sign beside the page's address, and in the system's settings; " +
      "then press Record again. Or choose a file.",
    absent: "There is no microphone. Connect one and press Record again, or choose a file.",
    part_missing:
      "The part of the page that records didn't load: the connection may be gone. " +
      "Press Record again, or reload the page. Or choose a file.",
    busy: "The microphone can't be used. Another program may have it: close that, and press Record again.",
    short: "The new recording is too short: at least 5 seconds are needed. The one before is still here.",
    silent:
      "Nothing can be heard in the new recording. Check that the right microphone is chosen, and isn't muted. " +
      "The one before is still here.",
    lost: "The microphone was disconnected too early. Connect it and record again.",
    too_large: "The file is larger than 30 MB. Cut out the voice, and choose that.",
    too_long: "The file lasts longer than 15 minutes. Cut out the voice, and choose that.",
    unreadable: "The file can't be read any more: it was moved, or the browser may not open it.",
    no_sound: "The browser can't read any audio in this file. WAV and MP3 work everywhere.",
  },
  refusals: {
    too_many_recordings:
      "You have reached the limit of recordings on the server. Remove one, or wait until one expires.",
    overloaded: "The server keeps as many recordings as it can. Try again later.",
    recordings_not_offered: "The server takes no recordings, because it doesn't know its own address.",
    session_required: "Sign in first. The recording stays in this browser.",
  },
  unreachable: "The playground's server didn't answer. The recording stays in this browser: try again.",
  kept: "In this browser",
  fromMicrophone: (time: string) => `Microphone, ${time}`,
  keptHear: (name: string) => `Hear ${name}`,
  keptStop: (name: string) => `Stop ${name}`,
  keptUse: (name: string) => `Use ${name}`,
  keptUseFace: "Use",
  keptDelete: (name: string) => `Delete ${name}, here and on the server`,
  seconds: (seconds: number) => `${fixed(seconds, 1)} s`,
};

/** The type that every language of these texts has. */
export type RecordingMessages = typeof en;
