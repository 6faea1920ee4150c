import { useEffect, useId, useState } from "react";
import * as z from "zod/mini";
import { SpeechRequestError } from "../../api/errors.ts";
import { keptShareSchema, share } from "../../contract/shares.ts";
import { playable } from "../../core/archive/export-takes.ts";
import { exportMessages } from "../../core/archive/messages/index.ts";
import { leavingTake } from "../../core/archive/take-files.ts";
import { perPlayground } from "../../core/page/per-playground.ts";
import { createPersistedList } from "../../core/page/persisted-list.ts";
import { useConfig, usePlayground } from "../../core/page/playground-context.ts";
import { storageOf } from "../../core/page/storage-of.ts";
import { agesOf } from "../../core/takes/age.ts";
import { describeTake } from "../../core/takes/describe-take.ts";
import type { TakeId, TakeRow } from "../../core/takes/take.ts";
import { type HistoryTexts, useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { CopyButton } from "../../kit/copy-button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import styles from "./export.module.css";
import { type LinkMessages, linkMessages } from "./messages/index.ts";

const linkSchema = z.extend(keptShareSchema, { take: z.string() });
type Link = z.infer<typeof linkSchema>;

type State =
  | { readonly status: "asking" | "sending" | "removed"; readonly problem?: string | undefined }
  | { readonly status: "shared"; readonly link: Link; readonly problem?: string | undefined };

/** Has the playground's server keep a take for a time, and gives the link to it. */
export default function LinkDialog({ row, onClose }: { readonly row: TakeRow; readonly onClose: () => void }) {
  const texts = useHistoryTexts(linkMessages);
  const { messages, language } = texts;
  const exporting = exportMessages.in(language);
  const hours = useConfig().data?.shareHours ?? 0;
  const { state, make, remove } = useLink(row, texts);
  const id = useId();
  const { status, problem } = state;
  return (
    <Dialog
      title={messages.title}
      className={styles["dialog"]}
      onClose={onClose}
      buttons={
        <>
          <Button size="large" onClick={onClose}>
            {status === "asking" ? exporting.cancel : exporting.close}
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
        {status === "removed" && <p>{messages.removed}</p>}
        {problem !== undefined && <p className={styles["failed"]}>{describe(problem, messages)}</p>}
      </div>
      {status === "shared" && (
        <Button
          ref={focusAfter((rest) => rest.closest("dialog")?.querySelector("footer button"))}
          look="link"
          onClick={() => remove(state.link)}
        >
          {messages.remove}
        </Button>
      )}
    </Dialog>
  );
}

/** What went wrong in words, by the code of the server's refusal where it gave one. */
function describe(problem: string, { problems, unreachable }: LinkMessages): string {
  return new Map(Object.entries(problems)).get(problem) ?? unreachable;
}

/** The links that this browser remembers, and what is on its way to the server: that goes on though nobody looks. */
const linksOf = perPlayground(({ client, library, wallClock }) => {
  const list = createPersistedList(storageOf(window, "localStorage"), "speech-playground-links", linkSchema);
  const links = () => list.read().filter(({ end }) => end > wallClock());
  const underWay = new Map<TakeId, Promise<State>>();

  async function give(row: TakeRow, texts: HistoryTexts): Promise<State> {
    try {
      const [details, kept] = await Promise.all([library.details(row.id), library.sound(row.id)]);
      if (details === undefined || kept === undefined) return { status: "asking", problem: "gone" };
      const sound = playable(kept);
      if (sound.size > share.mostBytes) return { status: "asking", problem: "body_too_large" };
      const leaving = leavingTake(row, details);
      const { voice, model } = describeTake(leaving.row, texts);
      const said = { language: texts.language, text: leaving.details.form.text, voice, model };
      const link = { ...(await (await client.shares()).give(said, sound)), take: row.id };
      list.write([...links(), link]);
      return { status: "shared", link };
    } catch (error) {
      return { status: "asking", problem: problemOf(error) };
    }
  }

  return {
    known: (take: TakeId) => links().find((link) => link.take === take),
    underWay: (take: TakeId) => underWay.get(take),
    make(row: TakeRow, texts: HistoryTexts): Promise<State> {
      const making = give(row, texts).finally(() => underWay.delete(row.id));
      underWay.set(row.id, making);
      return making;
    },
    async remove(link: Link): Promise<State> {
      try {
        await (await client.shares()).remove(link);
        list.write(links().filter(({ address }) => address !== link.address));
        return { status: "removed" };
      } catch (error) {
        return { status: "shared", link, problem: problemOf(error) };
      }
    },
  };
});

/** The link to a take, and what makes and removes it. */
function useLink(row: TakeRow, texts: HistoryTexts) {
  const links = linksOf(usePlayground());
  const [state, setState] = useState<State>(() => {
    const link = links.known(row.id);
    if (link !== undefined) return { status: "shared", link };
    return { status: links.underWay(row.id) === undefined ? "asking" : "sending" };
  });
  useEffect(() => void links.underWay(row.id)?.then(setState), [links, row.id]);
  return {
    state,
    make(): void {
      if (state.status === "sending") return;
      setState({ status: "sending" });
      void links.make(row, texts).then(setState);
    },
    remove: (link: Link) => void links.remove(link).then(setState),
  };
}

function problemOf(error: unknown): string {
  return (error instanceof SpeechRequestError && error.error.code) || "unreachable";
}
