import type { ReactNode } from "react";
import { useStore } from "zustand";
import { Languages } from "../../core/page/languages.tsx";
import { useConfig, usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { nextScheme } from "../../core/page/settings.ts";
import { signOutOf } from "../../core/page/sign-out.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { Logo } from "../../kit/logo.tsx";
import { useSystemIsDark } from "../../kit/theme.tsx";
import { ConnectionButton } from "./connection-button.tsx";
import styles from "./header.module.css";

const schemeIcons = { system: "system", light: "sun", dark: "moon" } as const;

/** The page's head: its name, the service, language and colours, and the buttons of other features. */
export function Header({ children }: { readonly children: ReactNode }) {
  const { page } = useTexts();
  const playground = usePlayground();
  const leaving = useStore(signOutOf(playground));
  const config = useConfig().data;
  const mayLeave = config !== undefined && config.session !== "none_needed" && config.hasKey;
  const scheme = useSettings((settings) => settings.scheme);
  const next = nextScheme(scheme, useSystemIsDark());
  return (
    <header className={styles["header"]}>
      <h1 className={styles["title"]}>
        <Logo />
        <span>{page.title}</span>
      </h1>
      <ConnectionButton />
      <Languages />
      <IconButton
        icon={schemeIcons[scheme]}
        label={page.header.switchScheme(page.header.scheme[scheme], page.header.scheme[next])}
        onClick={() => playground.settings.setState({ scheme: next })}
      />
      {children}
      {mayLeave && <IconButton icon="leave" label={page.header.signOut} onClick={leaving.ask} />}
    </header>
  );
}
