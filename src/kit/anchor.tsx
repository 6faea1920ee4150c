import { type Ref, useLayoutEffect } from "react";

/** Stands for `element` where a part of the page is expected. */
export function Anchor({ element, ref }: { readonly element: HTMLElement; readonly ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref !== "function") return;
    const release = ref(element);
    return typeof release === "function" ? release : () => void ref(null);
  }, [element, ref]);
  return null;
}
