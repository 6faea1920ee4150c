import * as z from "zod/mini";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ExchangeRequest } from "../../api/exchange.ts";
import { byHandFields, byHandMethods, byHandPath } from "../../contract/by-hand.ts";
import { routeNames } from "../../contract/documented-routes.ts";
import { chosenModel } from "../../contract/models/index.ts";
import { perPlayground } from "../page/per-playground.ts";
import type { Playground } from "../page/playground.ts";
import { createSettingsStorage, type StorageOptions } from "../page/settings-storage.ts";
import { toldRecords } from "../page/told-records.ts";
import { createBrowserRecords } from "../takes/browser-records.ts";
import type { Records } from "../takes/records.ts";
import type { TakeId } from "../takes/take.ts";
import { createTakeId } from "../takes/take-id.ts";
import { submissionByHand } from "./by-hand.ts";
import { type Exchange, exchangeSchema, mergeExchanges, type StoredExchange, storedExchange } from "./exchanges.ts";
import { isKeyOrNone, isRange, type RouteForm, type RouteRequest, routeRequest } from "./route-form.ts";

export const requestViews = ["outgoing", "byHand", "answer", "code"] as const;
export type RequestView = (typeof requestViews)[number];

/** What the Request tab holds while the page is open, whichever tab is shown. */
export interface RequestTab {
  readonly view: RequestView;
  readonly form: RouteForm;
  /** Whether the body is a person's own, empty or not: nothing else takes its place unasked. */
  readonly isOwnBody: boolean;
  /** The take or exchange whose answer is looked at: the one that was chosen, opened in the player, or sent last. */
  readonly subject: string | undefined;
  /** The latest first. */
  readonly exchanges: readonly Exchange[];
  /** Whether the body that is written by hand is to take the keyboard when it is shown. */
  readonly leads: boolean;
  show(view: RequestView): void;
  /** Shows what is written by hand, and gives its body the keyboard. */
  lead(): void;
  /** The body has the keyboard. */
  arrive(): void;
  /** Notes what a person wrote, which then outlives a reload. */
  change(change: Partial<RouteForm>): void;
  /** Puts what the page's form makes in its place: nothing is a person's own any more. */
  fill(change: Partial<RouteForm>): void;
  choose(id: string): void;
  /**
   * Sends what the form holds, once, as it is. What speaks becomes a take, unless a person must be asked first. Call it
   * inside a person's click or key. Nothing is sent while a task is on its way, where the form gives no address, or
   * where range or key could stand in no header.
   *
   * @param key pays for a request that goes anywhere, in the place of the usual one. It is kept nowhere.
   */
  send(key?: string): void;
  /** Asks another service the same, by its name, with the usual key. */
  sendAt(request: RouteRequest, service: string): void;
  /** Ends an exchange that is waited for. The service may go on all the same. */
  stop(id: string): void;
}

/** The Request tab of a playground; the same one every time. */
export const requestTabOf = perPlayground((playground) =>
  createRequestTab(
    playground,
    toldRecords(playground, createBrowserRecords("exchanges", exchangeSchema)),
    createKeptForm(playground.tabStorage),
  ),
);

