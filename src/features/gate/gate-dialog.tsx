import { type FormEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { hostOf } from "../../core/page/hosts.ts";
import { Languages } from "../../core/page/languages.tsx";
import { useConfig, useLanguage, usePlayground } from "../../core/page/playground-context.ts";
import type { Gate } from "../../core/page/session.ts";
import { type GateProblem, signIn } from "../../core/page/sign-in.ts";
import { Button } from "../../kit/button.tsx";
import { Logo } from "../../kit/logo.tsx";
import { Notice } from "../../kit/notice.tsx";
import styles from "./gate.module.css";
import { gateMessages } from "./messages/index.ts";

/**
 * Asks for the playground's password or the visitor's key. The page stands behind it as it was, with all that was
 * written.
 */
export default function GateDialog({ gate: { need, refused } }: { readonly gate: Gate }) {
  const texts = gateMessages.in(useLanguage());
  const playground = usePlayground();
  const { baseUrl, webSocketBaseUrl } = useConfig().data ?? {};
  const service = hostOf(baseUrl) || texts.service;
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<GateProblem>();
  const id = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Nothing behind it can be pressed, so nothing behind it may sound.
    playground.sound.getState().hush();
    // The dialog itself would put the focus on the first thing that can take it.
    input.current?.focus();
    // Before it leaves the page, so that the focus returns to where it was.
    return () => element?.close();
  }, [playground]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const value = input.current?.value ?? "";
    if (busy || value === "") {
      input.current?.focus();
      return;
    }
    setBusy(true);
    setProblem(await signIn(playground, need === "key" ? { apiKey: value } : { password: value }));
    setBusy(false);
    input.current?.select();
  };

  const known = problem ?? (refused ? "wrong_key" : undefined);
  const said = known === undefined ? undefined : texts.problems[known];
  return (
    <dialog
      ref={dialog}
      className={styles["gate"]}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-about`}
      // There is nothing behind it to go to, so Escape doesn't close it, and a browser that insists finds it open
      // again.
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
    >
      <div className="panelHead">
        <Logo />
        <Languages />
      </div>
      <form className={styles["form"]} onSubmit={submit}>
        <h2 id={`${id}-title`}>{texts.titles[need]}</h2>
        <p id={`${id}-about`}>{need === "key" ? texts.about.key(service, webSocketBaseUrl) : texts.about.password}</p>
        <label htmlFor={`${id}-input`}>{texts.labels[need]}</label>
        <input
          ref={input}
          id={`${id}-input`}
          type="password"
          autoComplete={need === "password" ? "current-password" : "off"}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={said !== undefined && !busy}
          aria-describedby={`${id}-problem`}
        />
        <div id={`${id}-problem`} role="alert" className={styles["problem"]}>
          {said !== undefined && !busy && <Notice tone="warn">{said}</Notice>}
        </div>
        <Button type="submit" look="accent" size="large" className={styles["submit"]} aria-disabled={busy}>
          {busy ? texts.busy : texts.submit[need]}
        </Button>
      </form>
    </dialog>
  );
}
