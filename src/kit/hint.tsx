import { useMergedRef } from "@mantine/hooks";
import { cloneElement, lazy, type ReactElement, type Ref, Suspense, useId, useState } from "react";
import { useHint } from "./use-hint.ts";

// What places a hint is a twelfth of the page's code, and nobody needs it before the first one is asked for.
const FloatingHint = lazy(() => import("./floating-hint.tsx").catch(() => ({ default: () => null })));

interface Hinted {
  readonly ref?: Ref<HTMLElement>;
  readonly "aria-describedby"?: string | undefined;
}

interface HintProps {
  /** Undefined where there is nothing to say, yet. */
  readonly text: string | undefined;
  /**
   * Whether a press on the element asks for it and does nothing else. It stands to the left then where there is room,
   * since the line above says what one reads at the same time.
   */
  readonly help?: boolean;
  readonly children: ReactElement<Hinted>;
}

/** Says `text` when the one element inside is hovered or focused. It describes; the element's name stands elsewhere. */
export function Hint({ text, help = false, children }: HintProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const ref = useMergedRef(children.props.ref, setAnchor);
  const id = useId();
  const shown = useHint(anchor, id, help) && text !== undefined;
  const [wasShown, setWasShown] = useState(false);
  if (shown && !wasShown) setWasShown(true);
  const described = children.props["aria-describedby"];
  return (
    <>
      {cloneElement(children, { ref, "aria-describedby": shown ? `${described ?? ""} ${id}`.trim() : described })}
      {wasShown && anchor !== null && text !== undefined && (
        <Suspense fallback={null}>
          <FloatingHint id={id} anchor={anchor} shown={shown} text={text} beside={help} />
        </Suspense>
      )}
    </>
  );
}
