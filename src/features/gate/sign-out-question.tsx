import { useStore } from "zustand";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { usePlayground } from "../../core/page/playground-context.ts";
import { signOutOf } from "../../core/page/sign-out.ts";

// Few visitors sign in, and fewer out.
const SignOutDialog = lazyWithRetry(() => import("./sign-out-dialog.tsx"), null);

/** Asks before a visitor signs out, once somebody wants to, and says when that failed. */
export function SignOutQuestion() {
  const { asked, failed } = useStore(signOutOf(usePlayground()));
  return (asked || failed !== undefined) && <SignOutDialog />;
}
