import { requestTabOf } from "../../core/exchanges/request-tab.ts";
import { routeFormOf, routeOfSpeech, routeRequest } from "../../core/exchanges/route-form.ts";
import { boardOf } from "../../core/page/board.ts";
import type { Playground } from "../../core/page/playground.ts";
import type { Take } from "../../core/takes/take.ts";

/**
 * Leads back to where a request was written by hand, with the keyboard in its body. What a person has written there
 * since stays; where nothing is written any more, after a reload, the request comes back.
 */
export function backToHand(playground: Playground, { request }: Pick<Take, "request">): void {
  const { form, change, lead } = requestTabOf(playground).getState();
  if (form.body === "") change(routeFormOf(routeOfSpeech(request)));
  else if (routeRequest(form)?.endpoint === undefined) change({ route: request.endpoint });
  lead();
  boardOf(playground).getState().bringUp("request");
}

/** Leads to the answer to a take, as it came. */
export function leadToAnswer(playground: Playground, { id }: Pick<Take, "id">): void {
  const { show, choose } = requestTabOf(playground).getState();
  choose(id);
  show("answer");
  boardOf(playground).getState().bringUp("request");
}
