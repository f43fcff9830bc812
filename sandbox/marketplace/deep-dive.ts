import type { Contract } from "./controls.ts";
import { overlayHtml } from "./deep-dive-html.ts";
import { jsData } from "./deep-dive-json.ts";
import type { Exchange, Reply } from "./exchange.ts";
import { apiError, json } from "./exchange.ts";
import type { ReviewsAnswer } from "./look-up.ts";
import { lookUp } from "./look-up.ts";
import { renamed } from "./renamed.ts";
import { answerReviewRequest } from "./review-request.ts";
import { glimpse, readSpecRequest } from "./spec-request.ts";

/** Reviews a page, whatever is asked for. */
export const pageSize = 8;

function inForm(answer: ReviewsAnswer, contract: Contract): Reply {
  const output = { deep_dive_reviews: overlayHtml(answer) };
  if (contract === "htmlOnly") return json(200, { output, jsData: {} });
  const whole = { output, jsData: jsData(answer) };
  if (contract === "renamedFields") return json(200, renamed(whole));
  const reply = json(200, whole);
  return contract === "brokenJson" ? { ...reply, body: String(reply.body).slice(0, Math.floor(String(reply.body).length / 2)) } : reply;
}

/** POST .../specs/deep_dive_reviews: a page of a listing's or its shop's reviews, as JSON and as HTML. */
export async function deepDive(exchange: Exchange): Promise<Reply> {
  const body = await exchange.readBody();
  const seen = glimpse(body, "deep_dive_reviews");
  return answerReviewRequest(exchange, { kind: "deepDive", ...seen }, [seen.subject], (contract) => {
    if (contract === "olderOnly") return apiError(404, "Unknown spec: deep_dive_reviews");
    const request = readSpecRequest(exchange, body, "deep_dive_reviews", /^Etsy\\Modules\\ListingPage\\Reviews\\DeepDive\\AsyncApiSpec$/);
    return "status" in request ? request : inForm(lookUp(request, pageSize, exchange.state.arrived), contract);
  });
}
