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

const features: readonly Feature[] = [takes, tasks, request, frames, compare, batch, checks, present, exporting];

/** The board's tabs, in the order of the features. */
export const tabs = features.flatMap(({ tab }) => tab ?? []);

/** What all features offer to do with takes and answers. */
export const offers: Offers = Object.assign({}, ...features.map((feature) => feature.offers));
