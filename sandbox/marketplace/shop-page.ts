import { dayInWords } from "./dates.ts";
import { pagesToOffer } from "./deep-dive-html.ts";
import type { Exchange, Reply } from "./exchange.ts";
import { escapeHtml, textToHtml } from "./html.ts";
import { layout } from "./layout.ts";
import { listingImage } from "./listing-page.ts";
import type { Shop } from "./listings.ts";
import { getShop } from "./listings.ts";
import { notFound, pageReply } from "./pages.ts";
import { renamed } from "./renamed.ts";
import { answerReviewRequest } from "./review-request.ts";
import type { SandboxReview } from "./reviews.ts";
import { isNewestFirst } from "./spec-request.ts";
import { countReviews, getPage, shopSubject } from "./views.ts";

/** Reviews a page of a shop. */
export const shopPageSize = 10;

function starsHtml(rating: number): string {
  return `<span class="stars"><input type="hidden" name="initial-rating" value="${rating}"><input type="hidden" name="rating" value="${rating}"><span class="screen-reader-only">${Math.round(rating)} out of 5 stars</span><span aria-hidden="true">${"\u2605".repeat(Math.round(rating))}</span></span>`;
}

function attributionHtml(review: SandboxReview): string {
  const { buyer } = review;
  const name =
    buyer.profileUrl === null
      ? escapeHtml(buyer.name === "" ? "Anonymous" : buyer.name)
      : `<a href="${buyer.profileUrl}?ref=shop_review">${escapeHtml(buyer.name)}</a>`;
  return `<p class="shop2-review-attribution">${name} on ${dayInWords(review.seconds, review.listing.dateForm)}</p>`;
}

function actionsHtml(review: SandboxReview): string {
  if (review.words.translated === "") return "";
  return `<div data-transaction-id="${review.id}" data-is-translated="true"><button type="button" data-show-original>See in original language</button>
<div data-original-content class="wt-display-none" aria-hidden="true">
${textToHtml(review.words.written)}
</div></div>`;
}

function photoHtml(review: SandboxReview): string {
  const { photo } = review;
  if (photo === null) return "";
  return `<div class="appreciation-photo__container"><button type="button" data-transaction-id="${review.id}"><img alt="Photo of the purchase" width="150" loading="lazy" src="${photo.medium}" srcset="${photo.large} 2x, ${photo.medium} 1x"></button></div>`;
}

function itemHtml(review: SandboxReview, shop: Shop): string {
  const { listing } = review;
  const title = escapeHtml(listing.title);
  return `<div data-region="listing"><a href="/listing/${listing.id}/${listing.slug}?ref=shop_review" aria-label="${title}"><img alt="" width="64" loading="lazy" src="${listingImage(listing, shop, "340x270")}"><span class="prose">${title}</span></a></div>`;
}

function cardHtml(review: SandboxReview, shop: Shop): string {
  const shown = review.words.translated === "" ? review.words.written : review.words.translated;
  return `<li class="card" data-region="review" data-review-region="${review.id}">
<img class="avatar" alt="" width="48" height="48" loading="lazy" src="${review.buyer.avatarUrl}">
${attributionHtml(review)}
${photoHtml(review)}${starsHtml(review.rating)}
${shown === "" ? "" : `<p class="prose break-word">${textToHtml(shown)}</p>`}
<div data-region="review-actions">${actionsHtml(review)}</div>
<div data-region="response">${review.sellerReply === "" ? "" : `<div class="reply review-text"><p>${textToHtml(review.sellerReply)}</p></div>`}</div>
${itemHtml(review, shop)}
</li>`;
}

function pagerHtml(shop: Shop, current: number, last: number): string {
  const address = (page: number): string => `/shop/${shop.name}/reviews?ref=pagination&amp;page=${page}`;
  const links = pagesToOffer(current, last).map((page) =>
    page === current ? `<span data-active-page="${page}">${page}</span>` : `<a href="${address(page)}" data-page="${page}">${page}</a>`,
  );
  const next = current < last ? `<a href="${address(current + 1)}" data-page="${current + 1}">Next page</a>` : "";
  return `<nav aria-label="Pagination" data-reviews-pagination data-toolkit-pagination-container>${links.join("")}${next}</nav>`;
}

function sortHtml(newestFirst: boolean): string {
  return `<div role="menu" class="sort"><button type="button" role="menuitemradio" aria-checked="${String(!newestFirst)}" data-sort-option="Relevancy">Recommended</button><button type="button" role="menuitemradio" aria-checked="${String(newestFirst)}" data-sort-option="Recency">Newest</button></div>`;
}

function reviewsHtml(exchange: Exchange, shop: Shop, page: number, newestFirst: boolean): string {
  const subject = shopSubject(shop);
  const { arrived } = exchange.state;
  const counts = countReviews(subject, arrived);
  const { reviews, matching } = getPage(subject, { newestFirst, rating: null, tags: [] }, page, shopPageSize, arrived);
  return `<section class="reviews-section" id="reviews" data-reviews-container data-shop-id="${shop.id}">
<h2>Reviews</h2>
<div class="reviews-total"><div><span>Average item review</span> ${starsHtml(counts.average)} <span>(${counts.total.toLocaleString("en")})</span></div></div>
${sortHtml(newestFirst)}
<ul class="reviews-list" data-region="review-list">${reviews.map((review) => cardHtml(review, shop)).join("\n")}</ul>
${pagerHtml(shop, page, Math.ceil(matching / shopPageSize))}
</section>`;
}

/** GET /shop/NAME/reviews?page=N, and the shop's own page, which shows the same reviews below its items. */
export async function shopPage(exchange: Exchange): Promise<Reply> {
  const shop = getShop(exchange.parts[0] ?? "");
  if (shop === null) return notFound(exchange);
  const query = exchange.url.searchParams;
  const asked = Number(query.get("page") ?? "1");
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 1_000_000 ? asked : 1;
  const sort = query.get("sort_option") ?? "Recency";
  const request = { kind: "shopPage", subject: shop.name, page, sort: sort.slice(0, 64), ratingFilter: null, tagFilters: [] } as const;
  const listingIds = shop.listings.map((listing) => listing.id);
  return answerReviewRequest(exchange, request, listingIds, (contract) =>
    pageReply(exchange, (session) => {
      const items = shop.listings.map(
        (listing) => `<li><a href="/listing/${listing.id}/${listing.slug}">${escapeHtml(listing.title)}</a></li>`,
      );
      const body = `<h1>${escapeHtml(shop.name)}</h1><ul>${items.join("")}</ul>${reviewsHtml(exchange, shop, page, isNewestFirst(sort))}`;
      const context = { page_type: "shop", shop_id: Number(shop.id), shop_name: shop.name };
      const whole = layout(exchange, session, {
        title: `${shop.name}: reviews`,
        path: `/shop/${shop.name}/reviews`,
        head: "",
        context,
        body,
      });
      return contract === "renamedFields" ? String(renamed(whole)) : whole;
    }),
  );
}
