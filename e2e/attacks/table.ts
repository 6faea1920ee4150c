import type { Row } from "./row.ts";
import { answersOfTheService } from "./rows/answers.ts";
import { bodies } from "./rows/bodies.ts";
import { framing } from "./rows/framing.ts";
import { pages } from "./rows/pages.ts";
import { fetched, ofTheService } from "./rows/service.ts";
import { sessions } from "./rows/sessions.ts";
import { sockets } from "./rows/sockets.ts";
import { targets } from "./rows/targets.ts";
import { who } from "./rows/who.ts";

/** Every attack, by subject. */
export const table: readonly Row[] = [
  ...who,
  ...targets,
  ...framing,
  ...bodies,
  ...answersOfTheService,
  ...sockets,
  ...sessions,
  ...pages,
  ...fetched,
  ...ofTheService,
];
