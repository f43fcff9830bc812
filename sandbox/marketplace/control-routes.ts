import { control } from "./controls.ts";
import type { Exchange, Handler, Reply } from "./exchange.ts";
import { apiError, json, localPath, redirect } from "./exchange.ts";
import { getListing } from "./listings.ts";
import { trueReviews } from "./truth.ts";

/** Controls need a header that no page of another origin can send. */
function isAllowed(exchange: Exchange): boolean {
  return exchange.headers["x-sandbox"] === "1";
}

const refused = (): Reply => apiError(403, "Send the header x-sandbox: 1.");

/** POST /sandbox/control: changes how the marketplace behaves. Answers the settings in force. */
export const setControl: Handler = async (exchange) => {
  if (!isAllowed(exchange)) return refused();
  let value: unknown;
  try {
    value = JSON.parse(await exchange.readBody());
  } catch (error) {
    if (error instanceof SyntaxError) return apiError(400, "control: not JSON");
    throw error;
  }
  const parsed = control.safeParse(value);
  if (!parsed.success)
    return apiError(400, `control: ${parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`.trim()).join("; ")}`);
  const arrivals = parsed.data.arrivals;
  if (arrivals !== undefined && getListing(arrivals.listingId) === null)
    return apiError(400, "control: arrivals.listingId names no listing");
  exchange.state.apply(parsed.data);
  return json(200, exchange.state.settings);
};

/** POST /sandbox/reset: everything as at the start, the log empty. */
export const reset: Handler = (exchange) => {
  if (!isAllowed(exchange)) return refused();
  exchange.state.reset();
  return json(200, exchange.state.settings);
};

/** GET /sandbox/log: the review requests so far, oldest first. */
export const readLog: Handler = (exchange) => json(200, exchange.state.log.all());

/** GET /sandbox/reviews/ID: the truth about a listing's reviews, newest first. */
export const readTruth: Handler = (exchange) => {
  const listing = getListing(exchange.parts[0] ?? "");
  return listing === null ? apiError(404, "No such listing.") : json(200, trueReviews(listing, exchange.state.arrived));
};

/** POST /sandbox/solve: the button of the check was pressed. */
export const solve: Handler = (exchange) => {
  exchange.state.risk.solve();
  return redirect(localPath(exchange.url.searchParams.get("back")), 303);
};
