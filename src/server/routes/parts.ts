import type { Bodies } from "../body.ts";
import type { Configuration } from "../configuration.ts";
import type { HeldBytes } from "../held-bytes.ts";
import type { Limits } from "../limits.ts";
import type { Sessions } from "../session/sessions.ts";
import type { Service, Services } from "../upstream/services.ts";

/** What the proxy's routes are made of. */
export interface Parts {
  readonly configuration: Configuration;
  readonly services: Services;
  /** The embedded service, where it is one of them. */
  readonly embedded: Service | undefined;
  readonly sessions: Sessions;
  readonly limits: Limits;
  readonly held: HeldBytes;
  readonly bodies: Bodies;
  /** Unix milliseconds. */
  readonly wallClock: () => number;
}
