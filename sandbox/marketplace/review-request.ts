import { setTimeout as wait } from "node:timers/promises";
import type { Contract, Failure } from "./controls.ts";
import type { Exchange, Reply } from "./exchange.ts";
import { apiError, html, redirect } from "./exchange.ts";
import type { LoggedRequest } from "./review-log.ts";
import { challengePage } from "./risk-control.ts";

/** What the log keeps of a review request. */
export type Asked = Pick<LoggedRequest, "kind" | "subject" | "page" | "sort" | "ratingFilter" | "tagFilters">;

function isNavigation(exchange: Exchange): boolean {
  return exchange.headers["sec-fetch-mode"] === "navigate";
}

/**
 * A request that a person's click on the page made: the page's own script marks its requests so, as the real one does. They
 * are not paced and use up no failure that a test has ordered.
 */
function isOwn(exchange: Exchange): boolean {
  return isNavigation(exchange) || exchange.headers["x-detected-locale"] !== undefined;
}

/** The refusal of risk control, for a page or a request alike. */
export function blockedReply(exchange: Exchange): Reply {
  const back = isNavigation(exchange) ? exchange.url.pathname + exchange.url.search : "/";
  return html(403, challengePage(exchange.nonce, back), exchange.nonce);
}

function tooManyReply(seconds: number, as: Failure["retryAfterAs"]): Reply {
  const value = as === "date" ? new Date(Date.now() + seconds * 1000).toUTCString() : String(seconds);
  return apiError(429, "Too many requests", as === "none" ? {} : { "retry-after": value });
}

function signedOutReply(exchange: Exchange): Reply {
  if (exchange.state.settings.signedOutAnswer === "redirect") return redirect("/signin?from_action=reviews");
  return apiError(401, "You must be signed in.");
}

function failed(exchange: Exchange, failure: Failure, answer: (contract: Contract) => Reply): Reply {
  const { risk } = exchange.state;
  switch (failure.kind) {
    case "blocked":
      if (failure.latch) risk.block(performance.now());
      return blockedReply(exchange);
    case "tooMany":
      risk.slowDown(performance.now(), failure.retryAfterSeconds);
      return tooManyReply(failure.retryAfterSeconds, failure.retryAfterAs);
    case "signedOut":
      return signedOutReply(exchange);
    case "contractChanged":
      return answer("renamedFields");
    case "serverError":
      return apiError(503, "Something went wrong on our side.");
    case "drop":
      return { status: 0, type: "", body: "" };
  }
}

/**
 * Answers a review request: risk control first, then the failure that a test ordered, then the response itself; slow if the
 * controls say so, and written to the log when it has left.
 * @param answer makes the answer in a contract's form
 * @param listingIds whose arrivals wait for this page
 */
export async function answerReviewRequest(
  exchange: Exchange,
  asked: Asked,
  listingIds: readonly string[],
  answer: (contract: Contract) => Reply,
): Promise<Reply> {
  const { state } = exchange;
  const own = isOwn(exchange);
  const at = Date.now();
  const verdict = state.risk.judge(performance.now(), own);

  function decide(): Reply {
    if (verdict.kind === "blocked") return blockedReply(exchange);
    if (verdict.kind === "tooMany") return tooManyReply(verdict.leftSeconds, "seconds");
    const failure = own ? null : state.takeFailure(asked.page);
    if (failure !== null) return failed(exchange, failure, answer);
    if (state.settings.signedOut && asked.kind !== "shopPage") return signedOutReply(exchange);
    return answer(state.settings.contract);
  }

  let reply: Reply;
  try {
    reply = decide();
  } catch (error) {
    state.risk.ended(performance.now(), own);
    throw error;
  }
  if (reply.status === 200 && !own) state.pageAnswered(listingIds, asked.page);
  // Not a reason to keep the process: a stop does not wait for slow answers.
  if (state.settings.delayMs > 0) await wait(state.settings.delayMs, undefined, { ref: false });
  const leftAt = Date.now();
  const onEnd = (): void => {
    state.risk.ended(performance.now(), own);
    state.log.add({ at, leftAt, ...asked, status: reply.status, gapMs: verdict.gapMs === null ? null : Math.round(verdict.gapMs), own });
  };
  return { ...reply, onEnd };
}
