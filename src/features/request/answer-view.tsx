import { useEffect, useMemo, useState } from "react";
import { configAt } from "../../contract/playground.ts";
import { type Answer, answerOfExchange, answerOfPart, answerOfTake } from "../../core/exchanges/answer.ts";
import type { Exchange } from "../../core/exchanges/exchanges.ts";
import { startOfPart } from "../../core/exchanges/hex-lines.ts";
import { lastSent, outgoingExchange, outgoingSpeech } from "../../core/exchanges/outgoing.ts";
import { type RouteRequest, routeFormOf, routeOfSpeech } from "../../core/exchanges/route-form.ts";
import { attempt } from "../../core/page/attempt.ts";
import { useConfig, usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { RemarksList } from "../../core/remarks/remarks-list.tsx";
import { requestsOfTake } from "../../core/submit/submission.ts";
import SubmitQuestion from "../../core/submit/submit-question.tsx";
import { agesOf } from "../../core/takes/age.ts";
import { useOffers } from "../../core/takes/offers.ts";
import { isSending, type TakeRow } from "../../core/takes/take.ts";
import { useDetails, useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { useTakeActions } from "../../core/takes/use-take-actions.ts";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty-state.tsx";
import { toShownView } from "../../kit/focus-after.ts";
import { Notice } from "../../kit/notice.tsx";
import { whileWanted } from "../../kit/while-wanted.ts";
import { Frames, SoundFacts, TextBody } from "./answer-body.tsx";
import { AnswerHead } from "./answer-head.tsx";
import { requestMessages } from "./messages/index.ts";
import { PartSelect } from "./part-select.tsx";
import styles from "./request.module.css";
import { RequestBody, RequestLines } from "./request-lines.tsx";
import { SubjectSelect } from "./subject-select.tsx";
import { TaskLooks } from "./task-looks.tsx";
import { useRequestTab } from "./use-request.ts";

/** What came back for a take or for a request by hand, as it came. */
export function AnswerView() {
  const { messages } = useTexts(requestMessages);
  const { rows } = useLibrary();
  const subject = useRequestTab((tab) => tab.subject);
  const show = useRequestTab((tab) => tab.show);
  const exchanges = useRequestTab((tab) => tab.exchanges);
  const exchange = exchanges.find(({ id }) => id === subject);
  const row = exchange === undefined ? (rows.find(({ id }) => id === subject) ?? rows[0]) : undefined;
  if (row === undefined && exchange === undefined)
    return (
      <EmptyState
        icon="exchange"
        title={messages.answer.none.title}
        text={messages.answer.none.text}
        steps={[{ label: messages.answer.none.byHand, act: () => show("byHand") }]}
      />
    );
  return (
    <>
      <SubjectSelect rows={rows} exchanges={exchanges} subject={(row ?? exchange)?.id} />
      {exchange !== undefined ? (
        <OfExchange key={exchange.id} exchange={exchange} />
      ) : (
        row !== undefined && <OfTake key={row.id} row={row} />
      )}
    </>
  );
}

function OfTake({ row }: { readonly row: TakeRow }) {
  const { messages } = useTexts(requestMessages);
  const { keepTake } = useOffers();
  const actions = useTakeActions();
  const details = useDetails(row);
  const [chosen, choose] = useState<number>();
  const { parts = [] } = details ?? {};
  const last = details && lastSent(row, details);
  const index = chosen ?? (last === undefined ? 0 : parts.indexOf(last));
  const part = parts[index];
  const answer = useMemo(
    () => (details === undefined || part === undefined ? answerOfTake(row, details) : answerOfPart(row, details, part)),
    [row, details, part],
  );
  const requests = useMemo(() => (details === undefined ? [] : requestsOfTake(details).map(routeOfSpeech)), [details]);
  const task = details?.task?.object;
  const lastTask = useMemo(() => (task === undefined ? undefined : JSON.stringify(task)), [task]);
  return (
    <Both
      answer={answer}
      at={row.created}
      request={requests[index]}
      select={<PartSelect part={index} count={requests.length} onPart={choose} />}
      to={row.address}
      onKeep={isSending(row) || keepTake === undefined ? undefined : () => actions.keepCase(row)}
    >
      {isSending(row) ? <Notice tone="quiet">{messages.answer.waiting}</Notice> : <AlsoAt row={row} />}
      <RemarksList row={row} />
      {row.facts !== undefined || row.sound !== "none" ? <SoundFacts row={row} /> : null}
      {answer.text !== undefined && (
        <TextBody title={messages.answer.body} text={answer.text} name="answer" blob={bodyOf(answer)} />
      )}
      <TaskLooks task={details?.task} />
      {lastTask !== undefined && (
        <TextBody title={messages.answer.lastTask} text={{ text: lastTask, truncated: false }} name="task" />
      )}
      <Frames answer={answer} />
      {!isSending(row) && row.sound === "none" && answer.text === undefined && lastTask === undefined && (
        <p className="note">{messages.answer.noBody}</p>
      )}
    </Both>
  );
}

/** Has the other services speak the same, and sets each beside this one. */
function AlsoAt({ row }: { readonly row: TakeRow }) {
  const { takes: messages } = useHistoryTexts();
  const { submit } = usePlayground();
  const actions = useTakeActions();
  const others = useOtherServices(row.serviceName);
  const [said, setSaid] = useState("");
  if (others.length === 0) return null;
  const speakAt = (name: string): void => {
    setSaid("");
    submit.getState().repeat(
      row.id,
      (told) => {
        const { kind } = told;
        if (kind === "sent") actions.compareAll([row.id, told.take.id]);
        if (kind === "busy" || kind === "undocumented_address") setSaid(messages.notDone[kind]);
      },
      name,
    );
  };
  return (
    <div className="inline">
      {others.map((name) => (
        <Button key={name} single onClick={() => speakAt(name)}>
          {messages.alsoAt(name)}
        </Button>
      ))}
      <span role="status">{said}</span>
      <SubmitQuestion place="takes" look="dialog" />
    </div>
  );
}

/** The names of the services but the one that was asked; none where there is one alone. */
function useOtherServices(asked: string | undefined): readonly string[] {
  const services = useConfig().data?.services ?? [];
  return services.flatMap(({ name }) => (name === asked ? [] : [name]));
}

/** The body byte for byte, as it is saved. */
function bodyOf({ text, headers }: Answer): Blob {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "text/plain";
  return new Blob([text?.bytes ?? text?.text ?? ""], { type });
}

function OfExchange({ exchange }: { readonly exchange: Exchange }) {
  const { messages } = useTexts(requestMessages);
  const playground = usePlayground();
  const { keepExchange } = useOffers();
  const stop = useRequestTab((tab) => tab.stop);
  const sendAt = useRequestTab((tab) => tab.sendAt);
  const config = useConfig().data;
  const others = useOtherServices(exchange.request.service);
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => whileWanted(answerOfExchange(exchange), setAnswer), [exchange]);
  const { state } = exchange;
  if (state.status === "waiting") {
    return (
      <div ref={toShownView} className="inline">
        <Notice tone="quiet">{messages.answer.waiting}</Notice>
        <Button onClick={() => stop(exchange.id)}>{messages.byHand.stop}</Button>
      </div>
    );
  }
  if (state.status === "stopped") return <Notice tone="warn">{messages.answer.stopped}</Notice>;
  if (answer === undefined) return null;
  const received = state.status === "answered" ? state.answer : undefined;
  return (
    <Both
      answer={answer}
      at={exchange.created}
      request={exchange.request}
      to={config && configAt(config, exchange.request.service).baseUrl}
      onKeep={
        // A check asks what is documented.
        received === undefined || keepExchange === undefined || exchange.request.own !== undefined
          ? undefined
          : () => attempt(playground, () => keepExchange(playground, exchange))
      }
    >
      {others.length > 0 && (
        <div className="inline">
          {others.map((name) => (
            <Button key={name} single onClick={() => sendAt(exchange.request, name)}>
              {messages.answer.alsoAsk(name)}
            </Button>
          ))}
        </div>
      )}
      {received !== undefined && (
        <TextBody
          title={messages.answer.body}
          text={answer.text}
          name="answer"
          blob={received.body}
          start={startOfPart(received.headers)}
          times={[received.times.headers, received.times.end]}
        />
      )}
    </Both>
  );
}

function Both({
  answer,
  at,
  request,
  select,
  to,
  onKeep,
  children,
}: {
  /** What it answers. */
  readonly request: RouteRequest | undefined;
  /** Chooses among several. */
  readonly select?: React.ReactNode;
  /** The base address of the service that was asked, where that is known. */
  readonly to: string | undefined;
  /** Makes a case of it; undefined where there is nothing yet to be expected. */
  readonly onKeep: (() => void) | undefined;
  readonly answer: Answer;
  readonly at: number;
  readonly children: React.ReactNode;
}) {
  const { messages, language } = useTexts(requestMessages);
  return (
    <div ref={toShownView} className="columns">
      <section className={styles["pane"]} aria-label={messages.views.answer}>
        {select}
        <AnswerHead answer={answer} when={agesOf(language).exactly(at)} />
        {request !== undefined && <Sent request={request} to={to} />}
        {onKeep !== undefined && (
          <div className="inline">
            <Button onClick={onKeep}>{messages.answer.keepCase}</Button>
          </div>
        )}
      </section>
      <section className={styles["pane"]} aria-label={messages.answer.came}>
        {children}
      </section>
    </div>
  );
}

/** The request that an answer belongs to, as it was sent, and the way to send one like it by hand. */
function Sent({ request, to }: { readonly request: RouteRequest; readonly to: string | undefined }) {
  const { messages } = useTexts(requestMessages);
  const change = useRequestTab((tab) => tab.change);
  const show = useRequestTab((tab) => tab.show);
  const outgoing = useMemo(() => {
    const { endpoint, path, body = "" } = request;
    return endpoint === undefined ? outgoingExchange(request) : outgoingSpeech({ endpoint, path, body });
  }, [request]);
  return (
    <details className={styles["help"]}>
      <summary>{messages.answer.sentTitle}</summary>
      <div className="stack">
        <RequestLines outgoing={outgoing} webSocket={request.endpoint === "websocket"} to={to} />
        {request.own?.otherKey && <p className="note">{messages.byHand.own.otherKey}</p>}
        {outgoing.body !== undefined && <RequestBody outgoing={outgoing} />}
        <div>
          <Button
            onClick={() => {
              change(routeFormOf(request));
              show("byHand");
            }}
          >
            {messages.answer.intoForm}
          </Button>
        </div>
      </div>
    </details>
  );
}
