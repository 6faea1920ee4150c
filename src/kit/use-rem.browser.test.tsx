import { createRoot } from "react-dom/client";
import { expect, it, onTestFinished } from "vitest";
import { RowGrid } from "./row-grid.tsx";
import { useRowGrid } from "./use-row-grid.ts";

const rows = Array.from({ length: 1_000 }, (_, at) => `row ${at}`);

function Rows() {
  const grid = useRowGrid({ rows, idOf: String, attribute: "data-row", heightOf: () => 3, onKey: () => false });
  return (
    <div style={{ height: 300, display: "grid" }}>
      <style>{".grid { overflow: auto } .rows { position: relative } [data-row] { position: absolute }"}</style>
      <RowGrid
        grid={grid}
        className="grid"
        rowsClassName="rows"
        row={(at, start, height) => (
          <div key={at} data-row={rows[at]} style={{ top: start, height }}>
            {rows[at]}
          </div>
        )}
      />
    </div>
  );
}

it("the rows of a long list follow the size of letters, and the one at the top stays there", async () => {
  const root = document.documentElement;
  root.style.fontSize = "16px";
  const container = document.createElement("div");
  document.body.append(container);
  const page = createRoot(container);
  page.render(<Rows />);
  onTestFinished(() => {
    page.unmount();
    container.remove();
    root.style.fontSize = "";
  });
  const row = (at: number) => container.querySelector<HTMLElement>(`[data-row="row ${at}"]`);
  const scroller = () => container.querySelector<HTMLElement>(".grid");
  await expect.poll(() => row(1)?.offsetTop).toBe(48);

  root.style.fontSize = "32px";
  await expect.poll(() => row(1)?.offsetTop).toBe(96);
  expect(row(1)?.offsetHeight).toBe(96);

  scroller()?.scrollTo({ top: 96 * 500 });
  await expect.poll(() => row(500)?.offsetTop).toBe(96 * 500);
  root.style.fontSize = "16px";
  await expect.poll(() => row(500)?.offsetTop).toBe(48 * 500);
  await expect.poll(() => scroller()?.scrollTop).toBe(48 * 500);
});
