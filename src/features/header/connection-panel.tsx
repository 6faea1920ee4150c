import { useEffect, useId, useRef } from "react";
import { SpeechRequestError } from "../../api/errors.ts";
import type { Engines } from "../../contract/engines.ts";
import { models } from "../../contract/models/index.ts";
import { listingOf, otherModels } from "../../core/page/connection.ts";
import { isOwner, troubleText } from "../../core/page/owner.ts";
import { useConfig, useModelList, usePlayground, useTexts, useTrouble } from "../../core/page/playground-context.ts";
import { signOutOf } from "../../core/page/sign-out.ts";
import { type VoiceTexts, voiceMessages } from "../../core/voices/messages/index.ts";
import { enginesIn, naturalVoicesOf, shortEngineName } from "../../core/voices/natural-voices.ts";
import { languageNames } from "../../core/voices/voice-names.ts";
import { Button } from "../../kit/button.tsx";
import { Check } from "../../kit/check.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Notice } from "../../kit/notice.tsx";
import { Terms } from "../../kit/terms.tsx";
import styles from "./header.module.css";

/**
 * The connection in full: which service, whose key, what it lists, what is wrong and what to do, and how prices are
 * reckoned.
 */
export function ConnectionPanel({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(voiceMessages);
  const { page, messages } = texts;
  const playground = usePlayground();
  const config = useConfig();
  const list = useModelList();
  const trouble = useTrouble();
  // Its server's own word tells more, such as a certificate that can't be trusted; others can do nothing with it.
  const said =
    trouble === "service_gone" && isOwner() && list.error instanceof SpeechRequestError
      ? list.error.error.message
      : undefined;
  const panel = useRef<HTMLDivElement>(null);
  const asking = config.isFetching || list.isFetching;
  const session = config.data?.session;
  const mayLeave = session !== undefined && session !== "none_needed" && config.data?.hasKey === true;

  useEffect(() => panel.current?.focus(), []);

  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={page.header.connection}
      tabIndex={-1}
      className={styles["panel"]}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="panelHead">
        <h2>{page.header.connection}</h2>
        <IconButton icon="close" label={page.words.close} onClick={onClose} />
      </div>
      {trouble !== undefined && (
        <Notice tone="warn">
          {troubleText(page, trouble)}
          {page.between.sentences}
          {page.connection.kept}
        </Notice>
      )}
      {said !== undefined && <p lang="en">{said}</p>}
      <ServiceChoice />
      <dl className={styles["panelFacts"]}>
        <Terms of={useFacts(texts)} />
      </dl>
      <div className="inline">
        <Button
          size="pill"
          off={asking}
          onClick={() => {
            Promise.all([config.refetch(), list.refetch()]).catch(() => undefined);
          }}
        >
          {page.connection.ask}
        </Button>
        {config.data?.service === "embedded" && (
          <Button
            size="pill"
            onClick={() => {
              onClose();
              naturalVoicesOf(playground).getState().open();
            }}
          >
            {messages.naturalVoices}
          </Button>
        )}
        {mayLeave && (
          <Button
            size="pill"
            onClick={() => {
              onClose();
              signOutOf(playground).getState().ask();
            }}
          >
            {session === "key" ? page.connection.otherKey : page.header.signOut}
          </Button>
        )}
      </div>
    </div>
  );
}

type Clone = NonNullable<Engines["clones"]>[string];

function useFacts({ page, messages, numbers, language }: VoiceTexts): readonly (readonly [string, string])[] {
  const config = useConfig().data;
  const list = useModelList().data;
  if (config === undefined) return [];
  const { service, session, hasKey, baseUrl, version, engines } = config;
  const { keys } = page.connection;
  const key =
    list?.kind === "unauthorised" && hasKey
      ? keys.refused
      : !hasKey
        ? keys.missing
        : session === "key"
          ? keys.visitor
          : keys.server;
  const listed = models.filter(({ id }) => listingOf(list, id) === "listed").length;
  const others = otherModels(list).length;
  const known =
    list?.kind === "listed"
      ? [
          page.connection.speechModels(listed, models.length),
          ...(others === 0 ? [] : [page.connection.otherModels(others)]),
        ].join(" · ")
      : page.connection.unknownModels;
  const describeClone = ([engine, { languages, needsWords = false }]: [string, Clone]) => {
    const said = needsWords ? messages.clonesWithWords : messages.clones;
    return said(shortEngineName(engine), numbers.list(languageNames(languages, language)));
  };
  return [
    // Before a password is given, its address isn't told.
    ...(service === "embedded"
      ? [[page.connection.service, page.connection.embedded] as const]
      : baseUrl === undefined
        ? []
        : [[page.connection.service, baseUrl] as const]),
    [page.connection.key, key],
    [page.connection.models, known],
    // What speaks: the best first.
    ...(engines === undefined
      ? []
      : [[messages.spokenBy, numbers.list([...enginesIn(engines), engines.usual])] as const]),
    ...(engines?.clones === undefined
      ? []
      : [[messages.cloning, numbers.list(Object.entries(engines.clones).map(describeClone))] as const]),
    [page.connection.version, version],
  ];
}

/** Which of several services everything goes to from now on; nothing where there is one alone. */
function ServiceChoice() {
  const { page } = useTexts();
  const { services, name } = useConfig().data ?? {};
  const { settings } = usePlayground();
  const group = useId();
  if (services === undefined) return null;
  return (
    <div role="radiogroup" aria-label={page.connection.service} className={styles["services"]}>
      {services.map((service) => (
        <Check
          key={service.name}
          type="radio"
          name={group}
          checked={service.name === name}
          onChange={() => settings.setState({ service: service.name })}
        >
          {service.colour !== undefined && (
            <span className={styles["mark"]} style={{ backgroundColor: service.colour }} />
          )}
          {service.name}
        </Check>
      ))}
    </div>
  );
}
