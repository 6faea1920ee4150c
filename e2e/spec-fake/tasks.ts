import { type Answer, type Differs, json, refusal, sound } from "./answer.ts";
import { sing, sungWords, type Wrapping } from "./sound.ts";

/** What is answered to one look at a task. */
export type Look =
  /** The task object, with these fields instead of its own. */
  | { readonly task: Readonly<Record<string, unknown>> }
  /** Anything else, such as a refusal. */
  | { readonly answer: Answer }
  /** No answer: the connection is reset. */
  | "reset";

/** The look at a task that is done, with the addresses that this service would give. */
export const done = { task: { status: "completed" } } as const satisfies Look;
export const running = { task: { status: "running" } } as const satisfies Look;

interface Task {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly text: string;
  readonly looks: Look[];
}

/** The tasks of one service. */
export interface Tasks {
  create(model: string, text: string, looks: readonly Look[], id?: string): Answer;
  /** Answers what is asked below `/v1/audio/speech/tasks/`; undefined resets the connection. */
  answer(rest: string, query: string, range: string | undefined): Promise<Answer | undefined>;
}

/**
 * A signature as a service may write one: bytes that look alike to a reader and not to the one who checks it. An
 * address that is parsed and put together again comes out different.
 */
export const signature = "?Signature=a%2Fb%2fc+d/e==&&x&=&exp=1%3a2;3&sig=~!*()@:,$|[]%20%E9&Signature=again?";

/** @param address the service's base address, with the prefix of its path. */
export function createTasks(address: () => string, differs: Differs): Tasks {
  const tasks = new Map<string, Task>();

  function nextId(): string {
    const number = tasks.size + 1;
    return differs("unusual_task_ids") ? `task_~Aa.0-${"_".repeat(3)}${number}~` : `task_${number}`;
  }

  function addressOf(task: Task, route: "content" | "timestamps"): string {
    const path = `/v1/audio/speech/tasks/${task.id}/${route}`;
    const url = differs("absolute_addresses")
      ? address() + path
      : new URL(address()).pathname.replace(/\/$/, "") + path;
    return route === "content" && differs("signed_content") ? url + signature : url;
  }

  function objectOf(task: Task, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const { id, created, model } = task;
    const unusual = differs("unusual_tasks");
    const status = fields["status"] === "running" && !differs("unusual_status") ? "in_progress" : fields["status"];
    return {
      id,
      object: "audio.speech",
      created_at: created,
      model,
      ...(unusual
        ? { owner: { team: "<b>letters</b>" }, duration: 4_711, tags: [null, 1] }
        : { progress: status === "queued" ? 0 : status === "completed" ? 100 : 50 }),
      ...(status !== "completed" ? {} : completedFields(task)),
      ...fields,
      status,
    };
  }

  function completedFields(task: Task): Record<string, unknown> {
    return {
      content_url: addressOf(task, "content"),
      // Model C has no timestamps (section 4, rule 4).
      ...(task.model === "refvoice-2" ? {} : { timestamps_url: addressOf(task, "timestamps") }),
      ...(differs("unusual_tasks") ? {} : { duration_seconds: sungWords(task.text).at(-1)?.end ?? 1 }),
    };
  }

  function timestampsOf({ text }: Task): unknown {
    const words = sungWords(text);
    if (!differs("bare_timestamps")) return { granularity: "word", unit: "seconds", timestamps: words };
    return words.map(({ word, start, end }, index) => ({
      index,
      text: word,
      start: Math.round(start * 1_000),
      end: Math.round(end * 1_000),
      confidence: 0.5,
      phonemes: [],
    }));
  }

  return {
    create(model, text, looks, id = nextId()) {
      const task = { id, created: Math.floor(Date.now() / 1_000), model, text, looks: [...looks] };
      tasks.set(task.id, task);
      return json(differs("accepted_tasks") ? 202 : 200, objectOf(task, { status: "queued" }));
    },
    async answer(rest, query, range) {
      const [id = "", route] = rest.split("/");
      const task = tasks.get(id);
      if (task === undefined) return refusal(404, "No such task.", differs);
      if (route === undefined) {
        const look = (task.looks.length > 1 ? task.looks.shift() : task.looks[0]) ?? done;
        if (look === "reset") return undefined;
        return "answer" in look ? look.answer : json(200, objectOf(task, look.task));
      }
      if (route === "timestamps") return json(200, timestampsOf(task));
      if (differs("signed_content") && query !== signature) return refusal(403, "The signature was changed.", differs);
      const wrapping: Wrapping = task.model === "refvoice-2" ? "wav" : "mp3";
      const { bytes, mediaType } = await sing(task.text, wrapping, 16_000);
      return sound(bytes, mediaType, range, differs);
    },
  };
}
