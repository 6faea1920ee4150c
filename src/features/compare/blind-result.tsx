import { CopyButton } from "../../kit/copy-button.tsx";
import { type BlindRound, type BlindTest, isRight, roundsAsCsv, tallyOf } from "./blind.ts";
import styles from "./compare.module.css";
import { useLook } from "./look.ts";
import { useCompareTexts } from "./use-compare.ts";

interface BlindResultProps {
  readonly test: BlindTest;
  /** What a take is called. */
  readonly nameOf: (id: string) => string;
  /** The same for whoever sees nothing else of it. */
  readonly wholeNameOf: (id: string) => string;
}

/** What a blind test came to, and what chance alone would have done. */
export function BlindResult({ test, nameOf, wholeNameOf }: BlindResultProps) {
  const { c, numbers } = useCompareTexts();
  const { large, heading: Heading } = useLook();
  const { rounds, first, second, none, chance } = tallyOf(test);
  const isAb = test.kind === "ab";
  const answers = first + second;
  const lines = [
    [c.blind.rounds, rounds],
    [isAb ? c.blind.preferred(nameOf(test.pair[0])) : c.blind.right, first],
    [isAb ? c.blind.preferred(nameOf(test.pair[1])) : c.blind.wrong, second],
    [isAb ? c.blind.noneAb : c.blind.noneAbx, none],
  ] as const;

  function describeRound(round: BlindRound, number: number): string {
    const { a, b, x, verdict } = round;
    const was = c.blind.was(number, nameOf(a), nameOf(b));
    if (x === undefined) return `${was} · ${c.blind.verdicts[verdict]}`;
    const right = isRight(round);
    const judged = right === undefined ? "" : right ? c.blind.right : c.blind.wrong;
    const truth = c.blind.xWas(x === a ? c.blind.places.a : c.blind.places.b);
    return [was, truth, c.blind.answered(c.blind.verdictsX[verdict]), judged].filter(Boolean).join(" · ");
  }

  return (
    <section className={styles["part"]} aria-label={c.blind.tally}>
      <div className={styles["bar"]}>
        <Heading>{c.blind.tally}</Heading>
        {!large && (
          <CopyButton
            text={() => roundsAsCsv(test, wholeNameOf)}
            labels={{ copy: c.blind.copy, copied: c.blind.copied, refused: c.blind.copyRefused }}
          />
        )}
      </div>
      <dl className={styles["tally"]}>
        {lines.map(([name, count]) => (
          <div key={name}>
            <dt dir="auto">{name}</dt>
            <dd>{numbers.integer(count)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles["note"]}>
        {chance === undefined
          ? c.blind.noChance
          : isAb
            ? c.blind.chance(chance, answers)
            : c.blind.chanceX(chance, answers)}
      </p>
      <ul className={styles["drawn"]}>
        {test.rounds.map((round, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rounds have no other name than their order
          <li key={at}>{describeRound(round, at + 1)}</li>
        ))}
      </ul>
    </section>
  );
}
