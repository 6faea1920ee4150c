import * as z from "zod/mini";
import { routeNames } from "../../contract/documented-routes.ts";
import { createSettingsStorage, type StorageOptions } from "../page/settings-storage.ts";
import type { RouteForm } from "./route-form.ts";

const keptKey = "speech-playground-by-hand";

const formSchema = z.object({
  route: z.enum(routeNames),
  taskId: z.string(),
  query: z.string(),
  range: z.string(),
  model: z.string(),
  body: z.string(),
});

/** What a person wrote by hand, kept through a reload. */
export interface KeptForm {
  read(): RouteForm | undefined;
  /**
   * Undefined forgets it: what the form makes is made anew. Written a moment later, and when the page may be about to
   * go.
   */
  write(form: RouteForm | undefined): void;
}

/** Keeps it in a tab's own storage: another tab may be about another request. */
export function createKeptForm(tabStorage: StorageOptions): KeptForm {
  const storage = createSettingsStorage<RouteForm>(tabStorage, () => ({}));
  return {
    read() {
      const kept = storage.getItem(keptKey);
      if (kept === null || "then" in kept) return undefined;
      const parsed = formSchema.safeParse(kept.state);
      return parsed.success ? parsed.data : undefined;
    },
    write(form) {
      if (form === undefined) storage.removeItem(keptKey);
      else storage.setItem(keptKey, { state: form });
    },
  };
}
