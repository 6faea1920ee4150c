import type { Feature } from "../../core/page/feature.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { linksOf } from "./links.ts";

/** Takes that leave the page as files, and what became of files that come in. */
export const exporting: Feature = {
  offers: {
    Export: lazyWithRetry(() => import("./export-dialog.tsx")),
    ShareLink: lazyWithRetry(() => import("./link-dialog.tsx")),
    links: linksOf,
    ImportNotice: lazyWithRetry(() => import("./import-notice.tsx"), null),
  },
};
