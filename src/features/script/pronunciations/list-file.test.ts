import { expect, it } from "vitest";
import { formatList, parseList } from "./list-file.ts";

const list = [
  { word: "GPU", spoken: "G P U" },
  { word: "重庆", spoken: "虫庆" },
];

it("a list is read as it was written, whatever parts its columns and ends its lines", () => {
  expect(parseList(formatList(list))).toEqual(list);
  expect(parseList("GPU\tG P U\r\n\r\n重庆＝虫庆\rHapax")).toEqual([...list, { word: "Hapax", spoken: "" }]);
  const parted = [...list, { word: "a=b＝\\=", spoken: "a = b" }];
  expect(parseList(formatList(parted))).toEqual(parted);
  expect(parseList(formatList([{ word: "ad\thoc", spoken: "add\nhock" }]))).toEqual([
    { word: "ad hoc", spoken: "add hock" },
  ]);
  expect(parseList("E = m = c")).toEqual([{ word: "E", spoken: "m = c" }]);
});
