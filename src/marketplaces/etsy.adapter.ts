import { pageOf, readEtsyAnswer } from "./etsy-answer.adapter.ts";
import { readMarkup } from "./etsy-markup.adapter.ts";
import { readEtsyPage } from "./etsy-page.adapter.ts";
import { etsyHosts } from "./etsy.hosts.ts";
import { etsyRequest, hearRequest, pageSizeOf, routesOf } from "./etsy-request.adapter.ts";
import { readSavedEtsy } from "./etsy-saved.adapter.ts";
import type { Marketplace } from "./marketplaces.contract.ts";

/** Etsy: a listing's reviews by its page's own API, a shop's by its reviews page. Facts and their sources: docs of the collector. */
export const etsy: Marketplace = {
  id: "etsy",
  name: "Etsy",
  hosts: etsyHosts,
  readPage: readEtsyPage,
  routes: routesOf,
  hear: hearRequest,
  request: etsyRequest,
  pageSize: pageSizeOf,
  readAnswer: readEtsyAnswer,
  readOpenPage(document, context) {
    const reading = readMarkup(document, context);
    const { facts } = context;
    // The panel's other tab shows the whole shop's reviews: those that name another listing are not this one's.
    const isOwn = (listingId: string): boolean => facts.kind === "shop" || listingId === "" || listingId === facts.listingId;
    return pageOf({ ...reading, reviews: reading.reviews.filter((review) => isOwn(review.listingId)) });
  },
  readSaved: readSavedEtsy,
};
