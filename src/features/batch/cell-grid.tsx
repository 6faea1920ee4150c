import { isSounding } from "../../audio/session/session-state.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import { useSound, useTake } from "../../core/page/playground-context.ts";
import { keyNamer } from "../../core/shortcuts/key-namer.ts";
import { shortcutOf, shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { useTakeActions } from "../../core/takes/use-take-actions.ts";
import { Button } from "../../kit/button.tsx";
import { HeadCell } from "../../kit/cell.tsx";
import { classes } from "../../kit/classes.ts";
import { RowGrid } from "../../kit/row-grid.tsx";
import { useRowGrid } from "../../kit/use-row-grid.ts";
import styles from "./batch.module.css";
import { CellRow } from "./cell-row.tsx";
import { type CellFigure, type CellOrder, cellFigures } from "./cell-state.ts";
import type { CellColumns } from "./describe-cell.ts";
import { batchMessages } from "./messages/index.ts";
import type { ShownCell } from "./use-cells.ts";

/** Of a row and of the columns' heads, in rem. */
const rowHeight = 2.75;
const headsHeight = 2.25;

/** The cells of a batch as a grid with one tab stop: arrows move, Space plays, the columns' heads sort. */
export function CellGrid({
  model,
  columns,
  cells,
  order,
  busy,
  onOrder,
  onRepeat,
}: {
  readonly model: ModelDescriptor;
  readonly columns: CellColumns;
  readonly cells: readonly ShownCell[];
  readonly order: CellOrder;
  /** Whether something is sent already, so that nothing is repeated now. */
  readonly busy: boolean;
  readonly onOrder: (order: CellOrder) => void;
  readonly onRepeat: (cell: ShownCell) => void;
}) {
  const { messages, of, language } = useHistoryTexts(batchMessages);
  const labelOf = (key: string): string => {
    const label = model.fields.find((field) => field.key === key)?.label;
    return label === undefined ? key : of(label);
  };
  const actions = useTakeActions();
  const shown = useTake((take) => take?.id);
  const sounding = useSound((sound) => isSounding(sound?.playback));
  const grid = useRowGrid({
    rows: cells,
    idOf,
    attribute: "data-cell",
    heightOf: () => rowHeight,
    heads: headsHeight,
    onKey(key, cell) {
      const asked = shortcutOf(shortcutTable.batch, key);
      if (asked === "hear" && cell.take !== undefined) actions.hear(cell.take);
      else if (asked === "show" && cell.take !== undefined) actions.show(cell.take);
      else if (asked === "star" && cell.row !== undefined) actions.star(cell.row);
      else if (asked === "repeat" && !busy && cell.status !== "waiting" && cell.status !== "running") onRepeat(cell);
      else return false;
      return true;
    },
  });

  const head = (label: string, figure: CellFigure | undefined) => {
    const sorted = order.figure === figure;
    return (
      <HeadCell
        key={label}
        className={classes(styles["head"], figure === undefined || figure === "status" ? undefined : styles["headEnd"])}
        sort={sorted ? (order.descending ? "descending" : "ascending") : "none"}
      >
        <Button
          look="bare"
          title={messages.sortBy(label)}
          onClick={() => onOrder({ figure, descending: sorted && !order.descending })}
        >
          {label}
          {sorted && <span aria-hidden="true">{order.descending ? " ↓" : " ↑"}</span>}
        </Button>
      </HeadCell>
    );
  };

  return (
    <RowGrid
      grid={grid}
      sideways
      style={{
        "--own-columns": `${columns.way ? "10.5rem" : ""} ${"minmax(5.5rem, 0.5fr) ".repeat(columns.fields.length)}`,
        "--least-width": `${83 + (columns.way ? 11.25 : 0) + 6.25 * columns.fields.length}rem`,
      }}
      aria-label={messages.grid}
      aria-description={messages.keys(keyNamer(language))}
      className={styles["grid"]}
      rowsClassName={styles["cells"]}
      heads={{
        className: styles["heads"],
        cells: (
          <>
            <HeadCell className={styles["head"]}>
              <span className="visuallyHidden">{messages.playOn}</span>
            </HeadCell>
            {head(messages.columns.text, undefined)}
            <HeadCell className={styles["head"]}>{messages.columns.voice}</HeadCell>
            {columns.way && <HeadCell className={styles["head"]}>{messages.columns.way}</HeadCell>}
            {columns.fields.map((key) => (
              <HeadCell key={key} className={styles["head"]}>
                <span title={labelOf(key)}>{labelOf(key)}</span>
              </HeadCell>
            ))}
            {cellFigures.map((figure) => head(messages.columns[figure], figure))}
            <HeadCell className={styles["head"]}>
              <span className="visuallyHidden">{messages.repeat}</span>
            </HeadCell>
          </>
        ),
      }}
      row={(at, start, height) => {
        const cell = cells[at];
        if (cell === undefined) return null;
        return (
          <CellRow
            key={cell.index}
            cell={cell}
            at={at}
            start={start}
            height={height}
            model={model}
            columns={columns}
            active={at === grid.active}
            shown={cell.take !== undefined && cell.take === shown}
            sounding={cell.take !== undefined && cell.take === shown && sounding}
            busy={busy}
            onActive={(index) => grid.setActive(String(index))}
            onRepeat={onRepeat}
          />
        );
      }}
    />
  );
}

const idOf = ({ index }: ShownCell): string => String(index);
