import type { Feature } from "../../core/page/feature.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";

/** Takes that leave the page as files, and what became of files that come in. */
export const exporting: Feature = {
  offers: {
    Export: lazyWithRetry(() => import("./export-dialog.tsx")),
    ShareLink: lazyWithRetry(() => import("./link-dialog.tsx")),
    ImportNotice: lazyWithRetry(() => import("./import-notice.tsx"), null),
  },
};
