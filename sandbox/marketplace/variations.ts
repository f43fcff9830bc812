import type { Exchange, Reply } from "./exchange.ts";
import { apiError, html } from "./exchange.ts";
import { escapeHtml } from "./html.ts";
import { getListing } from "./listings.ts";
import { answerReviewRequest } from "./review-request.ts";
import { reviewOfId } from "./truth.ts";

const mostIds = 40;

/** Every run of digits in values whose name speaks of transactions: the real query nests them differently from time to time. */
function transactionIds(query: URLSearchParams): string[] {
  const values = [...query].filter(([name]) => name.includes("transaction")).map(([, value]) => value);
  return values.flatMap((value) => value.match(/\d{6,16}/g) ?? []).slice(0, mostIds);
}

/** GET .../specs/listing_async_review_variations: what was bought, for the reviews of the ids in the query, as HTML. */
export async function variations(exchange: Exchange): Promise<Reply> {
  const query = exchange.url.searchParams;
  const listingId = [...query].find(([name]) => /listing_id\]?$/.test(name))?.[1] ?? "";
  const asked = { kind: "variations", subject: listingId, page: 1, sort: "", ratingFilter: null, tagFilters: [] } as const;
  return answerReviewRequest(exchange, asked, [], () => {
    const listing = getListing(listingId);
    if (listing === null) return apiError(404, "Resource not found.");
    const rows = transactionIds(query).map((id) => {
      const variation = reviewOfId(listing, id, exchange.state.arrived)?.variation ?? "";
      return variation === "" ? "" : `<div data-variation="${id}"><div class="variation-info"><p>${escapeHtml(variation)}</p></div></div>`;
    });
    return html(200, rows.join("\n"), exchange.nonce);
  });
}
