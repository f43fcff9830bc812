import type { PageAnswer, Problem } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { isSignInAddress, isSignInAnswer, isSignInPage } from "./sign-in.rules.ts";
import { JsonReader, MissingFields, parseJson } from "#src/collector/marketplaces/json-reader.ts";

/** Longer bodies are pages of the marketplace itself: a check is a page of a few hundred characters. */
const longestChallenge = 100_000;
const challengeScript = /<script[^>]*>\s*var dd\s*=\s*\{|<(?:iframe|script)[^>]+src=["']?https?:\/\/[\w.-]*captcha-delivery\.com/i;

/** Statuses of an address that does not (or no longer) accept our request. */
const unknownRequest: readonly number[] = [400, 404, 405, 410, 422];

/**
 * Whether this body is risk control's check (DataDome). Only markup that a server writes counts: a review that quotes such a page is text.
 */
export function isChallengeBody(body: string): boolean {
  if (body.length > longestChallenge || !body.includes("captcha-delivery.com")) return false;
  const start = body.trimStart();
  if (start.startsWith("<")) return challengeScript.test(body) && !body.includes("data-review-region");
  if (!start.startsWith("{")) return false;
  const url = new JsonReader(parseJson(body), "", new MissingFields()).at("url").text();
  return /^https:\/\/[\w.-]*captcha-delivery\.com\//.test(url);
}

/** Seconds of a Retry-After header, given as seconds or as an HTTP date; null for anything else. */
export function retryAfterSeconds(header: string | null, now: string): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const until = /^[A-Za-z]{3}, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  const seconds = Math.ceil((until - Date.parse(now)) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

/** A refusal in place of data is short; a page of reviews need not be parsed a second time. */
const longestSignInAnswer = 20_000;
/** Statuses of responses that were sign-in pages. A 404 page may contain a sign-in form as well. */
const signInStatuses: readonly number[] = [200, 203, 403];

/** Whether the visitor has to sign in: by status, by the address after redirects, or by the page. */
function asksForSignIn({ status, url, body }: PageAnswer): boolean {
  if (status === 401 || isSignInAddress(url)) return true;
  if (!signInStatuses.includes(status)) return false;
  const start = body.slice(0, 200).replace(/^[\s\ufeff]+/, "");
  if (start.startsWith("<")) return isSignInPage(body);
  return start.startsWith("{") && body.length <= longestSignInAnswer && isSignInAnswer(parseJson(body));
}

/**
 * The refusal that a response stands for, by its status, address and body; null if its content is to be read.
 * `contractChanged` here means that the address no longer accepts our request; the caller adds the report.
 * @param path path of the request if it is one of the API's, '' for a page
 * @param now ISO 8601 instant, for a Retry-After that is a date
 */
export function findRefusal(answer: PageAnswer, path: string, now: string): Problem | null {
  const { status } = answer;
  const isChallenge = isChallengeBody(answer.body);
  // A 429 that says when to come back means it; one with a check in its body waits for a person, not for time.
  if (status === 429 && !(isChallenge && answer.retryAfter === null)) {
    return { kind: "tooManyRequests", retryAfterSeconds: retryAfterSeconds(answer.retryAfter, now) };
  }
  if (!isChallenge && asksForSignIn(answer)) return { kind: "signedOut" };
  if (status === 403 || isChallenge) return { kind: "blocked", status };
  if (path !== "" && unknownRequest.includes(status)) return { kind: "contractChanged", missing: [path], report: "" };
  return status >= 200 && status < 300 ? null : { kind: "unavailable", status };
}
