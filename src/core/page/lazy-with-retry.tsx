import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "../../kit/button.tsx";
import { LateRegion } from "../../kit/late-region.tsx";
import { Notice } from "../../kit/notice.tsx";
import styles from "./lazy-with-retry.module.css";
import { loadPart, NotDoneError } from "./load-part.ts";
import { useTexts } from "./playground-context.ts";

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** A part of the page that comes when it is shown, or when it is expected. */
export type LatePart<Props> = ComponentType<Props> & {
  /** Loads it, so that it is shown at once. Rejects where it doesn't come. */
  readonly expect: () => Promise<void>;
};

/**
 * A part of the page that is loaded when it is first shown. Until then `fallback` stands there; when absent, the
 * nearest `Suspense` decides. Where it doesn't come, a notice and a way to try again stand in its place, and the rest
 * of the page goes on.
 */
export function lazyWithRetry<Props extends object>(load: Load<Props>, fallback?: ReactNode): LatePart<Props> {
  let latest: {
    readonly number: number;
    readonly Loaded: ComponentType<Props> | ReturnType<typeof lazy<ComponentType<Props>>>;
  } = {
    number: 1,
    Loaded: lazy(() => loadPart(load)),
  };
  function Part(props: Props) {
    const [{ number, Loaded }, setShown] = useState(latest);
    const again = (): void => {
      latest = { number: latest.number + 1, Loaded: lazy(() => loadPart(load)) };
      setShown(latest);
    };
    return (
      <MissingBoundary key={number} onAgain={again}>
        {fallback === undefined ? (
          <Loaded {...props} />
        ) : (
          <Suspense fallback={fallback}>
            <Loaded {...props} />
          </Suspense>
        )}
      </MissingBoundary>
    );
  }
  async function expect(): Promise<void> {
    const { default: Loaded } = await loadPart(load);
    latest = { number: latest.number + 1, Loaded };
  }
  return Object.assign(Part, { expect });
}

interface MissingBoundaryProps {
  readonly onAgain: () => void;
  readonly children: ReactNode;
}

class MissingBoundary extends Component<MissingBoundaryProps, { readonly error: unknown }> {
  override readonly state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    // Anything else is the whole page's business.
    if (!(error instanceof NotDoneError)) throw error;
    return <Missing onAgain={this.props.onAgain} />;
  }
}

function Missing({ onAgain }: { readonly onAgain: () => void }) {
  const { page } = useTexts();
  return (
    <LateRegion className={styles["missing"]}>
      <Notice tone="warn">{page.part.missing}</Notice>
      <Button onClick={onAgain}>{page.words.tryAgain}</Button>
      <Button onClick={() => location.reload()}>{page.crash.reload}</Button>
    </LateRegion>
  );
}
