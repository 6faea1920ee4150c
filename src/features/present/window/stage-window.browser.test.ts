import { expect, it } from "vitest";
import { textTold } from "./stage-window.tsx";

it("what a window tells of the stage stays the same while seconds are counted there", () => {
  const said = document.createElement("p");
  said.innerHTML = `Connecting…<span aria-hidden="true"> 5 s</span> <strong>Press on to go on.</strong>`;
  expect(textTold(said)).toBe("Connecting… Press on to go on.");
});
