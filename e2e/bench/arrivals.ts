import {
  arrivalRows,
  type Judged,
  judgeRow,
  learningRules,
  type Rules,
} from "../../src/audio/players/arrivals.fixture.ts";
import { patientStart } from "../../src/audio/players/prebuffer-policy.ts";
import { createEarlierRule } from "./arrivals/earlier-rule.ts";
import type { Part } from "./requirement.ts";

/** Of each row so many services are drawn, with six answers each. */
const services = 10_000;
/** The largest share of answers that may stand still. */
const mostStalls = 0.005;

/**
 * When a sound begins, over arrivals of many kinds, by the earlier rule and by today's: the share of answers that stand
 * still, and where they begin, in milliseconds behind the first piece. Beside them a rule that always waits for 600 ms:
 * a row in which that stands still can't be played.
 */
export async function benchArrivals(): Promise<Part[]> {
  const judged = arrivalRows.map((row) => {
    const plain = (next: Rules["next"]) => judgeRow(row, services, () => ({ next }), 1).first;
    const { first, later, returned } = judgeRow(row, services, learningRules);
    return {
      name: row.name,
      patient: plain(createPatientRule),
      earlier: plain(createEarlierRule),
      ...{ first, later, returned },
    };
  });
  const playable = judged.filter(({ patient }) => patient.stalls <= mostStalls);
  const most = (what: "first" | "later" | "returned"): number =>
    Math.max(...playable.map((row) => row[what].stalls * 100));
  const bound = { below: mostStalls * 100 };
  const begunLater = playable
    .filter(({ earlier, first }) => median(first) > median(earlier) + 4)
    .map(
      ({ name, earlier, first, later }) =>
        `${name}: at ${[earlier, first, later].map((one) => ms(median(one))).join(", then ")}`,
    );
  return [
    {
      rows: judged.map(({ name, patient, earlier, first, later, returned }) => ({
        arrivals: name,
        "600 ms": say(patient),
        earlier: say(earlier),
        "first answer": say(first),
        "later answers": say(later),
        "first of a later visit": say(returned),
      })),
      notes: [
        `Each cell: % that stand still: median and 9 in 10, ms. ${services} first answers, ${services * 5} later ones.`,
        ["These begin later at first:", ...begunLater].join("\n"),
      ],
      requirements: [
        { what: "most first answers that stand still in a row", value: most("first"), bound, unit: "%" },
        { what: "most later answers that stand still in a row", value: most("later"), bound, unit: "%" },
        {
          what: "most first answers of a later visit that stand still in a row",
          value: most("returned"),
          bound,
          unit: "%",
        },
      ],
    },
  ];
}

const createPatientRule = () => ({
  came: () => undefined,
  mayStart: ({ available, ended }: { readonly available: number; readonly ended: boolean }) =>
    ended || available >= patientStart,
});

const median = ({ starts }: Judged): number => sorted(starts, 0.5);
/** The starts are sorted already; to sort them again takes longer than all the rest. */
const sorted = (values: readonly number[], share: number): number =>
  values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN;
const ms = (value: number): string => value.toFixed(0);
const say = ({ stalls, starts }: Judged): string =>
  `${(stalls * 100).toFixed(2)}: ${ms(sorted(starts, 0.5)).padStart(3)}, ${ms(sorted(starts, 0.9)).padStart(3)}`;
