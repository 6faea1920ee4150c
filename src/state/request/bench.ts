import { createStore, type StoreApi } from "zustand/vanilla";
import type { ExchangeAnswer } from "../../api/exchange.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import { chosenModel } from "../derive.ts";
import type { TakeId } from "../library/take.ts";
import { createTakeId } from "../library/take-id.ts";
import type { Playground } from "../playground.ts";
import { draftByHand } from "./by-hand.ts";
import { type RouteForm, type RouteRequest, routeRequest } from "./route-form.ts";

/** The views of the Request tab. */
export const benchViews = ["outgoing", "byHand", "answer", "code"] as const;
export type BenchView = (typeof benchViews)[number];

/** A request by hand to a route that doesn't speak, and what became of it. Kept as long as the page is open. */
export interface Exchange {
  /** Sorts by time, like a take's. */
  readonly id: string;
  /** Unix time in milliseconds. */
  readonly created: number;
  readonly request: RouteRequest;
  readonly state:
    | { readonly status: "waiting" }
    | { readonly status: "answered"; readonly answer: ExchangeAnswer }
    | { readonly status: "failed"; readonly message: string }
    | { readonly status: "stopped" };
}

/** What the Request tab holds while the page is open, whichever tab is shown. */
export interface Bench {
  readonly view: BenchView;
  readonly form: RouteForm;
  /** The take or exchange whose answer is looked at: the one that was chosen, opened in the player, or sent last. */
  readonly subject: string | undefined;
  /** The latest first. */
  readonly exchanges: readonly Exchange[];
  show(view: BenchView): void;
  change(change: Partial<RouteForm>): void;
  choose(id: string): void;
  /**
   * Sends what the form holds, once, as it is. What speaks becomes a take. Call it inside a person's click or key. Nothing
   * is sent while a task is on its way, or where the form gives no address.
   */
  send(): void;
  /** Ends an exchange that is waited for. The service may go on all the same. */
  stop(id: string): void;
}

export type BenchStore = StoreApi<Bench>;

/** The most exchanges that are kept. */
const mostExchanges = 50;

const benches = new WeakMap<Playground, BenchStore>();

/** The bench of a playground; the same one every time. */
export function benchOf(playground: Playground): BenchStore {
  const known = benches.get(playground);
  if (known !== undefined) return known;
  const bench = createBench(playground);
  benches.set(playground, bench);
  return bench;
}

function createBench({ settings, takes, client }: Playground): BenchStore {
  const running = new Map<string, AbortController>();
  const store = createStore<Bench>()((set, get) => {
    const model = () => chosenModel(settings.getState().model);

    function speak(request: SpeechRequest): TakeId | undefined {
      const { volume } = settings.getState();
      return takes.getState().submit((origin) => draftByHand(request, model(), origin), volume);
    }

    async function exchange(request: RouteRequest): Promise<void> {
      const created = Date.now();
      const id = createTakeId(created, (array) => crypto.getRandomValues(array));
      const controller = new AbortController();
      running.set(id, controller);
      const entry: Exchange = { id, created, request, state: { status: "waiting" } };
      set({ exchanges: [entry, ...get().exchanges].slice(0, mostExchanges), subject: id, view: "answer" });
      const settle = (state: Exchange["state"]): void => {
        running.delete(id);
        set({ exchanges: get().exchanges.map((each) => (each.id === id ? { ...each, state } : each)) });
      };
      try {
        settle({ status: "answered", answer: await client.exchange(request, controller.signal) });
      } catch (error) {
        if (controller.signal.aborted) settle({ status: "stopped" });
        else settle({ status: "failed", message: error instanceof Error ? error.message : String(error) });
      }
    }

    return {
      view: "outgoing",
      form: { route: "speech", taskId: "", query: "", range: "", model: model().id, body: "" },
      subject: takes.getState().current?.id,
      exchanges: [],
      show: (view) => set({ view }),
      change: (change) => set({ form: { ...get().form, ...change } }),
      choose: (subject) => set({ subject }),
      send() {
        const request = routeRequest(get().form);
        if (request === undefined) return;
        const { endpoint, path, body = "" } = request;
        if (endpoint === undefined) exchange(request);
        else {
          const subject = speak({ endpoint, path, body });
          if (subject !== undefined) set({ subject, view: "answer" });
        }
      },
      stop: (id) => running.get(id)?.abort(),
    };
  });
  takes.subscribe(({ current, sending }, before) => {
    const opened = current !== before.current ? current?.id : undefined;
    const subject = (sending !== before.sending ? sending?.id : undefined) ?? opened;
    if (subject !== undefined) store.setState({ subject });
  });
  return store;
}
