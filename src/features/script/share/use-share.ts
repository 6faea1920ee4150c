import { useEffect, useEffectEvent } from "react";
import { usePlan } from "../../../core/page/plan-context.tsx";
import { usePlayground, useScript, useTexts } from "../../../core/page/playground-context.ts";
import { receiveForm, type Sharing, shareForm } from "../../../core/submit/shared-form.ts";
import { formOfPlan } from "../../../core/submit/submission.ts";
import { restoreForm } from "../../../core/takes/restore-form.ts";
import { copyText } from "../../../kit/copy-text.ts";
import type { IconName } from "../../../kit/icon.tsx";
import { listen } from "../../../kit/listen.ts";
import { saveFile } from "../../../kit/save-file.ts";
import { replaceScript } from "../replace-script.ts";
import { fromFragment, isShareFragment, LinkError, longestLink, toFragment } from "./link.ts";
import { shareMessages } from "./messages/index.ts";

/** What sharing has to say, and what can be done then. */
export interface ShareReport {
  readonly kind: "shared";
  readonly text: string;
  /** The script that it is about, where that is what was shared: beside another one it is no news. */
  readonly script?: string;
  readonly action?: { readonly label: string; readonly icon: IconName; readonly run: () => void };
  /**
   * Whether it is over once a person changed what a link or a file brought: taking it back would take their own work
   * along.
   */
  readonly brought?: true;
  /** Shown where it couldn't be copied. */
  readonly link?: { readonly label: string; readonly address: string };
}

/** The largest file that is looked into for settings, in bytes. */
const largestFile = 8_000_000;

/**
 * Sharing text and settings without a server: makes links, and takes what a link brings that the page was opened with.
 * Nothing is ever sent by that.
 */
export function useShare(onReport: (report: ShareReport) => void) {
  const { page, language, of } = useTexts();
  const messages = shareMessages.in(language);
  const { settings } = usePlayground();
  const plan = usePlan();
  const script = useScript();

  function prepare(): Sharing {
    const { values, script: written } = settings.getState();
    // The list of pronunciations is a person's own: a link changes nobody else's.
    const form = formOfPlan({ ...plan, pronunciations: [] }, written ?? script, values[plan.model.id] ?? {});
    return shareForm(plan.model, form);
  }

  function remarksOf({ withheld, textCleaned }: Sharing): readonly string[] {
    return [
      ...(withheld.length > 0
        ? [messages.withheld(withheld.map(({ label }) => of(label)).join(page.between.list))]
        : []),
      ...(textCleaned ? [messages.textCleaned] : []),
    ];
  }

  /** Copies a link, or gives it to the device's own sharing. Call it inside a person's click. */
  async function share(): Promise<void> {
    const sharing = prepare();
    // What was typed just now may not be drawn yet.
    const { script: written = script } = settings.getState();
    const say = (text: string, more: Omit<ShareReport, "kind" | "text"> = {}) => {
      const sentences = [text, ...remarksOf(sharing)].join(page.between.sentences);
      onReport({ kind: "shared", text: sentences, script: written, ...more });
    };
    const save = () =>
      saveFile(
        new Blob([JSON.stringify(sharing.shared, undefined, 2)], { type: "application/json" }),
        messages.fileName,
      );
    const asFile = { action: { label: messages.saveFile, icon: "download", run: save } } as const;
    if (!("CompressionStream" in globalThis)) {
      say(messages.unsupported, asFile);
      return;
    }
    const address = location.origin + location.pathname + (await toFragment(sharing.shared));
    if (address.length > longestLink) {
      say(messages.tooLong(address.length, longestLink), asFile);
      return;
    }
    if (onPhone() && (await shareByDevice(address, page.title))) return;
    if (await copyText(address)) say(messages.copied);
    else say(messages.refused, { link: { label: messages.link, address } });
  }

  function receive(value: unknown, source: string): boolean {
    const received = receiveForm(value);
    if (received === undefined) return false;
    const { form, text, ignored } = received;
    const before = script;
    const { script: kept } = settings.getState();
    replaceScript(settings, text);
    const takeBack = form === undefined ? undefined : restoreForm(settings, form);
    const undo = (): void => {
      takeBack?.();
      replaceScript(settings, kept ?? before);
    };
    onReport({
      kind: "shared",
      text: [
        form === undefined ? messages.textOnly : source,
        ...(ignored.length > 0 ? [messages.ignored(ignored.join(page.between.list))] : []),
      ].join(page.between.sentences),
      action: { label: page.words.undo, icon: "undo", run: undo },
      brought: true,
    });
    return true;
  }

  async function openLink(): Promise<void> {
    const { hash, pathname, search } = location;
    if (!isShareFragment(hash)) return;
    // A reload must not bring it once more, over what was written meanwhile.
    history.replaceState(history.state, "", pathname + search);
    try {
      if (!receive(await fromFragment(hash), messages.received)) throw new LinkError("damaged");
    } catch (error) {
      const text = error instanceof LinkError ? messages[error.problem] : messages.damaged;
      onReport({ kind: "shared", text, script });
    }
  }

  const open = useEffectEvent(openLink);
  useEffect(() => {
    void open();
    return listen(window, { hashchange: () => void open() });
  }, []);

  return {
    label: messages.share,
    share,
    /** Takes what a file shares; false where it shares nothing. */
    async receiveFile(file: File): Promise<boolean> {
      if (file.size > largestFile) return false;
      try {
        const value: unknown = JSON.parse(await file.text());
        return receive(value, messages.receivedFile(file.name));
      } catch {
        return false;
      }
    },
  };
}

/** Where a finger points, people send things to each other by what the device offers. */
function onPhone(): boolean {
  return "share" in navigator && matchMedia("(pointer: coarse)").matches;
}

/** False where the device doesn't share it; a person who thinks better of it isn't asked again. */
async function shareByDevice(url: string, title: string): Promise<boolean> {
  try {
    await navigator.share({ url, title });
    return true;
  } catch (error) {
    return error instanceof Error && error.name === "AbortError";
  }
}
