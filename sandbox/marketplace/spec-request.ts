import { z } from "zod";
import type { Exchange, Reply } from "./exchange.ts";
import { apiError } from "./exchange.ts";
import type { Listing, Shop } from "./listings.ts";
import { getListing, shopOfListing } from "./listings.ts";
import type { Subject, ReviewQuery } from "./views.ts";
import { listingSubject, shopSubject } from "./views.ts";

const digits = z.union([z.number().int().nonnegative(), z.string().regex(/^\d{1,15}$/)]).transform(String);
const stars = z
  .union([z.number().int().min(1).max(5), z.literal(0), z.literal(""), z.null()])
  .transform((value) => (value === "" || value === 0 ? null : value));

/** What both specs take; further fields are allowed, as the page sends many. */
const params = z.looseObject({
  listing_id: digits,
  shop_id: digits,
  scope: z.enum(["listingReviews", "shopReviews"]).default("listingReviews"),
  page: z.number().int().min(1).max(1_000_000).default(1),
  sort_option: z.string().max(64).nullable().default("Relevancy"),
  rating_filter: stars.default(null),
  tag_filters: z.array(z.string().max(64)).max(20).nullable().default([]),
  should_show_variations: z.boolean().default(false),
});

/** A request for a page of reviews, checked. */
export interface SpecRequest {
  listing: Listing;
  shop: Shop;
  subject: Subject;
  query: ReviewQuery;
  page: number;
  /** the word as it was sent */
  sort: string;
  showVariations: boolean;
}

function bodySchema(name: string, className: RegExp) {
  return z.looseObject({ specs: z.strictObject({ [name]: z.tuple([z.string().regex(className), params]) }) });
}

/** Words for sorting that the server knows are `Relevancy` and `Recency`; it takes any other for the first. */
export function isNewestFirst(sortOption: string | null): boolean {
  return sortOption === "Recency";
}

function parsed(body: string, name: string, className: RegExp): z.infer<typeof params> | null {
  try {
    return bodySchema(name, className).safeParse(JSON.parse(body)).data?.specs[name]?.[1] ?? null;
  } catch {
    return null;
  }
}

/**
 * Checks a request to a spec of the bespoke API: token, content type, shape, and that listing and shop belong together.
 * @param name the spec's name: deep_dive_reviews or reviews
 * @param className what the spec's class must look like
 * @returns the request, or the refusal to answer
 */
export function readSpecRequest(exchange: Exchange, body: string, name: string, className: RegExp): SpecRequest | Reply {
  const token = exchange.headers["x-csrf-token"];
  if (!exchange.csrf.isValid(exchange.headers.cookie, typeof token === "string" ? token : undefined)) {
    return apiError(403, "Invalid CSRF token. Reload the page and try again.");
  }
  if (!/^application\/json\b/i.test(exchange.headers["content-type"] ?? "")) return apiError(415, "Send JSON.");
  const asked = parsed(body, name, className);
  if (asked === null) return apiError(400, "Invalid spec parameters.");
  const listing = getListing(asked.listing_id);
  if (listing === null) return apiError(404, "Resource not found.");
  const shop = shopOfListing(listing);
  if (shop.id !== asked.shop_id) return apiError(400, "Invalid spec parameters: shop_id.");
  return {
    listing,
    shop,
    subject: asked.scope === "shopReviews" ? shopSubject(shop) : listingSubject(listing),
    query: {
      newestFirst: isNewestFirst(asked.sort_option),
      rating: asked.rating_filter,
      tags: (asked.tag_filters ?? []).map((tag) => tag.toLowerCase()),
    },
    page: asked.page,
    sort: asked.sort_option ?? "",
    showVariations: asked.should_show_variations,
  };
}

/** Page and filters of a body, however broken the rest is: what the log and the ordered failures go by. */
export function glimpse(
  body: string,
  name: string,
): { subject: string; page: number; sort: string; ratingFilter: number | null; tagFilters: string[] } {
  const shape = z.looseObject({ specs: z.record(z.string(), z.array(z.unknown())) });
  const wanted = z.looseObject({
    listing_id: z.coerce.string().max(20).catch(""),
    page: z.number().int().catch(1),
    sort_option: z.string().max(64).catch(""),
    rating_filter: z.number().nullable().catch(null),
    tag_filters: z.array(z.string().max(64)).max(20).catch([]),
  });
  try {
    const found = wanted.safeParse(shape.parse(JSON.parse(body)).specs[name]?.[1]).data;
    if (found !== undefined) {
      return {
        subject: found.listing_id,
        page: found.page,
        sort: found.sort_option,
        ratingFilter: found.rating_filter,
        tagFilters: found.tag_filters,
      };
    }
  } catch {
    // Not JSON, or of another shape: the checks will say so.
  }
  return { subject: "", page: 1, sort: "", ratingFilter: null, tagFilters: [] };
}
