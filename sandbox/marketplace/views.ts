import type { Listing, Shop } from "./listings.ts";
import { shuffled } from "./random.ts";
import type { SandboxReview, Serial } from "./reviews.ts";
import { getRating, reviewAt, getSeconds, topicsOfReview } from "./reviews.ts";

/** Whose reviews are shown: a listing's, or those of all listings of its shop. */
export interface Subject {
  /** unique: the listing's id or the shop's name */
  key: string;
  listings: readonly Listing[];
}

/** How reviews are chosen and ordered. */
export interface ReviewQuery {
  newestFirst: boolean;
  /** one number of stars, or null for all */
  rating: number | null;
  /** topics in lower case; a review must speak of each */
  tags: readonly string[];
}

/** Number of reviews in all, of each number of stars, and their mean (0 where there are none). */
export interface Counts {
  total: number;
  byRating: readonly [number, number, number, number, number];
  average: number;
}

interface Entry {
  listing: Listing;
  serial: Serial;
}

/** How many reviews have arrived at a listing since the start. */
export type Arrived = (listingId: string) => number;

const cachedAtMost = 24;

/** Caches the last few results, so that page 2,500 of 20,000 reviews is not sorted again. */
function remembering<T>(): (key: string, make: () => T) => T {
  const known = new Map<string, T>();
  return (key, make) => {
    const value = known.get(key) ?? make();
    known.delete(key);
    known.set(key, value);
    const oldest = known.keys().next();
    if (known.size > cachedAtMost && oldest.done !== true) known.delete(oldest.value);
    return value;
  };
}

const rememberView = remembering<readonly Entry[]>();
const rememberCounts = remembering<Counts>();

/** The subject of a listing's own reviews. */
export function listingSubject(listing: Listing): Subject {
  return { key: listing.id, listings: [listing] };
}

/** The subject of a whole shop. */
export function shopSubject(shop: Shop): Subject {
  return { key: shop.name, listings: shop.listings };
}

function stateKey(subject: Subject, arrived: Arrived): string {
  return `${subject.key}|${subject.listings.map((listing) => arrived(listing.id)).join(",")}`;
}

/** Every review of the subject, newest first. */
function allEntries(subject: Subject, arrived: Arrived): readonly Entry[] {
  return rememberView(stateKey(subject, arrived), () => {
    const entries: (Entry & { seconds: number })[] = [];
    for (const listing of subject.listings) {
      for (let serial = -arrived(listing.id); serial < listing.count; serial += 1) {
        entries.push({ listing, serial, seconds: getSeconds(listing, serial) });
      }
    }
    // One listing's serials are in order already; only a shop's have to be merged.
    return subject.listings.length === 1 ? entries : entries.toSorted((one, other) => other.seconds - one.seconds);
  });
}

/** The suggested order: fixed, not by date; later reviews come first. */
function suggestedOrder(subject: Subject, entries: readonly Entry[]): Entry[] {
  const fresh = entries.filter((entry) => entry.serial < 0);
  const own = entries.filter((entry) => entry.serial >= 0);
  const order = shuffled(own.length, `order/${subject.key}`);
  return [...fresh, ...Array.from(order, (place) => own[place]).filter((entry) => entry !== undefined)];
}

function isMatch(entry: Entry, query: ReviewQuery): boolean {
  if (query.rating !== null && getRating(entry.listing, entry.serial) !== query.rating) return false;
  if (query.tags.length === 0) return true;
  const spoken: readonly string[] = topicsOfReview(entry.listing, entry.serial);
  return query.tags.every((tag) => spoken.includes(tag));
}

function getView(subject: Subject, query: ReviewQuery, arrived: Arrived): readonly Entry[] {
  const key = `${stateKey(subject, arrived)}|${String(query.newestFirst)}|${String(query.rating)}|${query.tags.join(",")}`;
  return rememberView(key, () => {
    const all = allEntries(subject, arrived);
    const ordered = query.newestFirst ? all : suggestedOrder(subject, all);
    return ordered.filter((entry) => isMatch(entry, query));
  });
}

/**
 * One page of reviews.
 * @param page from 1; past the end it is empty
 * @returns the page's reviews and how many reviews match in all
 */
export function getPage(
  subject: Subject,
  query: ReviewQuery,
  page: number,
  size: number,
  arrived: Arrived,
): { reviews: SandboxReview[]; matching: number } {
  const entries = getView(subject, query, arrived);
  const shown = entries.slice((page - 1) * size, page * size);
  return { reviews: shown.map((entry) => reviewAt(entry.listing, entry.serial)), matching: entries.length };
}

/** The true counts of a subject, before any drift. */
export function countReviews(subject: Subject, arrived: Arrived): Counts {
  return rememberCounts(stateKey(subject, arrived), () => {
    const byRating: [number, number, number, number, number] = [0, 0, 0, 0, 0];
    let sum = 0;
    const entries = allEntries(subject, arrived);
    for (const entry of entries) {
      const rating = getRating(entry.listing, entry.serial);
      byRating[rating - 1] = (byRating[rating - 1] ?? 0) + 1;
      sum += rating;
    }
    return { total: entries.length, byRating, average: entries.length === 0 ? 0 : Math.round((sum / entries.length) * 10_000) / 10_000 };
  });
}

/** Reviews, newest first, that speak of a topic: what a tag's `frequency` says. */
export function tagCount(subject: Subject, tag: string, arrived: Arrived): { all: number; positive: number; negative: number } {
  const entries = getView(subject, { newestFirst: true, rating: null, tags: [tag] }, arrived);
  const positive = entries.filter((entry) => getRating(entry.listing, entry.serial) >= 4).length;
  return { all: entries.length, positive, negative: entries.length - positive };
}
