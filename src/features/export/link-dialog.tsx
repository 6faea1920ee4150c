import { useEffect, useId, useState } from "react";
import { SpeechRequestError } from "../../api/errors.ts";
import { share } from "../../contract/shares.ts";
import { playable } from "../../core/archive/export-takes.ts";
import { leavingTake } from "../../core/archive/take-files.ts";
import { perPlayground } from "../../core/page/per-playground.ts";
import { useConfig, usePlayground } from "../../core/page/playground-context.ts";
import { agesOf } from "../../core/takes/age.ts";
import { describeTake } from "../../core/takes/describe-take.ts";
import { saidIn, type TakeId, type TakeRow } from "../../core/takes/take.ts";
import { randomText } from "../../core/takes/take-id.ts";
import { type HistoryTexts, useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { CopyButton } from "../../kit/copy-button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import styles from "./export.module.css";
import { type BegunLink, type KeptLink, linksOf } from "./links.ts";
import { type LinkMessages, linkMessages } from "./messages/index.ts";

type State = Known | { readonly status: "sending" | "removed"; readonly problem?: undefined };
type Known =
  /** Of what was `begun` nobody knows whether the server keeps it. */
  | { readonly status: "asking"; readonly begun?: BegunLink | undefined; readonly problem?: string | undefined }
  | { readonly status: "shared"; readonly link: KeptLink; readonly problem?: string | undefined };

/** Has the playground's server keep a take for a time, and gives the link to it. */
export default function LinkDialog({ row, onClose }: { readonly row: TakeRow; readonly onClose: () => void }) {
  const texts = useHistoryTexts(linkMessages);
  const { messages, page, language } = texts;
  const hours = useConfig().data?.shareHours ?? 0;
  const { state, make, remove } = useLink(row, texts, hours);
  const id = useId();
  const { status, problem } = state;
  const removable = status === "shared" ? state.link : status === "asking" ? state.begun : undefined;
  return (
    <Dialog
      title={messages.title}
      className={styles["dialog"]}
      onClose={onClose}
      buttons={
        <>
          <Button size="large" onClick={onClose}>
            {status === "asking" ? page.words.cancel : page.words.close}
          </Button>
          {(status === "asking" || status === "sending") && (
            <Button
              ref={focusAfter((rest) => rest.closest("dialog")?.querySelector("input"))}
              size="large"
              look="main"
              aria-disabled={status === "sending"}
              onClick={make}
            >
              {messages.make}
            </Button>
          )}
        </>
      }
    >
      {status === "asking" && <p className={styles["about"]}>{messages.about(hours)}</p>}
      {status === "shared" && (
        <div className={styles["link"]}>
          <label htmlFor={id} className="visuallyHidden">
            {messages.link}
          </label>
          <input id={id} readOnly value={state.link.address} onFocus={({ target }) => target.select()} />
          <CopyButton text={() => state.link.address} labels={messages.copy} />
        </div>
      )}
      <div role="status">
        {status === "sending" && <p>{messages.making}</p>}
        {status === "shared" && problem === undefined && (
          <p>{messages.until(agesOf(language).exactly(state.link.end))}</p>
        )}
        {status === "asking" && state.begun !== undefined && problem === undefined && <p>{messages.begun}</p>}
        {status === "removed" && <p>{messages.removed}</p>}
        {problem !== undefined && <p className={styles["failed"]}>{describe(problem, messages)}</p>}
      </div>
      {removable !== undefined && (
        <Button
          ref={focusAfter((rest) => rest.closest("dialog")?.querySelector("footer button"))}
          look="link"
          onClick={() => remove(removable)}
        >
          {messages.remove}
        </Button>
      )}
    </Dialog>
  );
}

/** What went wrong in words, by the code of the server's refusal where it gave one. */
function describe(problem: string, { problems, failed }: LinkMessages): string {
  return new Map(Object.entries(problems)).get(problem) ?? failed(problem);
}

/** What is on its way to the server: that goes on though nobody looks. */
const sharingOf = perPlayground((playground) => {
  const { client, library, wallClock } = playground;
  const links = linksOf(playground);
  const underWay = new Map<TakeId, Promise<State>>();

  function known(take: TakeId): Known {
    const link = links.of(take);
    if (link?.address === undefined) return { status: "asking", begun: link };
    return { status: "shared", link: { ...link, address: link.address } };
  }

  async function give(row: TakeRow, texts: HistoryTexts, hours: number): Promise<State> {
    const state = known(row.id);
    const before = state.status === "asking" ? state.begun : undefined;
    const link = before ?? { take: row.id, removal: newRemoval(), end: wallClock() + hours * 3_600_000 };
    let begun = before;
    try {
      const [details, kept] = await Promise.all([library.details(row.id), library.sound(row.id)]);
      if (details === undefined || kept === undefined) return { status: "asking", begun, problem: "gone" };
      const sound = playable(kept);
      if (sound.size > share.mostBytes) return { status: "asking", begun, problem: "body_too_large" };
      const leaving = leavingTake(row, details);
      const { voice, model } = describeTake(leaving.row, texts);
      const { removal } = link;
      const about = { language: texts.language, voice: voice.slice(0, share.mostVoice), model, removal };
      const said = { ...about, text: saidIn(leaving.details) };
      const shares = await client.shares();
      links.note(link);
      begun = link;
      const made = { ...link, ...(await shares.give(said, sound)) };
      links.note(made);
      // Deleted meanwhile, with what was known of the link.
      if (library.row(row.id) === undefined) await links.remove(made);
      return { status: "shared", link: made };
    } catch (error) {
      // What the server refuses it doesn't keep. What was begun before it may have, and what a gateway answered for.
      if (before === undefined && codeOf(error) !== undefined) {
        links.forget(link);
        begun = undefined;
      }
      return { status: "asking", begun, problem: problemOf(error) };
    }
  }

  return {
    known,
    underWay: (take: TakeId) => underWay.get(take),
    make(row: TakeRow, texts: HistoryTexts, hours: number): Promise<State> {
      const making = give(row, texts, hours).finally(() => underWay.delete(row.id));
      underWay.set(row.id, making);
      return making;
    },
    async remove(link: BegunLink): Promise<State> {
      try {
        await links.remove(link);
        return { status: "removed" };
      } catch (error) {
        return { ...known(link.take), problem: problemOf(error) };
      }
    },
  };
});

/** 192 random bits as text. */
function newRemoval(): string {
  return Array.from({ length: 3 }, () => randomText((array) => crypto.getRandomValues(array))).join("");
}

/** The link to a take, and what makes and removes it. */
function useLink(row: TakeRow, texts: HistoryTexts, hours: number) {
  const sharing = sharingOf(usePlayground());
  const [state, setState] = useState<State>(() =>
    sharing.underWay(row.id) === undefined ? sharing.known(row.id) : { status: "sending" },
  );
  useEffect(() => void sharing.underWay(row.id)?.then(setState), [sharing, row.id]);
  return {
    state,
    make(): void {
      if (state.status === "sending") return;
      setState({ status: "sending" });
      void sharing.make(row, texts, hours).then(setState);
    },
    remove: (link: BegunLink) => void sharing.remove(link).then(setState),
  };
}

/** The code of the server's refusal. */
const codeOf = (error: unknown): string | undefined =>
  (error instanceof SpeechRequestError && error.error.code) || undefined;

/** What went wrong. A gateway in between has no codes. */
function problemOf(error: unknown): string {
  const isGateway = error instanceof SpeechRequestError && error.status >= 400;
  return codeOf(error) ?? (isGateway ? `HTTP ${error.status}` : "unreachable");
}