/** A Request tab whose exchanges stand in `records` once they are over, and what is written by hand in `keptForm`. */
function createRequestTab(
  { settings, submit, takes, client, serviceName }: RequestPlayground,
  records: Records<StoredExchange>,
  keptForm: ReturnType<typeof createKeptForm>,
): StoreApi<RequestTab> {
  const running = new Map<string, AbortController>();
  const store = createStore<RequestTab>()((set, get) => {
    const model = () => chosenModel(settings.getState().model);
    const kept = keptForm.read();

    async function exchange(asked: RouteRequest, key: string, service = serviceName()): Promise<void> {
      const isOther = asked.own !== undefined && key !== "";
      const request: RouteRequest = {
        ...asked,
        ...(service === undefined ? {} : { service }),
        ...(asked.own === undefined
          ? {}
          : { own: { fields: asked.own.fields, ...(isOther ? { otherKey: true } : {}) } }),
      };
      const created = Date.now();
      const id = createTakeId(created, (array) => crypto.getRandomValues(array));
      const controller = new AbortController();
      running.set(id, controller);
      const entry: Exchange = { id, created, request, state: { status: "waiting" } };
      set({ exchanges: mergeExchanges([entry], get().exchanges).kept, subject: id, view: "answer" });
      const settle = (state: Exchange["state"]): void => {
        running.delete(id);
        const over = { ...entry, state };
        set({ exchanges: mergeExchanges([over], get().exchanges).kept });
        const stored = storedExchange(over);
        if (stored !== undefined) records.put(stored);
      };
      try {
        settle({ status: "answered", answer: await client.exchange(asSent(request, key), controller.signal) });
      } catch (error) {
        if (controller.signal.aborted) settle({ status: "stopped" });
        else settle({ status: "failed", message: error instanceof Error ? error.message : String(error) });
      }
    }

    return {
      view: "outgoing",
      form: kept ?? { route: "speech", taskId: "", query: "", range: "", model: model().id, body: "" },
      // Wherever one may go, a request may be meant to have none.
      isOwnBody: kept?.route === "any",
      subject: takes.getState().current?.id,
      exchanges: [],
      leads: false,
      show: (view) => set({ view }),
      lead: () => set({ view: "byHand", leads: true }),
      arrive: () => set({ leads: false }),
      change(change) {
        const form = { ...get().form, ...change };
        // A request that is sent like another brings its body along, also where it had none.
        const isWritten = change.body !== undefined && change.route === undefined;
        set({ form, isOwnBody: get().isOwnBody || form.route === "any" || isWritten });
        keptForm.write(form);
      },
      fill(change) {
        set({ form: { ...get().form, ...change }, isOwnBody: false });
        keptForm.write(undefined);
      },
      choose: (subject) => set({ subject }),
      send(key = "") {
        const request = routeRequest(get().form);
        if (request === undefined || !isRange(request.range ?? "") || !isKeyOrNone(key)) return;
        const { endpoint, path, body = "" } = request;
        if (endpoint === undefined) exchange(request, key);
        else {
          submit.getState().submit({
            place: "hand",
            read: () => submissionByHand({ endpoint, path, body }, model()),
            onOutcome: (outcome) => outcome.kind === "sent" && set({ subject: outcome.take.id, view: "answer" }),
          });
        }
      },
      sendAt: (request, service) => void exchange(request, "", service),
      stop: (id) => running.get(id)?.abort(),
    };
  });
  records.subscribe(() => {
    const { kept, over } = mergeExchanges(store.getState().exchanges, records.getSnapshot().records);
    store.setState({ exchanges: kept });
    const onDisk = new Set(records.getSnapshot().records.map(({ id }) => id));
    const tooMany = over.flatMap(({ id }) => (onDisk.has(id) ? [id] : []));
    if (tooMany.length > 0) records.delete(...tooMany);
  });
  records.open();
  const look = (subject: TakeId | undefined): void => {
    if (subject !== undefined) store.setState({ subject });
  };
  takes.subscribe(({ current }, before) => current !== before.current && look(current?.id));
  submit.subscribe(({ sending }, before) => sending !== before.sending && look(sending?.id));
  return store;
}

/** A request as it leaves the page: what isn't documented goes by way of the playground's server. */
function asSent({ own, ...request }: RouteRequest, key: string): ExchangeRequest {
  if (own === undefined) return request;
  const headers = {
    [byHandFields.fields]: JSON.stringify(own.fields),
    ...(key === "" ? {} : { [byHandFields.key]: key }),
    ...(request.body === undefined ? {} : { "content-type": "application/octet-stream" }),
  };
  return { ...request, path: byHandPath + request.path, headers };
}

type RequestPlayground = Pick<Playground, "settings" | "submit" | "takes" | "client" | "serviceName">;

const keptKey = "speech-playground-by-hand";

const formSchema = z.object({
  route: z.enum([...routeNames, "any"]),
  own: z.exactOptional(z.object({ method: z.enum(byHandMethods), path: z.string(), fields: z.string() })),
  taskId: z.string(),
  query: z.string(),
  range: z.string(),
  model: z.string(),
  body: z.string(),
});

/** What a person wrote by hand, kept through a reload in a tab's own storage: another may be about another request. */
export function createKeptForm(tabStorage: StorageOptions) {
  const storage = createSettingsStorage<RouteForm>(tabStorage, () => ({}));
  return {
    read(): RouteForm | undefined {
      const kept = storage.getItem(keptKey);
      if (kept === null || "then" in kept) return undefined;
      const parsed = formSchema.safeParse(kept.state);
      return parsed.success ? parsed.data : undefined;
    },
    /**
     * Undefined forgets it: what the form makes is made anew. Written a moment later, and when the page may be about to
     * go.
     */
    write(form: RouteForm | undefined): void {
      if (form === undefined) storage.removeItem(keptKey);
      else storage.setItem(keptKey, { state: form });
    },
  };
}
