import { toReviewPage, readEtsyAnswer } from "./answer.adapter.ts";
import { readMarkup } from "./markup-versions.adapter.ts";
import { readEtsyPage } from "./page-facts.adapter.ts";
import { etsySite } from "./etsy-site.ts";
import { buildEtsyRequest, checkObservedRequest, getPageSize, countRoutes } from "./request.adapter.ts";
import { readSavedEtsy } from "./saved-page.adapter.ts";
import type { Marketplace } from "#src/collector/marketplaces/marketplaces.contract.ts";

/** Etsy: a listing's reviews by its page's own API, a shop's by its reviews page. Facts and their sources: docs of the collector. */
export const etsy: Marketplace = {
  id: etsySite.id,
  name: "Etsy",
  hosts: etsySite.hosts,
  readPage: readEtsyPage,
  routes: countRoutes,
  checkObserved: checkObservedRequest,
  request: buildEtsyRequest,
  pageSize: getPageSize,
  readAnswer: readEtsyAnswer,
  readOpenPage(document, context) {
    const reading = readMarkup(document, context);
    const { facts } = context;
    // The panel's other tab shows the whole shop's reviews: those that name another listing are not this one's.
    const isOwn = (listingId: string): boolean => facts.kind === "shop" || listingId === "" || listingId === facts.listingId;
    return toReviewPage({ ...reading, reviews: reading.reviews.filter((review) => isOwn(review.listingId)) });
  },
  readSaved: readSavedEtsy,
};
