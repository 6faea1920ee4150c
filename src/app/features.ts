import type { Feature } from "../core/page/feature.ts";
import type { Offers } from "../core/takes/offers.ts";
import { batch } from "../features/batch/feature.ts";
import { checks } from "../features/checks/feature.ts";
import { compare } from "../features/compare/feature.ts";
import { exporting } from "../features/export/feature.ts";
import { frames } from "../features/frames/feature.ts";
import { present } from "../features/present/feature.ts";
import { request } from "../features/request/feature.ts";
import { takes } from "../features/takes/feature.ts";
import { tasks } from "../features/tasks/feature.ts";
import { voice } from "../features/voice/feature.ts";

/** For who listens, and for who checks a service. */
const kinds: readonly (readonly Feature[])[] = [
  [takes, tasks, compare, batch],
  [request, frames, checks],
];
const features: readonly Feature[] = [...kinds.flat(), present, exporting, voice];

/** The board's tabs, in the order of the features, and which one begins another kind. */
export const tabs = kinds.flatMap((kind, at) =>
  kind.flatMap(({ tab }) => tab ?? []).map((tab, place) => ({ ...tab, apart: at > 0 && place === 0 })),
);

/** What features show in windows beside the page. */
export const windows = features.flatMap((feature) => feature.window ?? []);

/** What all features offer to do with takes and answers. */
export const offers: Offers = Object.assign({}, ...features.map((feature) => feature.offers));
