import { olderPageSize, panelHtml } from "./older-spec.ts";
import type { Exchange, Reply } from "./exchange.ts";
import { escapeHtml, scriptJson } from "./html.ts";
import { layout } from "./layout.ts";
import type { Listing, Shop } from "./listings.ts";
import { getListing, listingUrl, shopOfListing } from "./listings.ts";
import { notFound, pageReply } from "./pages.ts";
import { toHex } from "./random.ts";
import type { Counts } from "./views.ts";
import { countReviews, listingSubject, getPage, shopSubject } from "./views.ts";

/** A listing's picture by its size: 75x75, 340x270, 794xN, fullxfull. */
export function listingImage(listing: Listing, shop: Shop, size: string): string {
  const image = Number.parseInt(toHex(`image/${listing.id}`, 8), 16);
  return `https://i.etsystatic.com/${shop.id}/r/il/${toHex(`il/${listing.id}`, 6)}/${image}/il_${size}.${image}_${toHex(`ilr/${listing.id}`, 4)}.jpg`;
}

/** The JSON-LD of the item. Its rating is of the whole shop, though it stands on the listing: so it does on the real page. */
function linkedData(listing: Listing, shop: Shop, ofShop: Counts): unknown {
  const rating =
    ofShop.total === 0
      ? {}
      : { aggregateRating: { "@type": "AggregateRating", ratingValue: ofShop.average.toFixed(1), reviewCount: ofShop.total } };
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    "@id": listingUrl(listing),
    name: listing.title,
    sku: listing.id,
    image: [{ "@type": "ImageObject", contentURL: listingImage(listing, shop, "fullxfull") }],
    brand: { "@type": "Brand", name: shop.name },
    offers: { "@type": "Offer", price: "48.00", priceCurrency: "USD", availability: "https://schema.org/InStock" },
    ...rating,
  };
}

function reviewsHtml(exchange: Exchange, listing: Listing, shop: Shop, ofListing: Counts, ofShop: Counts): string {
  const stated = ofListing.total + listing.pageCountExtra;
  const eventData = {
    listing_id: Number(listing.id),
    shop_id: Number(shop.id),
    listing_rating_count: stated,
    shop_rating_count: ofShop.total,
  };
  const first = getPage(listingSubject(listing), { newestFirst: false, rating: null, tags: [] }, 1, olderPageSize, exchange.state.arrived);
  const shown =
    stated === 0
      ? `<p class="quiet">No reviews for this item yet.</p>`
      : `${panelHtml(first.reviews)}<button type="button" class="wide" data-view-all-reviews data-listing-id="${listing.id}" data-shop-id="${shop.id}">View all reviews for this item</button>`;
  return `<section id="reviews" data-appears-component-name="listing_page_reviews_container_top" data-appears-event-data="${escapeHtml(JSON.stringify(eventData))}">
<h2>Reviews for this item <span class="count">(${stated.toLocaleString("en")})</span></h2>
<p class="quiet">All reviews of ${escapeHtml(shop.name)} <span>(${ofShop.total.toLocaleString("en")})</span></p>
<div role="menu" class="sort" aria-label="Sort reviews"><button type="button" role="menuitemradio" aria-checked="true" data-sort-option="Relevancy">Suggested</button><button type="button" role="menuitemradio" aria-checked="false" data-sort-option="Recency">Most recent</button></div>
${shown}
</section>
<div class="wt-overlay deep-dive-sheet" role="dialog" aria-modal="true" aria-label="Reviews" aria-hidden="true" hidden><button type="button" class="close" data-close-sheet aria-label="Close">\u00d7</button><div data-sheet-body aria-live="polite"></div></div>`;
}

/** GET /listing/ID/SLUG: the page that reviews are collected from. */
export function listingPage(exchange: Exchange): Reply {
  const listing = getListing(exchange.parts[0] ?? "");
  if (listing === null) return notFound(exchange);
  const shop = shopOfListing(listing);
  const { arrived } = exchange.state;
  const ofShop = countReviews(shopSubject(shop), arrived);
  const ofListing = countReviews(listingSubject(listing), arrived);
  const picture = listingImage(listing, shop, "794xN");
  const head = `<meta property="og:title" content="${escapeHtml(listing.title)}">
<meta property="og:image" content="${picture}">
<meta property="og:url" content="${listingUrl(listing)}">
<script type="application/ld+json" nonce="${exchange.nonce}">${scriptJson(linkedData(listing, shop, ofShop))}</script>`;
  const body = `<div class="item" data-shop-id="">
<img class="picture" src="${picture}" alt="${escapeHtml(listing.title)}" width="560" height="560">
<div><p><a href="/shop/${shop.name}?ref=shop-header-name&amp;listing_id=${listing.id}">${escapeHtml(shop.name)}</a></p>
<h1>${escapeHtml(listing.title)}</h1>
<p class="price">$48.00</p>
<p class="quiet">Made to order, ready to ship in three days.</p>
<p><a href="/shop/${shop.name}/reviews">Reviews of the whole shop</a></p></div>
</div>
${reviewsHtml(exchange, listing, shop, ofListing, ofShop)}`;
  const context = { page_type: "listing", listing_id: Number(listing.id), shop_id: Number(shop.id), shop_name: shop.name };
  return pageReply(exchange, (session) =>
    layout(exchange, session, { title: listing.title, path: `/listing/${listing.id}/${listing.slug}`, head, context, body }),
  );
}
