import { numbersOf } from "../../../core/messages/numbers.ts";

const { counted, decimal, integer, size } = numbersOf("en");
const cases = (count: number) => counted(count, { one: "case", other: "cases" });
const checks = (count: number) => counted(count, { one: "check", other: "checks" });

/** The texts of the Checks tab in English. They come with the tab. */
export const en = {
  viewsLabel: "What is shown",
  views: { cases: "Cases", suite: "Built-in suite", report: "Report", repeat: "Repeat" },
  viewsAbout: {
    cases: "Requests that you keep with what is expected of their answers",
    suite: "A check for every rule of the interface document",
    report: "What became of the checks that were run",
    repeat: "How long the answers to one request take, sent again and again",
  },
  changed: "changed",
  openSuite: "Open the built-in suite",
  sections: "Section",
  run: "Run",
  runAll: (count: number) => `Run all ${integer(count)}`,
  runChosen: (count: number) => `Run ${integer(count)} selected`,
  goOn: (count: number) => `Go on with ${integer(count)}`,
  parallel: "At the same time",
  progress: {
    label: "Progress of the checks",
    running: (done: number, all: number) => `${integer(done)} of ${integer(all)} done`,
    stopping: "Nothing further is sent; what was sent is waited for.",
    stopped: (done: number, all: number) => `Stopped after ${integer(done)} of ${integer(all)}.`,
    ended: {
      key_refused: "The service doesn't accept the key, so that nothing was judged.",
      service_gone: "The service stopped answering.",
    },
    done: (all: number) => `${checks(all)} run.`,
  },
  price: {
    free: "Costs nothing: what is sent is refused or only read",
    embedded: "The embedded service charges nobody",
    reads: "Costs nothing: it only reads",
    unlessSpoken: (sum: string) =>
      `Costs nothing if the service refuses what it should; if it speaks all of that, up to ${sum}`,
    more: (sum: string, refused: string) =>
      `About ${sum}; up to ${refused} more if the service speaks what it should refuse`,
    tokens: (count: number) => counted(count, { one: "token", other: "tokens" }),
    amount: (amount: number) => `${decimal(amount)} × the group multiplier`,
    undocumented: (count: number) =>
      `${counted(count, { one: "request", other: "requests" })} whose price isn't documented`,
    minutes: (count: number) => counted(count, { one: "minute", other: "minutes" }),
    seconds: (count: number) => `${integer(count)} s`,
    time: (span: string) => `takes about ${span}`,
    sentences: (costs: string, time: string) => `${costs}; ${time}.`,
  },
  ask: {
    title: (count: number) => `Run ${checks(count)}?`,
    text: (service: string) =>
      `The requests go to ${service} now. What may cost is sent once, and again only where it is turned away ` +
      "with 429: at most three more times.",
    removeTitle: (count: number) => `Delete ${cases(count)}?`,
    removeText: "The results of their runs go too.",
    remove: "Delete",
  },
  cases: {
    empty: {
      title: "No cases yet",
      text:
        "Make a new one, or save a take as a check from its menu under Takes, or an answer under Request: " +
        "it can then be run again, and the report says what changed.",
    },
    fresh: "New case…",
    byTag: "Select by tag",
    chooseTagged: "Select",
    all: "Select all",
    choose: (name: string) => `Select ${name}`,
    edit: (name: string) => `Edit ${name}`,
    runOne: (name: string) => `Run ${name}`,
    expectations: (count: number) => counted(count, { one: "expectation", other: "expectations" }),
    remove: "Delete…",
    importing: "Import…",
    exporting: "Export",
    imported: (count: number) => `${cases(count)} imported.`,
    twins: (count: number) => `${counted(count, { one: "is", other: "are" })} here already.`,
    unread: (count: number) =>
      `${integer(count)} couldn't be read, or would go to another address than a documented one of the speech service.`,
    unreadable: "This file holds no cases.",
    tooLarge: (bytes: number, count: number) =>
      `Nothing was imported: of one file at most ${size(bytes)} and ${integer(count)} cases are taken. ` +
      "Export fewer at once.",
  },
  editor: {
    title: "Case",
    name: "Name",
    request: "Request",
    expected: "What is expected",
    add: "Add an expectation",
    addNow: "Add",
    kinds: {
      status: "HTTP status",
      error: "Field of the error",
      codec: "Codec",
      figure: "Figure",
      times: "Times of words",
      script: "Words of the script",
      task: "Task's last state",
      header: "Header",
      json: "JSON value",
      frames: "Frames",
    },
    tags: "Tags, separated by commas",
    next: (number: number) => `Request ${integer(number)}`,
    addNext: "Add a following request",
    addTask: "Add what follows a task",
    removeNext: (number: number) => `Remove request ${integer(number)}`,
    method: "Method",
    address: "Path",
    body: "Body",
    frame: "Text frame",
    range: "Range",
    undocumented: "The document names no such address with this method: it isn't kept.",
    until: "Ask again and again until the task has ended",
    take: "For later requests",
    takeHelp: "task = id takes the answer's JSON value id; later requests write {{task}} for it.",
    table: "Table",
    tableHelp:
      "Names in the first line, then a row a line, separated by tabs as a spreadsheet copies them, or by commas. " +
      "With commas, put a value that has one itself in quotation marks. " +
      "The case runs once for each row, with {{name}} filled in.",
    tableFaults: {
      names: "Each name in the first line must be there once, and have only letters without accents, digits and _.",
      values: "A row has more values than the first line has names. Put a value with a comma in quotation marks.",
    },
    remove: (name: string) => `Remove: ${name}`,
    least: "at least",
    most: "at most",
    is: "is",
    contains: "contains",
    matches: "matches",
    absent: "is not there",
    field: "Field",
    of: "Of",
    path: "Path",
    nameOf: "Header's name",
    how: "How",
    never: "No value can meet this: at least is above at most.",
    granularity: "By",
    granularities: { any: "anything", word: "word", sentence: "sentence" },
    codecs: "Codecs, separated by commas",
    order: "Order",
    orderHelp: "b binary, p progress, c complete, e error; + for one or more",
    none: "Nothing is expected yet: such a case can't fail, so it isn't run.",
    save: "Keep",
  },
  suite: {
    about: (count: number) =>
      `${integer(count)} checks, one at least for every rule of the interface document that a page can see. ` +
      "They go to the service that is connected.",
    beyondAbout: "Where the document is silent, the embedded service's own choices are judged as well.",
    remoteAbout: "Where the document is silent, nothing is judged.",
    scope: "Which",
    scopes: { quick: "Reads and refusals", usual: "Usual", all: "Everything" },
    scopesAbout: {
      quick: "Reads, and requests that should be refused, each beside a short one that is accepted",
      usual: "With short texts that are spoken",
      all: "With texts as long as the document allows: up to 500,000 characters",
    },
    every: "All sections",
    controls: "Send accepted requests beside refusals",
    controlsOn:
      "A refusal counts only where the same request without its fault is accepted in this run: " +
      "one for each model and route, shared by all refusals of its shape.",
    controlsOff:
      "Without them such a check fails if the service accepts the request. It can't pass: a refusal isn't judged.",
    runRule: (count: number) => `Run these ${integer(count)}`,
    reference: "Recording for models that need one",
    referenceHelp: "A public address. Without it, checks that need one aren't run.",
    failedOnly: (count: number) => `Only the ${integer(count)} that failed`,
    rules: "Rules of the document",
    coverage: (count: number) => checks(count),
    unseen: "What a page can't check",
    loading: "The suite is being fetched…",
    failed: "The suite couldn't be fetched.",
  },
  repeat: {
    firstSound: "First sound: the first byte, and the silence behind it",
    about:
      "A case's first request is sent again and again, to see how long its answers take. Their sound isn't kept. " +
      "At most 1,000 times; this is no load test.",
    empty: "There is no case to repeat yet",
    toCases: "Open the cases",
    times: "Times",
    parallel: "At the same time",
    pace: "Begin one every … ms",
    start: (times: number) => `Send ${counted(times, { one: "time", other: "times" })}`,
    ask: (times: number) => `Send the request ${counted(times, { one: "time", other: "times" })}?`,
    askText: (service: string) =>
      `The request goes to ${service} now, exactly that often: none is sent again by itself, whatever is answered.`,
    done: (done: number, all: number, failed: number) =>
      `${integer(done)} of ${integer(all)} answered, ${integer(failed)} failed`,
    save: "Save as CSV",
    least: "least",
    most: "most",
    histogram: (counts: string) => `Answers in twelve equally wide parts of the time: ${counts}`,
  },
  report: {
    empty: {
      title: "Nothing was run yet",
      text: "Run cases, or the built-in suite: what passed, and what has changed since the run before, stands here.",
    },
    which: "Run",
    whole: (scope: string) => `Built-in suite, ${scope}`,
    section: (name: string, section: string) => `${name}, section ${section}`,
    allCases: "All cases",
    someCases: (count: number) => cases(count),
    service: (names: string) => `at ${names}`,
    part: (run: number, all: number) => `${integer(run)} of ${integer(all)} run`,
    again: (count: number) => `${integer(count)} run again since`,
    filter: "Show",
    filters: { all: "All", failed: "Not passed", changed: "Changed" },
    nothing: "No check is like that.",
    before: (outcome: string, time: string) => `before: ${outcome}, ${time}`,
    request: "Request",
    edited: "The case was changed since. What stands here is what was sent then.",
    answer: "Answer",
    undocumented: "Not sent: its address isn't one that the document names.",
    unreachable: "No answer came: there was no connection.",
    unsent: "Not sent: there was no network, or a part of the page couldn't be loaded.",
    noAnswer: (why: string) => `No answer came: ${why}`,
    lacks: (name: string) =>
      name === "reference"
        ? "Not run: it needs the address of a recording."
        : `Not sent: nothing before it gave “${name}”.`,
    control: "Stands beside the others: the rule isn't judged by it. It is sent once in a run.",
    spent: (sum: string) => `accepted in this run: ${sum}`,
    unasked: (count: number) => `${counted(count, { one: "check wasn't", other: "checks weren't" })} asked.`,
    unanswered: (count: number) =>
      count === 1
        ? "1 check was sent: whether it was answered and charged isn't known."
        : `${integer(count)} checks were sent: whether they were answered and charged isn't known.`,
    unansweredAgain: (count: number) => `Send again: ${integer(count)} unknown`,
    ofAll: (passed: number, all: number) => `${integer(passed)} of ${integer(all)}`,
    failedCount: (count: number) => `${integer(count)} failed`,
    notJudgedCount: (count: number) => `${integer(count)} not judged`,
    nothingJudged: "Nothing is expected there of this service.",
    take: "Hear it",
    exporting: (count: number) => `Save all ${integer(count)} as`,
    save: "Save",
    failedAgain: (count: number) => `Run again: ${integer(count)} failed`,
    embedded: "the embedded service",
    unknown: "an unknown service",
    count: (passed: number, failed: number, unjudged: number) =>
      failed === 0 && unjudged === 0
        ? `all ${integer(passed)} passed`
        : `${integer(passed)} passed, ${integer(failed)} failed, ${integer(unjudged)} not judged`,
    baseline: (name: string) => `Baseline: ${name}`,
    ofFile: (name: string) => `Opened: ${name}`,
    keep: "Keep as a baseline…",
    keepName: "Name of the baseline",
    keepAbout: "What moves further than it may since then has failed, whatever the checks say.",
    kept: "Keep",
    forget: "Delete this baseline",
    against: "Against",
    runBefore: "the run before",
    open: "Open a report…",
    openAbout: "The report.json of the command line, or a report that was saved here as JSON",
    unreadable: "This file is no JSON report of checks. Open the report.json that the command line wrote.",
    tooLarge: "This file is too large for the page.",
    giveSounds: (count: number) => `Add its sound: ${counted(count, { one: "file", other: "files" })}…`,
    soundMissing: (name: string) => `Its sound is the file ${name} beside the report. Add it to hear it.`,
    sound: "Sound of this check",
    soundBefore: "Sound before",
    close: "Close this report",
    compare: "Compare with the sound before",
    history: (count: number) => `Figures of the last ${counted(count, { one: "run", other: "runs" })}`,
    line: (count: number, least: string, most: string, last: string, unit: string) =>
      `${counted(count, { one: "run", other: "runs" })}, from ${least} to ${most}, last ${last} ${unit}`.trimEnd(),
    movedCount: (count: number) => `${integer(count)} changed since the baseline`,
    changedCount: (count: number) => `${integer(count)} changed since the last run`,
  },
};

/** Every text of the Checks tab. */
export type ChecksMessages = typeof en;
