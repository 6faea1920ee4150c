import { recordIdOf } from "../../conformance/checks/case.ts";
import { figureTexts } from "../../conformance/checks/describe.ts";
import { type Figure, figureNames, figures } from "../../conformance/checks/expectation.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { classes } from "../../kit/classes.ts";
import { Icon } from "../../kit/icon.tsx";
import styles from "./checks.module.css";
import { type FigureLine, inShort, linesOf } from "./figure-lines.ts";
import { checksMessages } from "./messages/index.ts";
import { useRuns } from "./use-checks.ts";

/** How a check's figures went from run to run of one service, a line for each; nothing before the second run. */
export function FigureHistory({ id, address }: { readonly id: string; readonly address: string | undefined }) {
  const { messages } = useTexts(checksMessages);
  const { past = [] } = useRuns().find((record) => record.id === recordIdOf({ id })) ?? {};
  const lines = linesOf(past, address);
  if (lines.length === 0) return null;
  return (
    <details className={classes("folds", styles["history"])}>
      <summary>
        <Icon name="chevron" size={0.875} />
        {messages.report.history(Math.max(...lines.map(({ values }) => values.length)))}
      </summary>
      <dl>
        {lines.map((line) => (
          <Line key={`${line.step} ${line.figure}`} line={line} steps={new Set(lines.map(({ step }) => step)).size} />
        ))}
      </dl>
    </details>
  );
}

/** The size of a line's picture, in CSS pixels. */
const [width, height] = [160, 24];

function Line({ line: { step, figure, values }, steps }: { readonly line: FigureLine; readonly steps: number }) {
  const { messages, page, language, numbers } = useTexts(checksMessages);
  const known = figureNames.find((name) => name === figure);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const unit = known === undefined ? "" : figures[known];
  const rounded = (value: number) => numbers.decimal(inShort(value));
  const said = messages.report.line(values.length, rounded(least), rounded(most), rounded(values.at(-1) ?? 0), unit);
  const points = values.map((value, at) => {
    const x = 2 + (at / (values.length - 1)) * (width - 4);
    const y = most === least ? height / 2 : height - 2 - ((value - least) / (most - least)) * (height - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const name = known === undefined ? figure : figureTexts[known satisfies Figure][language];
  return (
    <div>
      <dt dir="auto">{steps > 1 ? `${step}${page.between.colon}${name}` : name}</dt>
      <dd>
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <polyline points={points.join(" ")} />
        </svg>
        {said}
      </dd>
    </div>
  );
}
