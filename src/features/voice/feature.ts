import type { Feature } from "../../core/page/feature.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";

/** The list of voices, for whoever works with several of them. */
export const voice: Feature = { offers: { Voices: lazyWithRetry(() => import("./voices-to-tick.tsx"), null) } };
