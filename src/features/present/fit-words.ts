import { stageGrowth } from "./stage-scale.ts";

/** By how much the letters of a text get smaller, where that makes it fit. Smaller still, it would rather scroll. */
const factors = [1, 0.96, 0.92, 0.88, 0.84, 0.8];
/**
 * By what the letters of a short text are made less large until it has air around it, and how much of the height it
 * takes then.
 */
const lessLarge = 0.96;
const airy = 0.86;

/** Lines of more than this are read, not looked at: they may be of any length. */
const mostLines = 8;
/** How often the room beside a paragraph is halved, to find out how much of it isn't needed. */
const halvings = 8;
/**
 * What lines have left beside them, in letters: elements for each word, which come with the times, mustn't move any.
 */
const slack = 0.3;

/**
 * Makes letters as large as they can be without a word out of sight, where a little smaller ones are enough for that;
 * those of a short text as large as there is room, without a broken word; and the lines of a paragraph about as long as
 * each other. Not by `text-wrap: balance`, which tells ties by fractions of a pixel, so that lines would move when
 * words become elements.
 */
export function fitWords(scroller: HTMLElement): void {
  const frame = scroller.parentElement;
  if (frame === null) return;
  const paragraphs = [...scroller.querySelectorAll("p")];
  for (const { style } of paragraphs) style.paddingInlineEnd = "";
  const isSeen = (factor: number, share = 1): boolean => {
    frame.style.setProperty("--fit", String(factor));
    return paragraphs.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0) <= share * scroller.clientHeight;
  };
  const isWhole = (): boolean => paragraphs.every((paragraph) => longestWord(paragraph) <= paragraph.clientWidth);
  if (
    !growthsOf(frame, scroller).some((factor) => isSeen(factor, airy) && isWhole()) &&
    !factors.some((one) => isSeen(one))
  )
    frame.style.setProperty("--fit", "1");
  for (const paragraph of paragraphs) balance(paragraph);
}

/** How wide the longest word of a paragraph is, in pixels. */
function longestWord(paragraph: HTMLElement): number {
  const { style } = paragraph;
  style.overflowWrap = "normal";
  style.width = "min-content";
  const width = paragraph.offsetWidth;
  style.overflowWrap = "";
  style.width = "";
  return width;
}

/** The factors above 1 that come into question, the largest first; none for a text that isn't short. */
function growthsOf(frame: HTMLElement, scroller: HTMLElement): readonly number[] {
  frame.style.setProperty("--fit", "1");
  const { fontSize, paddingInlineStart } = getComputedStyle(scroller);
  const growth = stageGrowth(scroller.textContent, {
    size: Number.parseFloat(fontSize),
    width: scroller.clientWidth - 2 * Number.parseFloat(paddingInlineStart),
    height: scroller.clientHeight,
  });
  const growths: number[] = [];
  for (let factor = growth; factor > 1; factor *= lessLarge) growths.push(factor);
  return growths;
}

/** Gives a paragraph the most room behind its lines that makes no further line. */
function balance(paragraph: HTMLElement): void {
  const { fontSize, lineHeight } = getComputedStyle(paragraph);
  const height = paragraph.offsetHeight;
  const lines = Math.round(height / Number.parseFloat(lineHeight));
  if (lines < 2 || lines > mostLines) return;
  const leave = (room: number): void => {
    paragraph.style.paddingInlineEnd = `${Math.max(0, room)}px`;
  };
  let enough = 0;
  const spare = paragraph.clientWidth - longestWord(paragraph);
  // A word that is longer than a line is broken anyway; no other one is for the sake of balance.
  let tooMuch = spare < 0 ? paragraph.clientWidth : spare;
  for (let halving = 0; halving < halvings; halving++) {
    const room = (enough + tooMuch) / 2;
    leave(room);
    if (paragraph.offsetHeight > height) tooMuch = room;
    else enough = room;
  }
  leave(Math.floor(enough - slack * Number.parseFloat(fontSize)));
}
