import { createScope } from "../../audio/base/scope.ts";
import { browserLocks, libraryName, openChannel } from "../takes/browser-library.ts";
import { createLeadership, type Leadership } from "./leadership.ts";

/** Whether this page looks after the tasks of all tabs. Where tabs can't hear each other, each one looks after all. */
export function createBrowserLeadership(self: string): Leadership {
  return createLeadership(self, browserLocks(), openChannel(`${libraryName} tasks`), createScope());
}
