import { matchHere, type PatternAndText } from "../../conformance/checks/match.ts";

addEventListener("message", ({ data }: MessageEvent<readonly PatternAndText[]>) => postMessage(data.map(matchHere)));
// How long looking takes counts from here: loading this may take its time.
postMessage("ready");
