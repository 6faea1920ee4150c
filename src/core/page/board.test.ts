import { expect, test } from "vitest";
import { createBoard } from "./board.ts";

test("the room that a tab took stays while one goes from tab to tab, and a list gives it back to who writes", () => {
  const board = createBoard();
  expect(board.getState()).toMatchObject({ shown: "takes", room: "usual" });
  board.getState().show("request");
  expect(board.getState()).toMatchObject({ shown: "request", room: "wide" });
  board.getState().write();
  expect(board.getState().room).toBe("wide");
  board.getState().show("takes");
  expect(board.getState()).toMatchObject({ shown: "takes", room: "wide" });
  board.getState().write();
  expect(board.getState().room).toBe("usual");
});
