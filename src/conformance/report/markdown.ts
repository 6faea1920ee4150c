/**
 * A table of Markdown (GFM) in which a text is nothing but text: no element, link, image, code, or address to be
 * pressed.
 */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(" | ")} |`;
  const rule = `| ${head.map(() => "---").join(" | ")} |`;
  return `${[line(head), rule, ...rows.map(line)].join("\n")}\n`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A text on one line of Markdown, whatever stands around it; marks that could mean something get a backslash. */
function markdownText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[&<>]/g, (mark) => entities[mark] ?? mark)
    .replace(/[\\`*_[\]|~$@]|:(?=\/\/)|(?<=www)\.|^[#+=-]|(?<=^\d{1,9})[.)]/gi, "\\$&");
}
