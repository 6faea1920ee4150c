import { useDeferredValue, useEffect, useMemo, useState } from "react";
import type { ModelDescriptor } from "../../contract/model.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import {
  type CodeRequest,
  codeRequestOf,
  type Snippet,
  sentText,
  variables,
  withoutCode,
} from "../../contract/snippets/code-request.ts";
import { snippetsOf } from "../../contract/snippets/index.ts";
import { readByHand } from "../../core/exchanges/by-hand.ts";
import { type RouteRequest, routeOfSpeech, routeRequest } from "../../core/exchanges/route-form.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useConfig, usePlayground, useScript, useTexts } from "../../core/page/playground-context.ts";
import { requestsOfPlan, requestsOfTake } from "../../core/submit/submission.ts";
import { useLibrary } from "../../core/takes/use-history.ts";
import { Notice } from "../../kit/notice.tsx";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import { Options, Select } from "../../kit/select.tsx";
import { BodyView, CopyAll } from "./body-view.tsx";
import { type RequestTexts, requestMessages } from "./messages/index.ts";
import { PartSelect } from "./part-select.tsx";
import styles from "./request.module.css";
import { useRequestTab } from "./use-request.ts";

const languages = ["curl", "python", "typescript"] as const;
type Language = (typeof languages)[number];
const sources = ["outgoing", "byHand", "answer"] as const;
type Source = (typeof sources)[number];

/** A request as a program, in each language that can send it. */
export function CodeView() {
  const texts = useTexts(requestMessages);
  const { messages } = texts;
  const [source, setSource] = useState<Source>("outgoing");
  const [language, setLanguage] = useState<Language>("curl");
  const [client, setClient] = useState<Snippet["id"]>("openai");
  const [part, setPart] = useState(0);
  const { requests, why } = useCodeRequests(source);
  const request = requests[part] ?? requests[0];
  const snippets = useMemo(() => (request === undefined ? [] : snippetsOf(request)), [request]);
  const ofLanguage = snippets.filter((snippet) => snippet.language === language);
  const snippet = ofLanguage.find(({ id }) => id === client) ?? ofLanguage[0];
  return (
    <>
      <div className={styles["bar"]}>
        <span className="line">
          <Segmented
            small
            label={messages.code.language}
            value={language}
            onChange={setLanguage}
            options={optionsOf(languages, messages.code.languages)}
          />
        </span>
        {ofLanguage.length > 1 && (
          <span className="line">
            <Segmented
              small
              label={messages.code.client}
              value={snippet?.id ?? client}
              onChange={setClient}
              options={ofLanguage.map(({ id }) => ({ value: id, label: id }))}
            />
          </span>
        )}
        <label className="line">
          <span className="note">{messages.code.of}</span>
          <Select
            value={source}
            onChange={({ target }) => setSource(sources.find((each) => each === target.value) ?? "outgoing")}
          >
            <Options of={sources} label={(each) => messages.code.sources[each]} />
          </Select>
        </label>
        <PartSelect
          part={request === undefined ? 0 : requests.indexOf(request)}
          count={requests.length}
          onPart={setPart}
        />
        {snippet !== undefined && <CopyAll label={messages.copyOf.code} text={() => snippet.code} />}
      </div>
      {snippet === undefined ? (
        <Notice tone="quiet">{whyNone(request, why, texts)}</Notice>
      ) : (
        <Code snippet={snippet} />
      )}
    </>
  );
}

function Code({ snippet }: { readonly snippet: Snippet }) {
  const texts = useTexts(requestMessages);
  const { messages, page } = texts;
  const config = useConfig().data;
  return (
    <>
      <BodyView label={`${messages.views.code}${page.between.colon}${snippet.name}`} text={snippet.code} look="raw" />
      <p className="note">
        {needsOf(snippet, texts)}
        {page.between.sentences}
        {messages.code.variables(
          variables.key,
          variables.baseUrl,
          config?.service === "remote" ? (config.baseUrl ?? "") : "",
        )}
        {page.between.sentences}
        {config?.service === "embedded" && messages.code.embedded}
      </p>
    </>
  );
}

