import type { UnusableReason } from "../../reference/unusable.ts";
import type { Measurement } from "./measure.ts";

/** What the measuring thread answers: errors lose their class on the way between threads, so the reason travels. */
export type MeasuringAnswer = { readonly measurement: Measurement } | { readonly unusable: UnusableReason };
