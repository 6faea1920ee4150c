import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { classes } from "../../kit/classes.ts";
import { CopyButton } from "../../kit/copy-button.tsx";
import { type BlindRound, type BlindTest, handsOf, isRight, roundsAsCsv, tallyOf } from "./blind.ts";
import styles from "./compare.module.css";
import { useLook } from "./look.ts";
import { compareMessages } from "./messages/index.ts";

interface BlindResultProps {
  readonly test: BlindTest;
  /** What a take is called. */
  readonly nameOf: (id: string) => string;
  /** The same for whoever sees nothing else of it. */
  readonly wholeNameOf: (id: string) => string;
}

/** What a blind test came to, and what chance alone would have done. */
export function BlindResult({ test, nameOf, wholeNameOf }: BlindResultProps) {
  const { messages, page, numbers } = useHistoryTexts(compareMessages);
  const { large, heading: Heading, figures = !large } = useLook();
  const hands = handsOf(test);
  const { rounds, first, second, none, chance } = tallyOf(test);
  const isAb = test.kind === "ab";
  const answers = first + second;
  const lines = [
    [messages.blind.rounds, rounds],
    [isAb ? messages.blind.preferred(nameOf(test.pair[0])) : messages.blind.right, first],
    [isAb ? messages.blind.preferred(nameOf(test.pair[1])) : messages.blind.wrong, second],
    [isAb ? messages.blind.noneAb : messages.blind.noneAbx, none],
  ] as const;

  function describeRound(round: BlindRound, number: number): string {
    const { a, b, x, verdict } = round;
    const was = messages.blind.was(number, nameOf(a), nameOf(b));
    if (x === undefined) return `${was} · ${messages.blind.verdicts[verdict]}`;
    const right = isRight(round);
    const judged = right === undefined ? "" : right ? messages.blind.right : messages.blind.wrong;
    const truth = messages.blind.xWas(x === a ? messages.blind.places.a : messages.blind.places.b);
    return [was, truth, messages.blind.answered(messages.blind.verdictsX[verdict]), judged].filter(Boolean).join(" · ");
  }

  return (
    <section className={styles["part"]} aria-label={messages.blind.tally}>
      <div className={styles["bar"]}>
        <Heading>{messages.blind.tally}</Heading>
        {!large && (
          <CopyButton
            text={() => roundsAsCsv(test, wholeNameOf)}
            labels={{ copy: messages.blind.copy, ...page.copying }}
          />
        )}
      </div>
      {large && (
        <p className={styles["score"]}>
          <span dir="auto">{isAb ? nameOf(test.pair[0]) : messages.blind.right}</span>{" "}
          <b>
            {numbers.integer(first)} : {numbers.integer(second)}
          </b>{" "}
          <span dir="auto">{isAb ? nameOf(test.pair[1]) : messages.blind.wrong}</span>
          {hands !== undefined && <small>{messages.blind.handsWere(...hands)}</small>}
        </p>
      )}
      {figures && (
        <>
          <dl className={styles["tally"]}>
            {lines.map(([name, count]) => (
              <div key={name}>
                <dt dir="auto">{name}</dt>
                <dd>{numbers.integer(count)}</dd>
              </div>
            ))}
          </dl>
          <p className="quiet">
            {chance === undefined
              ? messages.blind.noChance
              : isAb
                ? messages.blind.chance(chance, answers)
                : messages.blind.chanceX(chance, answers)}
          </p>
          <ul className={classes("quiet", styles["drawn"])}>
            {test.rounds.map((round, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rounds have no other name than their order
              <li key={at}>{describeRound(round, at + 1)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
