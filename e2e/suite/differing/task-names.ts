import type { JsonObject } from "../../../src/contract/json.ts";
import { signature } from "../../spec-fake/tasks.ts";

/** The tasks of a service under names of its own, with every character that an opaque string may hold. */
export interface TaskNames {
  /** A task object as this service tells it: another id and whole addresses, those of Model C signed, no progress. */
  tell(task: JsonObject): JsonObject;
  /** The id inside; undefined for a name that nobody has. */
  innerId(name: string): string | undefined;
  /** Whether the query of an address is as it was given. */
  isGiven(query: string): boolean;
}

/** @param base the service's base address. */
export function createTaskNames(base: () => string): TaskNames {
  const inner = new Map<string, string>();
  const names = new Map<string, string>();

  function nameOf(id: string): string {
    const known = names.get(id);
    if (known !== undefined) return known;
    const name = `task_~Aa.0-${"_".repeat(3)}${names.size + 1}~`;
    names.set(id, name);
    inner.set(name, id);
    return name;
  }

  return {
    tell({ progress: _, duration_seconds: __, ...task }) {
      const name = nameOf(String(task["id"]));
      const address = (route: string) => `${base()}/v1/audio/speech/tasks/${name}/${route}`;
      const content = address("content") + (task["model"] === "refvoice-2" ? signature : "");
      return {
        ...task,
        id: name,
        ...("content_url" in task ? { content_url: content } : {}),
        ...("timestamps_url" in task ? { timestamps_url: address("timestamps") } : {}),
        ...{ owner: { team: "<b>letters</b>" }, duration: 4_711, tags: [null, 1] },
      };
    },
    innerId: (name) => inner.get(name),
    isGiven: (query) => query === "" || query === signature,
  };
}
