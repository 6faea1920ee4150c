import { numbersOf } from "../../../core/messages/numbers.ts";

const { counted, integer, plural, size } = numbersOf("en");

/** The texts of the Request tab in English. They come with the tab. */
export const en = {
  views: { outgoing: "Now", byHand: "By hand", answer: "Answer", code: "Code" },
  viewsLabel: "View",
  viewsAbout: {
    outgoing: "What a press of Speak sends as the form stands",
    byHand: "Write the body yourself, or ask any documented route",
    answer: "What came back, as it came",
    code: "The same request as a program",
  },
  copyOf: {
    request: "Copy request",
    body: "Copy body",
    headers: "Copy headers",
    answer: "Copy all",
    code: "Copy code",
  },
  save: "Save",
  saveWav: "Save as WAV",
  saveRaw: "Save as it came",
  leftOut: (count: number) => `… ${counted(count, { one: "more character", other: "more characters" })} …`,
  leftOutHelp: "Too long to show; copying gives all of it.",
  looks: { pretty: "Formatted", raw: "As it is" },
  looksLabel: "Body",
  bytes: (count: number) => counted(count, { one: "byte", other: "bytes" }),
  part: { label: "Part", of: (part: number, count: number) => `${integer(part)} of ${integer(count)}` },
  outgoing: {
    title: "Request",
    headers: "Headers",
    through: (address: string) =>
      "To the playground's own server, which adds the key and passes body and path on, byte for byte, " +
      `to ${address}. The browser adds host, cookie, origin and the like.`,
    service: "the service",
    frame: "A WebSocket; this goes as its one text frame.",
    body: "Body",
    noBody: "No body.",
    spelling: "Names",
    spellings: { openai: "OpenAI", capitalised: "Capitalised", lowercase: "lower case" },
    spellingHelp: "How the fields are spelt that have several names (section 2.3). It is sent so.",
  },
  effective: {
    title: "What the service reads",
    field: "Field",
    value: "Value",
    place: "From",
    standsIn: "default",
    fallback: "stands in",
    follows: (field: string) => `goes with ${field}`,
    doubled: (place: string, times: number, last: string) =>
      `“${place}” stands there ${integer(times)} times. ` +
      `JSON leaves open which one counts; here, as in most services, it is the last: ${last}`,
    undocumented: "not sent; no documented default",
    lost: (place: string, value: string) => `lost: ${place} = ${value}`,
    guess: "assumed: the document doesn't say which one wins",
    notHere: "has no meaning here",
    ignored: "Ignored, because the model doesn't know it",
    noProblem: "The document allows this request.",
    problems: (count: number) => `${counted(count, { one: "problem", other: "problems" })} by the document`,
    undocumentedTitle: "Not in the document",
    ownChoice: "the document doesn't say; the embedded service refuses it, another may not",
    notJson: "This isn't JSON.",
    noObject: "This JSON is no object. A speech request must be one.",
    section: (section: string) => `section ${section}`,
    unknownModel: (id: string) => `“${id}” is no model of this page; it is read as the one that the form shows.`,
  },
  byHand: {
    route: "Route",
    routes: {
      speech: "speak",
      tasks: "make a task",
      websocket: "speak over a WebSocket",
      models: "list the models",
      task: "look at a task",
      content: "a task's audio",
      contentHead: "the headers of a task's audio",
      timestamps: "a task's timestamps",
      systemone: "a language model; its shape isn't documented",
    },
    own: {
      route: "Any method and path below the base",
      method: "Method",
      path: "Path and query",
      pathWrong: "The path begins with /v1/ and holds letters, digits and . _ ~ - / only, without dot segments.",
      fields: "Header fields, one a line",
      tooMany: "These are more than 40 fields. Leave some out.",
      faults: {
        name: (name: string) => `“${name}” can't be the name of a header field. Write it as name: value.`,
        forbidden: (name: string) =>
          `${name} can't be chosen: it belongs to connections and proxies, or to the key, which has its own place.`,
        value: (name: string) => `The value of ${name} must be visible ASCII characters, 4,000 at most.`,
        twice: (name: string) => `${name} stands there twice. Put the values into one line.`,
        long: (name: string) =>
          `With ${name} the fields are longer than 8,000 characters together. Shorten them, or leave some out.`,
      },
      key: "Another key",
      keyWrong: "A key has plain letters, digits and signs only (ASCII), without spaces. Copy it again, whole.",
      usualKey: "the usual one",
      keyHelp: "Pays for this one request. It is kept nowhere, and has to be given again for the next one.",
      about:
        "The request goes to the service below its /v1/, as it stands here: method, path, fields and body. The " +
        "playground's server puts host, key and lengths in front. Fields are kept with the request; a key is not.",
      otherKey: "It was sent with another key, which isn't kept.",
    },
    taskId: "Task id",
    taskIdWrong: "A task id holds letters, digits and . _ ~ - only; as documented it begins with task_.",
    query: "Query",
    queryHelp: "Such as an access signature; sent byte for byte.",
    range: "Range",
    rangeWrong: "A range has plain signs only (ASCII), such as bytes=0-1023 with a plain hyphen.",
    model: "Model in the address",
    body: "Body",
    fromForm: "Take it from the form",
    layOut: "Format",
    replaced: "The body is what the form says.",
    send: "Send as it is",
    ask: "Ask",
    stop: "Stop waiting",
    once: "Sent once, unchecked; it isn't sent again by itself.",
    price: {
      unknown: "What it costs can't be told.",
      free: "The document names no price for reading.",
    },
    fields: "Fields of the document",
    anyNumber: "any number; the document names no range",
    range2: (from: string, to: string) => `${from} to ${to}`,
    limit: (count: number) => `up to ${integer(count)} characters`,
    address: "a public http(s) address",
    anyVoice: "a voice's name",
    truth: "true or false",
    orOther: "or another",
    default: (value: string) => `default ${value}`,
    required: "required",
    others: "The document shows neither request nor answer of this route.",
    busy: "A task is being sent; one moment.",
  },
  answer: {
    keepCase: "Save as a check…",
    alsoAsk: (service: string) => `Ask ${service}, too`,
    of: "Answer to",
    takes: "Takes",
    exchanges: "Asked by hand",
    none: {
      title: "Nothing sent yet",
      text: "Speak, or ask any route by hand: its answer stands here as it came, with status, headers and body.",
      byHand: "Ask by hand",
    },
    waiting: "Waiting for the answer…",
    stopped: "Given up before an answer came.",
    noStatus: "No status came",
    socketStatus: "WebSocket: browsers keep its status to themselves",
    noRequestId: "none came",
    requestIdAdded: "(given by the playground's server; the service's answer had none)",
    headers: "Headers",
    noHeaders: "No headers are known of this answer.",
    withheld:
      "The playground's server passes on content-*, accept-ranges, etag, last-modified, retry-after*, " +
      "x-should-retry, x-request-id and x-ratelimit-* under their own names. " +
      "Other headers are only listed, cookies by their names. The key is replaced by asterisks everywhere.",
    standIn: (status: number | undefined) =>
      status === undefined
        ? "The playground's server gave this answer itself. None came from the service."
        : "The playground's server gave this answer in the place of the service's, " +
          `which had the status ${status} and isn't passed on.`,
    endedByPlayground:
      "The playground's server closed this WebSocket, with a code and a reason of its own: " +
      "no close frame that it could pass on came from the service.",
    noTheirHeaders: "None of the service's.",
    withheldHeaders: "Told by the playground's server, not passed on",
    ownHeaders: "Added by the playground's server",
    error: "Error",
    sentTitle: "What was sent",
    intoForm: "Send one like it by hand",
    came: "What came",
    body: "Body",
    sound: "Audio",
    noBody: "No body came, or none is kept.",
    truncated: "Only its beginning is kept.",
    frames: (texts: number, binary: number) =>
      `WebSocket: ${integer(binary)} binary ${plural(binary, { one: "frame", other: "frames" })}, ` +
      `${integer(texts)} text ${plural(texts, { one: "frame", other: "frames" })}`,
    received: "received",
    lastTask: "What the service said of the task last",
    looks: (count: number) => `The task was asked for ${counted(count, { one: "time", other: "times" })}`,
    looksLabel: "Answers about the task",
    looksDropped: (count: number) => `${counted(count, { one: "answer", other: "answers" })} in between not kept.`,
    sameLook: "the same body as before",
    facts: {
      codec: "codec",
      bytes: "bytes",
      duration: "seconds",
      sampleRate: "hertz",
      channels: "channels",
      bitrate: "kbit/s",
      type: "media type",
      times: "ms to headers, to the end",
    },
    soundStates: {
      none: "No audio.",
      partial: "Incomplete; what arrived is kept.",
      removed: "The audio was removed to make room.",
      remote: "Too large to keep in the browser; it plays from the service.",
    },
    binary: (shown: number, all: number) =>
      shown === all
        ? "Not text: these are its bytes."
        : `Not text: its first ${size(shown)}. Save it to have all of it.`,
  },
  code: {
    language: "Language",
    languages: { curl: "curl", python: "Python", typescript: "TypeScript" },
    client: "Python package",
    of: "Code of",
    sources: { outgoing: "what the form says", byHand: "the request by hand", answer: "the chosen take" },
    needs: (packages: string) => `Needs ${packages}.`,
    node: "Node 20 or newer; run it with tsx.",
    shell: "For a POSIX shell: sh, bash, zsh.",
    openai:
      "The client writes the JSON anew, so the values are the same and the bytes may not be. " +
      "What it has no parameter for goes in extra_body, which it merges into the top level; " +
      "a literal extra_body therefore stands inside of it.",
    variables: (key: string, baseUrl: string, address: string) =>
      `The key never stands in code: set ${key} to it, ` +
      `and ${baseUrl} to the service's address${address === "" ? "" : `, here ${address}`}.`,
    embedded: "The embedded service of npm start has a key of its own; npm run service starts one for other clients.",
    none: {
      address: "There is no code of this: the form by hand has no address yet.",
      answer: "There is no code of this: no request is kept with it.",
      elsewhere: "No code is made of a request that may go anywhere: it would send your key along.",
    },
    without: {
      address:
        "No code is made of this: its address isn't one that the document names, and code would send your key there.",
      range: "No code is made of this: no header can hold its range.",
    },
    webSocketCurl: "curl can't speak over a WebSocket.",
  },
};

/** Every text of the Request tab. */
export type RequestMessages = typeof en;
