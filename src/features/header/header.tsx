import { Suspense } from "react";
import { useStore } from "zustand";
import { Languages } from "../../core/page/languages.tsx";
import { leavingOf } from "../../core/page/leaving.ts";
import { part } from "../../core/page/part.tsx";
import { useConfig, usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { nextScheme } from "../../core/page/settings.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { Logo } from "../../kit/logo.tsx";
import { useSystemIsDark } from "../../kit/use-system-is-dark.ts";
import { PresentButton } from "../present/present-button.tsx";
import { ShortcutsButton } from "../shortcuts/shortcuts-button.tsx";
import { ConnectionButton } from "./connection-button.tsx";
import styles from "./header.module.css";

// Few visitors sign in, and fewer out.
const SignOutDialog = part(() => import("../gate/sign-out-dialog.tsx"));

const schemeIcons = { system: "system", light: "sun", dark: "moon" } as const;

/** The page's head: its name, the service, language and colours. */
export function Header() {
  const { t } = useTexts();
  const leaving = useStore(leavingOf(usePlayground()));
  const config = useConfig().data;
  const mayLeave = config !== undefined && config.session !== "none_needed" && config.hasKey;
  const { scheme, setScheme } = useSettings((settings) => ({
    scheme: settings.scheme,
    setScheme: settings.setScheme,
  }));
  const next = nextScheme(scheme, useSystemIsDark());
  return (
    <header className={styles["header"]}>
      <h1 className={styles["title"]}>
        <Logo />
        <span>{t.title}</span>
      </h1>
      <ConnectionButton />
      <Languages />
      <IconButton
        icon={schemeIcons[scheme]}
        label={t.header.switchScheme(t.header.scheme[scheme], t.header.scheme[next])}
        onClick={() => setScheme(next)}
      />
      <PresentButton />
      <ShortcutsButton className={styles["keys"]} />
      {mayLeave && <IconButton icon="leave" label={t.header.signOut} onClick={leaving.ask} />}
      {leaving.asked && (
        <Suspense fallback={null}>
          <SignOutDialog />
        </Suspense>
      )}
    </header>
  );
}
