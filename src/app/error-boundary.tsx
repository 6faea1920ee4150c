import { Component, type ReactNode } from "react";
import { shorten } from "../contract/characters.ts";
import { pageMessages } from "../core/messages/index.ts";
import { languageOfBrowser } from "../core/messages/languages.ts";
import { PlaygroundContext } from "../core/page/playground-context.ts";
import { Button } from "../kit/button.tsx";
import { LateRegion } from "../kit/late-region.tsx";
import styles from "./error-boundary.module.css";

/** Catches what no part of the page expected: a page that says so, with the way out, in place of a blank one. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  static override readonly contextType = PlaygroundContext;
  declare readonly context: React.ContextType<typeof PlaygroundContext>;
  override readonly state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error: error ?? new Error("unknown") };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const language = this.context?.settings.getState().language ?? languageOfBrowser(navigator.languages);
    const messages = pageMessages.in(language).crash;
    return (
      <main>
        <LateRegion className={styles["crash"]}>
          <h1>{messages.title}</h1>
          <p>{messages.text}</p>
          <pre>{shorten(error instanceof Error ? error.message : String(error), 500)}</pre>
          <p>
            <Button size="large" onClick={() => location.reload()}>
              {messages.reload}
            </Button>
            <Button
              size="large"
              onClick={() => {
                this.context?.settings.persist.clearStorage();
                location.reload();
              }}
            >
              {messages.reset}
            </Button>
          </p>
        </LateRegion>
      </main>
    );
  }
}
