import { numbersOf } from "./numbers.ts";

const { clock, counted, decimal, integer, plural, list } = numbersOf("en");
const upTo = (limit: number | undefined) => (limit === undefined ? "" : ` Up to ${integer(limit)} characters.`);

/**
 * Every text of the interface in English. The other languages have its type, so that a missing text doesn't compile.
 */
export const en = {
  title: "Speech Playground",
  /** What stands between parts that the page puts together, and at the end of what is a sentence then. */
  between: { sentences: " ", list: ", ", colon: ": ", stop: "." },
  /** What buttons say wherever they do no more than this. */
  words: { cancel: "Cancel", close: "Close", done: "Done", stop: "Stop", tryAgain: "Try again", undo: "Undo" },
  /** What a button says that has copied, or couldn't. */
  copying: { copied: "Copied", refused: "The browser refused to copy" },
  header: {
    embedded: "Embedded service",
    /** Where there is little room. */
    embeddedShort: "Embedded",
    models: (count: number) => counted(count, { one: "model", other: "models" }),
    connecting: "Connecting…",
    disconnected: "No connection",
    silent: "doesn't answer",
    offline: "Offline",
    connection: "Connection",
    noKey: "no key",
    signedOut: "signed out",
    signOut: "Sign out",
    language: "Language",
    languages: { en: "EN", zh: "中文" },
    help: "Help",
    present: "Present",
    languageNames: { en: "EN: English", zh: "简体中文" },
    scheme: { system: "Colours follow the system", light: "Light colours", dark: "Dark colours" },
    switchScheme: (now: string, next: string) => `${now}. Switch to: ${next}`,
  },
  connection: {
    troubles: {
      offline: "You are offline. The page tries again by itself.",
      server_gone:
        "The playground's server doesn't answer. Check that it is running (npm start). The page tries again by itself.",
      service_gone:
        "The speech service doesn't answer the playground's server. " +
        "Check that it is running and that SPEECH_BASE_URL is right. The page tries again by itself.",
      embedded_gone: "The playground's own speech service stopped and is restarting. The page tries again by itself.",
    },
    /** To those who didn't start the server. */
    othersTroubles: {
      server_gone:
        "The playground doesn't answer. It may be restarting, or your network may block it. " +
        "The page tries again by itself; if it lasts, tell whoever runs the playground.",
      service_gone:
        "The speech service behind the playground doesn't answer. " +
        "The page tries again by itself; if it lasts, tell whoever runs the playground.",
    },
    found: "The connection is back.",
    kept: "Nothing you wrote or made is lost.",
    service: "Service",
    embedded: "The embedded speech service, on this machine",
    key: "Key",
    keys: {
      server: "The server's own; the page never sees it",
      visitor: "Yours, sealed in a cookie that scripts can't read, for at most twelve hours",
      missing: "None yet",
      refused: "Refused by the service (401)",
    },
    models: "Models",
    speechModels: (known: number, all: number) => `${integer(known)} of ${integer(all)} speech models listed`,
    otherModels: (count: number) => counted(count, { one: "other", other: "others" }),
    unknownModels: "Unknown: there is no model list",
    version: "Playground",
    ask: "Check again",
    otherKey: "Use another key",
    multiplier: "Group multiplier",
    multiplierHelp:
      "Prices are multiplied by the factor of your price group. " +
      "Whoever runs the service knows it; the documentation gives neither the factor nor the currency. " +
      "Leave it empty to see prices without it.",
    multiplierWrong: "Enter a number, 0 or more.",
  },
  form: {
    settings: "Settings",
    technical: "Technical details",
    resetAll: "Reset all fields",
    resetAllDone: "All fields are back to their defaults; the voice is kept.",
    undoReset: "Undo the reset",
  },
  script: {
    label: "Script",
    placeholder: "Write or paste the text to speak.",
    ruler: "Length of the script",
    characters: (count: number) => counted(count, { one: "character", other: "characters" }),
  },
  mode: {
    label: "Mode",
    names: { stream: "Stream", speech: "Speech", async: "Async" },
    lower: { stream: "stream", speech: "speech", async: "async" },
    about: {
      stream: (limit: number | undefined) => `Audio starts while it is still being made.${upTo(limit)}`,
      speech: (limit: number | undefined) => `All the audio in one answer.${upTo(limit)}`,
      async: (limit: number | undefined) =>
        `A task that runs in the background; its audio is downloaded when it is done.${upTo(limit)}`,
    },
    notOffered: (model: string, mode: string) => `${model} has no ${mode} mode.`,
    tooLong: (mode: string, limit: number, characters: number) =>
      `Off: ${mode} takes up to ${integer(limit)} characters; the script has ${integer(characters)}.`,
    inParts: (mode: string) => `Off: a script with pauses or other voices goes out in parts, not as ${mode}.`,
    ends: (mode: string, limit: number) => `${mode} takes up to ${integer(limit)} characters`,
    bothEnd: (one: string, other: string) => `${one}, and ${other}`,
    switchedTooLong: (ends: string, to: string) => `${ends}, so ${to} is used. A shorter script switches back.`,
    switchedNotOffered: (model: string, from: string, to: string) =>
      `${model} has no ${from} mode, so ${to} is used. Another model switches back.`,
    back: (mode: string) => `Back in ${mode} mode.`,
    transport: "Transport",
    transports: { http: "HTTP", websocket: "WebSocket" },
    aboutTransport: {
      http: "Audio over an ordinary request. Words have no times then: no highlighting, no reading along, no captions.",
      websocket: "Audio with each word's time: words light up, you can read along and save captions.",
    },
  },
  price: {
    label: "Price",
    tokens: (count: number) => `${integer(count)} ${plural(count, { one: "token", other: "tokens" })}`,
    tokensHelp: (tokens: number) =>
      `1 character = ${decimal(tokens)} input ${plural(tokens, { one: "token", other: "tokens" })}: ` +
      "that is what is charged.",
    money: (seconds: number) => `≈ ${integer(seconds)} s of audio`,
    moneyHelp: (base: number, perSecond: number, multiplier: string) =>
      `(${decimal(base)} + ${decimal(perSecond)} × seconds) × group multiplier. ` +
      "The seconds are estimated from the script and corrected when the audio is finished. " +
      `Group multiplier, to be entered in the form, under Technical details: ${multiplier}`,
    undocumented: "Price not documented",
    undocumentedHelp: "The service's documentation says nothing about the price of this model.",
    settled: (seconds: number, amount: number, multiplier: number) =>
      `≈ ${integer(seconds)} s · ${decimal(amount)} at multiplier ${decimal(multiplier)}`,
    free: "No charge here",
    freeHelp: "The embedded service runs on this machine, and the documentation names no price for this model.",
  },
  speak: {
    speak: "Speak",
    noText: "Write something to speak.",
    onlySpaces: "There is nothing to speak: the script has only spaces, line breaks or punctuation.",
    tooLong: (characters: number, limit: number) =>
      `${integer(characters)} characters are too long here: the limit is ${integer(limit)}.`,
    /** @param way what {@link ways} says. */
    instead: (model: string, way: string) => `${model} can speak it ${way}.`,
    ways: { stream: "as a stream", speech: "in speech mode", async: "as a task" },
    use: (model: string, mode: string) => `Use ${model}, ${mode}`,
    directions: "What stands in brackets can't be followed.",
    missing: (fields: string) => `Still missing: ${fields}.`,
    invalid: (labels: readonly string[]) =>
      `Not allowed by the model: ${list(labels)}. It is sent as it is; the service may refuse it.`,
  },
  models: {
    label: "Model",
    cloning: (what: string, languages: string, engines: string) => `${what}: ${languages} (${engines})`,
    unsure: "unknown",
    repeated: (ids: string) => `Listed more than once, counted once: ${ids}`,
    others: (count: number) =>
      `${integer(count)} other ${plural(count, { one: "model", other: "models" })} in the list`,
    othersHelp:
      "Language models, by the service's documentation. " +
      "They don't speak; they answer at POST /v1/systemone, and their ids are sent unchanged.",
    notListed: "not in the list",
    notListedHelp:
      "The service's model list names language models; a speech model may be missing from it. " +
      "You can use it anyway.",
    empty:
      "The model list is empty: the key isn't authorised for language models. " +
      "Speech models may still work; press Speak to find out.",
    unauthorised: "The service refuses the key (401).",
    forbidden:
      "The key may not read the model list (403). " +
      "Speech models may still work; if not, ask for a key with permission.",
    unknown: "The model list couldn't be read. You can try every model.",
    retry: "Check again",
    open: "Not documented",
  },
  voice: {
    choose: (name: string) => `Voice: ${name}`,
    genders: { female: "female", male: "male" },
    /** Of a voice that speaks the language and others. */
    andOthers: (language: string) => `${language} and others`,
    freeNote: "Not in the catalogue; sent as it is",
  },
  fields: {
    groups: { voice: "Voice", delivery: "Delivery", emotion: "Emotion", output: "Output" },
    reset: (label: string) => `Reset ${label}`,
    defaultIs: (value: string) => `Default: ${value}`,
    neutralIs: (value: string) => `Changes nothing at ${value}; the documentation names no default`,
    ours:
      "The sliders show a usual range. The documentation sets no limits: other numbers can be typed, and a service " +
      "may refuse them.",
    sampleRate: "Sample rate",
    fixed: (value: string) => `fixed at ${value}`,
    on: "on",
    off: "off",
    address: "https://",
    samples: "Samples",
    sampleNames: { lower: "Lower voice", higher: "Higher voice", lively: "Lively voice" },
    help: (label: string) => `About ${label}`,
    units: { multiplier: "×", hertz: "Hz", native: "", intensity: "" },
  },
  player: {
    label: "Player",
    play: "Play",
    pause: "Pause",
    seek: "Position",
    seekText: (position: number, duration: number) => `${clock(position)} of ${clock(duration)}`,
    back: "Back 5 seconds",
    on: "Forward 5 seconds",
    stop: "Stop and go back to the start",
    rate: "Rate",
    rateWhileStreaming: "The rate can be changed once all the audio is here.",
    rateOfNothing: "There is nothing to play yet.",
    volume: "Volume",
    mute: "Mute",
    unmute: "Unmute",
    download: "Download",
    downloadAs: (name: string) => `Download ${name}`,
    rawInMenu:
      "This file has a header added, so that any player opens it. " + "The take's menu has the samples as they came.",
    idle: "Your audio plays here.",
    connecting: "Waiting for the first sound…",
    receiving: "Arriving",
    stopped: "Stopped. What arrived is kept.",
    partial: "Incomplete. What arrived is kept.",
    nothing: "No audio.",
    unsent: "Stopped before it was sent.",
    gone: {
      lost: "There was no room to keep this audio. Make room, then speak it again.",
      removed: "You removed this audio to make room. Speak it again to hear it.",
    },
    blocked: "The browser needs a click before it plays.",
    playNow: "Play now",
    stalled: "Waiting for more audio…",
    ownRecording: "own recording",
    cutOff: "The connection was lost while this audio came. Play it again.",
    undecodable: "This browser can't play this audio. Download it to play it elsewhere.",
    moments: {
      sent: "request sent",
      headers: "headers",
      firstByte: "first byte",
      firstSound: "first sound",
      lastByte: "last byte",
      complete: "complete",
    },
    stalls: "stalls",
    size: "size",
    format: "format",
    assumed: (rate: string) => `${rate} assumed`,
    realTime: "× real time",
    realTimeOf: (factor: string) => factor,
    figures: "Figures",
  },
  failure: {
    close: "Dismiss",
    wholeAnswer: "The whole answer",
    titles: {
      refused: "The service refused the request",
      unauthorised: "The key was refused",
      payment_required: "The service asks for payment",
      model_not_allowed: "The key may not use this model",
      model_not_found: "The service doesn't have this model",
      rate_limited: "Too many requests",
      service_unreachable: "The service can't be reached",
      no_answer: "The service didn't answer",
      unjoinable: "These sounds can't be put together",
      part_gone: "The audio of an earlier part is gone",
      broken_answer: "The answer broke off",
      service_failed: "The service failed",
      proxy_unreachable: "The playground's server can't be reached",
      offline: "This device is offline",
      proxy_refused: "The playground's server refused the request",
      playground_refused: "The playground's server refused the request",
      playground_failed: "The playground's server failed",
      signed_out: "You are signed out",
      websocket_blocked: "The WebSocket couldn't be opened",
      not_audio: "The answer wasn't audio",
      mislabelled: "The audio came with a wrong header",
      web_page: "A web page came instead of audio",
      empty_answer: "The answer was empty",
      nothing_came: "The answer ended before any audio",
      incomplete: "The audio broke off",
      interrupted: "The page was closed before the answer was complete",
      task_failed: "The task failed",
      task_unfollowed: "The task can't be followed",
      task_gone: "The service doesn't know the task",
      content_gone: "The audio is no longer there",
      unknown: "It didn't work",
    },
    remedies: {
      refused: "Change it and speak again.",
      unauthorised:
        "Check SPEECH_API_KEY, or the variable that SPEECH_SERVICES names, where the server was started. " +
        "Then start it again.",
      payment_required: "Top up the account that the key belongs to, or use another key. Your script is kept.",
      model_not_allowed: "Choose another model, or use a key that has permission for this one.",
      model_not_found: "Choose another model. Another version of the service may have this one.",
      rate_limited: "Wait a moment, then speak again.",
      service_unreachable: "Check that the service is running and that SPEECH_BASE_URL is right, then speak again.",
      no_answer: "The request was sent and may still be worked on. Sending it again makes a second request.",
      unjoinable: "All parts must have the same audio format. What came before is kept; speak again.",
      part_gone: "This take can't continue without it. Speak again for a new one.",
      broken_answer: "It couldn't be read to its end. Try again in a moment.",
      service_failed: "Speak again; if it fails again, the request id helps whoever runs the service.",
      proxy_unreachable: "Check that it is running (npm start). Nothing you wrote is lost.",
      offline: "Speak again when you are back online. Nothing you wrote is lost.",
      signed_out: "Sign in, then speak again. Your script is kept.",
      proxy_refused: "Open the page at the address that the server printed when it started.",
      playground_refused: "Do as it says, and speak again.",
      playground_failed: "Speak again; if it fails again, tell whoever runs the playground the request id.",
      websocket_blocked:
        "The service would take one, so something between this page and the playground's server blocks it. " +
        "Use HTTP, or have that fixed.",
      nothing_came: "Speak again; if it ends again, try HTTP or ask whoever runs the service.",
      empty_answer:
        "The service reported success, but sent no audio. " + "Check the model and the format, then speak again.",
      web_page:
        "It may be your network's log-in page: open any other page, log in there, then speak again. " +
        "If it isn't, something other than the service answers at its address.",
      not_audio: "Nothing was played. Check the model and the format, then speak again.",
      mislabelled: "Its content-type isn't audio. It is kept below as it came: press play to hear it.",
      incomplete: "What arrived is kept: you can play and download it.",
      interrupted: "Its outcome is unknown, and it isn't sent again by itself. Speak again if you still want it.",
      task_failed: "Change what was refused and speak again. The Tasks tab shows what the service said.",
      task_unfollowed:
        "The service took the request, but named no task: it may be running. Sending it again makes a second task.",
      task_gone: "It may belong to another key, or be too old. Speak again if you still need it.",
      content_gone: "Finished audio is kept for a limited time only. Speak again if you still need it.",
      unknown: "Speak again; if it fails again, reload the page. Your script is kept.",
    },
    ownKey: {
      title: "Your key was refused",
      remedy:
        "Check that it is whole, belongs to this service and is still valid, or use another one. Your script is kept.",
    },
    embeddedGone: {
      title: "The playground's own speech service is restarting",
      remedy: "Speak again in a moment.",
    },
    /** To those who didn't start the server. */
    othersRemedies: {
      proxy_unreachable:
        "It may be restarting, or your network may block it. " +
        "Speak again in a moment; if it lasts, tell whoever runs the playground. Nothing you wrote is lost.",
      service_unreachable: "Speak again in a moment; if it lasts, tell whoever runs the playground.",
      unauthorised: "Tell whoever runs the playground: its key must be changed there.",
      proxy_refused: "Open the page at the address you were given, or tell whoever runs the playground.",
    },
    retryAfter: (seconds: number) => `Wait ${integer(seconds)} s, then speak again.`,
    waitOver: "The wait is over: you can speak again.",
    costs: {
      none: "Nothing was spoken: no charge expected.",
      parts: "The parts before it have been charged; no charge is expected for this one.",
      possible: "It may have been charged.",
      refunded: "A failed task of this model is refunded.",
      done: "The task was done, so it has been charged.",
    },
    useHttp: "Use HTTP",
    again: "Speak again",
    goOn: "Go on",
    goTo: (label: string) => `Go to “${label}”`,
    byHand: "Back to By hand",
    byHandRemedy: "Change the request there and send it again.",
    status: "Status",
    code: "Code",
    param: "Parameter",
    requestId: "Request id",
  },
  part: {
    missing: "This part of the page didn't load. The connection may be gone; everything else works.",
  },
  crash: {
    title: "Something went wrong on this page",
    text: "Your script and settings are kept. Reloading usually helps.",
    reload: "Reload",
    reset: "Forget the settings and reload",
  },
};

/** Every text of the interface. */
export type Messages = typeof en;
