import { numbersOf } from "../../../core/messages/numbers.ts";

const { counted, plural } = numbersOf("en");

/** The texts of the sign-in in English. They come with it. */
export const en = {
  titles: { password: "Sign in to the playground", key: "Speak with your own key" },
  about: {
    password: "It has a password, which whoever runs it can tell you. Your script is kept.",
    key: (service: string, sockets: string | undefined) =>
      `${service} asks for an API key. It is sealed into a cookie that no script can read, ` +
      `sent to that service${sockets === undefined ? "" : ` and to its WebSocket address ${sockets}`} only, ` +
      "and forgotten after twelve hours. Your script is kept.",
  },
  service: "The speech service",
  labels: { password: "Password", key: "API key" },
  submit: { password: "Sign in", key: "Use this key" },
  busy: "One moment…",
  problems: {
    wrong_password: "That isn't the password. Check it, or ask whoever runs the playground.",
    wrong_key: "The service refuses this key. Check that it is whole, and that it belongs to this service.",
    not_checked: "The service couldn't be asked whether it accepts this key, so it isn't used. Try again in a moment.",
    malformed: "It holds spaces, line breaks or signs that aren't ASCII, or is too long. Copy it again, whole.",
    too_many_attempts: "Too many attempts. Wait a minute, then try again.",
    wrong_address:
      "Signing in doesn't work here. Open the page at the address that you were given, with https where that says " +
      "so, and allow cookies. If it still doesn't work, tell whoever runs the playground.",
    unreachable: "The playground's server didn't answer as expected. Try again.",
  },
  signOut: {
    title: "Sign out?",
    answers: "An answer is still coming. It is kept, but not played.",
    tasks: {
      password: (count: number) =>
        `${counted(count, { one: "task is", other: "tasks are" })} under way. ` +
        `${plural(count, { one: "Its audio comes", other: "Their audio comes" })} once somebody signs in again.`,
      key: (count: number) =>
        `${counted(count, { one: "task is", other: "tasks are" })} under way. ` +
        `${plural(count, { one: "Its audio comes", other: "Their audio comes" })} only to whoever signs in with ` +
        "the same key.",
    },
    kept: (count: number) =>
      count === 0
        ? "What you wrote and recorded here stays in this browser, also for whoever signs in here next."
        : `${counted(count, { one: "take stays", other: "takes stay" })} in this browser, ` +
          `with ${plural(count, { one: "its script and audio", other: "scripts and audio" })}, ` +
          "also for whoever signs in here next.",
    links: "With what is kept here, the links to shared takes are deleted, too.",
    leave: "Sign out",
    leaveNothing: "Sign out and delete what is kept here",
    failed: {
      title: "You are still signed in",
      kept: "The playground's server couldn't end the session. Whoever uses this browser next can go on with it.",
      erased:
        "What was kept here is deleted, but the playground's server couldn't end the session. " +
        "Whoever uses this browser next can go on with it: open the page anew and sign out once more.",
      stay: "Stay signed in",
      anew: "Open the page anew",
    },
  },
};

/** Every text of the sign-in. */
export type GateMessages = typeof en;
