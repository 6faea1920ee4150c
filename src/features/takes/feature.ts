import type { Feature } from "../../core/page/feature.ts";
import { TakesPanel } from "./takes-panel.tsx";

/** Every take, newest first. */
export const takes: Feature = { tab: { id: "takes", Panel: TakesPanel } };
