import { type ReactNode, useState } from "react";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Check } from "../../kit/check.tsx";
import { Scrolling } from "../../kit/scrolling.tsx";
import styles from "./compare.module.css";
import type { ComparedRow } from "./compare-values.ts";
import { compareMessages } from "./messages/index.ts";

export interface ShownRow extends ComparedRow {
  readonly label: ReactNode;
  /** How far each lies from the first, where that is a number. */
  readonly differences?: readonly (string | undefined)[];
}

interface ComparedTableProps {
  readonly caption: string;
  /** What the first column holds. */
  readonly first: string;
  /** What the takes are called. */
  readonly names: readonly string[];
  readonly rows: readonly ShownRow[];
  /** What stands where a take has nothing. */
  readonly nothing: string;
  /** Whether rows that are the same are left out until somebody wants them. */
  readonly folded?: boolean;
}

/** Takes side by side, one thing a row; what differs is emphasised, what is the same can be left out. */
export function ComparedTable({ caption, first, names, rows, nothing, folded = true }: ComparedTableProps) {
  const { messages, page } = useHistoryTexts(compareMessages);
  const [only, setOnly] = useState(folded);
  const differing = rows.filter(({ differs }) => differs);
  const shown = only && names.length > 1 ? differing : rows;
  const left = rows.length - shown.length;
  return (
    <section className={styles["part"]}>
      <div className={styles["bar"]}>
        <h3>{caption}</h3>
        {names.length > 1 && (
          <Check checked={only} onChange={setOnly}>
            {messages.table.differing}
          </Check>
        )}
        <span className="quiet">
          {left > 0 && (shown.length === 0 ? messages.table.same : messages.table.sameLeft(left))}
        </span>
      </div>
      {shown.length > 0 && (
        <Scrolling
          className={styles["tableScroll"]}
          aria-label={`${caption}${page.between.colon}${messages.table.scroll}`}
        >
          <table>
            <caption className="visuallyHidden">{caption}</caption>
            <thead>
              <tr>
                <th scope="col">{first}</th>
                {names.map((name, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: takes have no other place than their order
                  <th key={at} scope="col" dir="auto">
                    <b className={styles["number"]}>{at + 1}</b> {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.path} data-differs={(row.differs && names.length > 1) || undefined}>
                  <th scope="row">{row.label}</th>
                  {row.values.map((value, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    <td key={at} data-other={(at > 0 && value !== row.values[0]) || undefined}>
                      {value === undefined ? (
                        <span className="quiet">{nothing}</span>
                      ) : (
                        <span dir="auto">{excerpt(value, row.values[0])}</span>
                      )}
                      {row.differences?.[at] !== undefined && (
                        <small className={styles["difference"]} title={messages.table.difference(row.differences[at])}>
                          {row.differences[at]}
                        </small>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
    </section>
  );
}

/**
 * The most characters of a value that are shown; of a long one the part where it begins to be another than the first.
 */
const longest = 240;
const before = 40;

function excerpt(value: string, first: string | undefined): string {
  if (value.length <= longest) return value;
  const other = first ?? "";
  let at = 0;
  while (at < value.length && value[at] === other[at]) at += 1;
  const start = value === other || at < longest - before ? 0 : at - before;
  const end = Math.min(value.length, start + longest);
  const text = value.slice(start, end).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
  return `${start > 0 ? "…" : ""}${text}${end < value.length ? "…" : ""}`;
}
