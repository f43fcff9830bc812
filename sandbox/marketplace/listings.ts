import { createDice, hash32, pick } from "./random.ts";

/** How a listing writes `reviewDate`. The HTML always shows a day in words. */
export const dateForms = ["monthFirst", "dayFirst", "iso", "epochSeconds"] as const;
export type DateForm = (typeof dateForms)[number];

/** One item on sale. Its reviews are not stored: they follow from its id (reviews.ts). */
export interface Listing {
  /** ten digits */
  id: string;
  title: string;
  slug: string;
  /** reviews, before any arrive while reading */
  count: number;
  shopName: string;
  dateForm: DateForm;
  /** by how much the sum of the stars' counts exceeds the number of reviews: a real listing was off by one */
  histogramExtra: number;
  /** by how much the page's own count exceeds what can be read */
  pageCountExtra: number;
}

/** A shop and its listings, in the order of its page. */
export interface Shop {
  /** digits */
  id: string;
  name: string;
  listings: readonly Listing[];
}

type Fixed = Pick<Listing, "id" | "title" | "count" | "shopName"> & Partial<Listing>;

const fixedTable: readonly Fixed[] = [
  { id: "1000000101", title: "Oak Bollard Desk Lamp, Rope Shade & Brass Switch", count: 101, shopName: "HarbourOak", histogramExtra: 1 },
  { id: "1000000003", title: "Cleat Hook, Hand Forged", count: 3, shopName: "HarbourOak" },
  { id: "1000000000", title: "Tide Clock, New This Week", count: 0, shopName: "HarbourOak" },
  { id: "1000000400", title: "Anchor Stool, Reclaimed Deck Planks", count: 400, shopName: "HarbourOak", dateForm: "iso" },
  { id: "1000001240", title: 'Linen Sail Tote Bag "Mistral", 3 Sizes', count: 1240, shopName: "TidewaterLinen" },
  { id: "1000000057", title: "Mooring Line Dog Lead", count: 57, shopName: "TidewaterLinen", dateForm: "epochSeconds", pageCountExtra: 1 },
  { id: "1000000088", title: "Signal Flag Cushion Cover", count: 88, shopName: "TidewaterLinen", dateForm: "dayFirst" },
  { id: "1000000012", title: "Lantern Bracket", count: 12, shopName: "LanternLoft" },
  { id: "1000020000", title: "Personalised Lighthouse Night Light", count: 20_000, shopName: "LanternLoft" },
];

const materials = ["Oak", "Walnut", "Linen", "Brass", "Stoneware", "Wool", "Cork", "Copper"];
const things = ["Serving Board", "Wall Hook", "Table Runner", "Candle Holder", "Mug", "Throw", "Coaster Set", "Plant Pot"];
const mostReviews = 20_000;

function toSlug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

function complete(fixed: Fixed): Listing {
  return { slug: toSlug(fixed.title), dateForm: "monthFirst", histogramExtra: 0, pageCountExtra: 0, ...fixed };
}

/** Listings `2CCCCCVVVV`: CCCCC reviews (0 to 20000), VVVV chooses among ten thousand variants of each. */
function listingByRule(id: string): Listing | null {
  const parts = /^2(\d{5})(\d{4})$/.exec(id);
  const count = Number(parts?.[1] ?? "99999");
  if (parts === null || count > mostReviews) return null;
  const dice = createDice(`listing/${id}`);
  const title = `${pick(materials, dice("material"))} ${pick(things, dice("thing"))} No. ${parts[2] ?? ""}`;
  const dateForm = pick(dateForms, (Number(parts[2]) % dateForms.length) / dateForms.length);
  return complete({ id, title, count, shopName: `Quay${id.slice(1)}`, dateForm });
}

const fixed = new Map(fixedTable.map((row) => [row.id, complete(row)]));

/** All listings of the fixed table, for the home page and the tests. */
export const fixedListings: readonly Listing[] = [...fixed.values()];

/** Finds a listing by id, or null. */
export function getListing(id: string): Listing | null {
  return fixed.get(id) ?? listingByRule(id) ?? listingsByRule(`Quay${id.slice(1)}`).find((listing) => listing.id === id) ?? null;
}

/** A rule's shop sells the listing that was asked for and a smaller one, so that its counts differ from the listing's. */
function listingsByRule(shopName: string): Listing[] {
  const digits = /^Quay(\d{9})$/.exec(shopName)?.[1];
  const first = digits === undefined ? null : listingByRule(`2${digits}`);
  if (first === null) return [];
  const second: Listing = {
    ...first,
    id: `3${first.id.slice(1)}`,
    title: `${first.title}, Second Quality`,
    slug: `${first.slug}-second-quality`,
    count: 12,
  };
  return [first, second];
}

/** Finds a shop by name, or null. */
export function getShop(name: string): Shop | null {
  const own = fixedListings.filter((listing) => listing.shopName === name);
  const listings = own.length > 0 ? own : listingsByRule(name);
  return listings.length === 0 ? null : { id: String(20_000_000 + (hash32(`shop/${name}`) % 10_000_000)), name, listings };
}

/**
 * The shop of a listing.
 * @throws Error if the table is wrong: every listing has a shop
 */
export function shopOfListing(listing: Listing): Shop {
  const shop = getShop(listing.shopName);
  if (shop === null) throw new Error(`marketplace: listing ${listing.id} has no shop`);
  return shop;
}

/** The listing's address, canonical. */
export function listingUrl(listing: Listing): string {
  return `https://www.etsy.com/listing/${listing.id}/${listing.slug}`;
}
