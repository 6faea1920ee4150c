import type { SocketCloser } from "../../contract/frame-order.ts";
import { closerOf } from "../../core/exchanges/check-order.ts";
import type { FrameRow } from "../../core/exchanges/frame-rows.ts";
import type { FramesTexts } from "./messages/index.ts";

/** The most of a text that a line of the list shows, in UTF-16 units. */
const previewLength = 160;

/** What a line says about a row: what it is, and the beginning of what it holds. */
export function describeFrame(
  row: FrameRow,
  { messages }: FramesTexts,
): { readonly title: string; readonly preview: string } {
  const { kind, event, facts, frame, text, is, count } = row;
  if (kind !== "milestone") {
    const type = frame === undefined ? is : frame.type === "invalid" ? undefined : typeOf(frame);
    const title = (type === "other" || type === "invalid" ? undefined : type) ?? messages.kinds[kind];
    return {
      title: count > 1 ? messages.times(title, count) : title,
      preview: text?.slice(0, previewLength) ?? "",
    };
  }
  const fact = (name: string) => String(facts[name] ?? "");
  switch (event) {
    case "sent":
    case "opened":
    case "end":
    case "aborted":
      return { title: messages.events[event], preview: "" };
    case "headers":
      return { title: messages.events.headers(fact("status")), preview: "" };
    case "poll":
      return {
        title: messages.events.poll(fact("status") || fact("problem")),
        preview: text?.slice(0, previewLength) ?? "",
      };
    case "head":
    case "content":
    case "timestamps":
      return {
        title:
          fact("bytes") === ""
            ? messages.events[event](fact("status"))
            : messages.events.contentEnd(Number(facts["bytes"])),
        preview: "",
      };
    case "closed":
      return {
        title: closedTitle(closerOf(facts), fact("code"), fact("reason"), messages),
        preview: facts["clean"] === false ? messages.events.unclean : "",
      };
    case "failed":
      return { title: messages.events.failed(fact("message")), preview: "" };
    default:
      return { title: event, preview: "" };
  }
}

/** Who closed a WebSocket, and how. */
function closedTitle(by: SocketCloser, code: string, reason: string, messages: FramesTexts["messages"]): string {
  switch (by) {
    case "page":
      return messages.events.closedByPage(code);
    case "playground":
      return messages.events.closedByPlayground(code, reason);
    case "nobody":
      return messages.events.brokenOff;
    case "service":
      return code === "1005" ? messages.events.closedSilently : messages.events.closed(code, reason);
  }
}

/** The frame's type in the service's own word. */
function typeOf(frame: NonNullable<FrameRow["frame"]>): string | undefined {
  return frame.type === "other" ? frame.name : frame.type;
}