function whyNone(request: CodeRequest | undefined, lack: Lack, { messages }: RequestTexts): string {
  if (request === undefined) return messages.code.none[lack];
  const why = withoutCode(request);
  return why === undefined ? messages.code.webSocketCurl : messages.code.without[why];
}

function needsOf({ id, language, needs }: Snippet, { messages, page }: RequestTexts): string {
  const packages = needs.length === 0 ? "" : messages.code.needs(needs.join(", "));
  const further = {
    curl: messages.code.shell,
    python: id === "openai" ? messages.code.openai : "",
    typescript: messages.code.node,
  };
  return [packages, further[language]].filter((part) => part !== "").join(page.between.sentences);
}

/** Why there is no request to make code of; `elsewhere`: there is one, which may go anywhere below the base. */
type Lack = keyof RequestTexts["messages"]["code"]["none"];

/** What code is made of: several for a script that is sent in parts; where there is none, why. */
function useCodeRequests(source: Source): { readonly requests: readonly CodeRequest[]; readonly why: Lack } {
  const plan = useDeferredValue(usePlan());
  const script = useDeferredValue(useScript());
  const form = useDeferredValue(useRequestTab((tab) => tab.form));
  const answered = useAnswered(source === "answer");
  return useMemo(() => {
    const why = source === "answer" ? "answer" : "address";
    if (source === "outgoing")
      return { requests: requestsOfPlan(plan, script).map((each) => codeOfSpeech(each, plan.model)), why };
    const request = routeRequest(form);
    const asked = source === "answer" ? answered : request === undefined ? [] : [request];
    const requests = asked.flatMap((each) => codeOfRoute(each, plan.model) ?? []);
    return { requests, why: asked.length > 0 ? "elsewhere" : why };
  }, [source, plan, script, form, answered]);
}

/** The request whose answer is looked at, or those of its parts. */
function useAnswered(wanted: boolean): readonly RouteRequest[] {
  const { library } = usePlayground();
  const { rows } = useLibrary();
  const subject = useRequestTab((tab) => tab.subject);
  const exchange = useRequestTab((tab) => tab.exchanges.find(({ id }) => id === subject));
  const take = exchange === undefined ? (rows.find(({ id }) => id === subject) ?? rows[0])?.id : undefined;
  const [read, setRead] = useState<{ readonly id: string; readonly requests: readonly SpeechRequest[] }>();
  useEffect(() => {
    if (!wanted || take === undefined) return;
    library.details(take).then((details) => {
      if (details !== undefined) setRead({ id: take, requests: requestsOfTake(details) });
    });
  }, [library, take, wanted]);
  return useMemo(() => {
    if (exchange !== undefined) return [exchange.request];
    return read === undefined || read.id !== take ? [] : read.requests.map(routeOfSpeech);
  }, [exchange, read, take]);
}

/** What code is made of for a speech request; `fallback` stands in for a model that isn't known. */
function codeOfSpeech(request: SpeechRequest, fallback: ModelDescriptor): CodeRequest {
  const { model, values } = readByHand(request, fallback);
  return codeRequestOf(request, model.output(values));
}

/** What code is made of for a request by hand. */
export function codeOfRoute(
  { endpoint, own, ...request }: RouteRequest,
  fallback: ModelDescriptor,
): CodeRequest | undefined {
  const { method, path, body = "" } = request;
  // Code is made of what is documented alone: the key would go nobody knows where.
  if (own !== undefined || (method !== "GET" && method !== "HEAD" && method !== "POST")) return undefined;
  if (endpoint !== undefined) return codeOfSpeech({ endpoint, path, body }, fallback);
  const isSound = /\/content(?:\?|$)/.test(path);
  const file = method === "HEAD" ? "head.txt" : isSound ? "speech.audio" : "answer.json";
  return { ...request, method, ...("body" in request ? { body: sentText(body) } : {}), kind: "file", file };
}
