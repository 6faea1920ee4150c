import type { Feature } from "../../core/page/feature.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";

/** Takes that leave the page as files. */
export const exporting: Feature = { offers: { Export: lazyWithRetry(() => import("./export-dialog.tsx")) } };
