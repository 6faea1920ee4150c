import type { Row } from "./row.ts";
import { answersOfTheService, echoedKeys } from "./rows/answers.ts";
import { bodies, costlyBodies, costlyElsewhere } from "./rows/bodies.ts";
import { expectations, framing, framingAtTheService } from "./rows/framing.ts";
import { heldUp } from "./rows/held.ts";
import { destinations, pages, trustedTypes } from "./rows/pages.ts";
import { recordings } from "./rows/recordings.ts";
import { fetched, guessedKeys, ofTheService, strictness } from "./rows/service.ts";
import { countedTogether, endedSessions, sessions } from "./rows/sessions.ts";
import { shares } from "./rows/shares.ts";
import { sockets } from "./rows/sockets.ts";
import { targets } from "./rows/targets.ts";
import { spelledOffers, spelling, who } from "./rows/who.ts";

/** Every attack, by subject; in the end what others on the same address feel for a while. */
export const table: readonly Row[] = [
  ...who,
  ...targets,
  ...framing,
  ...bodies,
  ...recordings,
  ...shares,
  ...answersOfTheService,
  ...sockets,
  ...sessions,
  ...pages,
  ...fetched,
  ...ofTheService,
  ...framingAtTheService,
  ...spelling,
  ...spelledOffers,
  ...expectations,
  ...costlyBodies,
  ...costlyElsewhere,
  ...echoedKeys,
  ...destinations,
  ...trustedTypes,
  ...strictness,
  ...endedSessions,
  ...heldUp,
  ...countedTogether,
  ...guessedKeys,
];
