import { type FormEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { type Gate, type GateProblem, signIn } from "../../state/session.ts";
import { hostOf } from "../header/host-of.ts";
import { Languages } from "../header/languages.tsx";
import { Logo } from "../header/logo.tsx";
import { Notice } from "../kit/notice.tsx";
import { useConfig, usePlayground, useTexts } from "../playground-context.ts";
import styles from "./gate.module.css";

/** Asks for the playground's password or the visitor's key. The page stands behind it as it was, with all that was written. */
export default function GateDialog({ gate: { need, refused } }: { readonly gate: Gate }) {
  const { t } = useTexts();
  const playground = usePlayground();
  const service = hostOf(useConfig().data?.baseUrl) || t.gate.service;
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<GateProblem>();
  const id = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The dialog itself would put the focus on the first thing that can take it.
    input.current?.focus();
    // Before it leaves the page, so that the focus returns to where it was.
    return () => element?.close();
  }, []);

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

  const said = problem === undefined ? (refused ? t.gate.refused : undefined) : t.gate.problems[problem];
  return (
    <dialog
      ref={dialog}
      className={styles["gate"]}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-about`}
      // There is nothing behind it to go to, so Escape doesn't close it, and a browser that insists finds it open again.
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
    >
      <div className={styles["head"]}>
        <Logo />
        <Languages />
      </div>
      <form className={styles["form"]} onSubmit={submit}>
        <h2 id={`${id}-title`}>{t.gate.titles[need]}</h2>
        <p id={`${id}-about`}>{need === "key" ? t.gate.about.key(service) : t.gate.about.password}</p>
        <label htmlFor={`${id}-input`}>{t.gate.labels[need]}</label>
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
        <button type="submit" aria-disabled={busy}>
          {busy ? t.gate.busy : t.gate.submit[need]}
        </button>
      </form>
    </dialog>
  );
}
