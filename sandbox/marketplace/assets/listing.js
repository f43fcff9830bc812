// The page's own script: opens the reviews sheet and fills it by the page's own request. Runs in the browser as it stands.
const csrf = document.querySelector("meta[name=csrf_nonce]")?.content ?? "";
const opener = document.querySelector("[data-view-all-reviews]");
const sheet = document.querySelector(".deep-dive-sheet");
const sheetBody = sheet?.querySelector("[data-sheet-body]");
const wish = { page: 1, sort_option: "Relevancy", rating_filter: null };

function ask() {
  const params = {
    listing_id: Number(opener.dataset.listingId),
    shop_id: Number(opener.dataset.shopId),
    scope: "listingReviews",
    ...wish,
    tag_filters: [],
    review_highlight_transaction_id: null,
    should_lazy_load_images: true,
    should_show_variations: true,
  };
  return fetch("/api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews", {
    method: "POST",
    credentials: "same-origin",
    headers: {
      "content-type": "application/json",
      "x-csrf-token": csrf,
      "x-requested-with": "XMLHttpRequest",
      "x-detected-locale": "USD|en-US|US",
    },
    body: JSON.stringify({
      log_performance_metrics: true,
      runtime_analysis: false,
      specs: { deep_dive_reviews: ["Etsy\\Modules\\ListingPage\\Reviews\\DeepDive\\AsyncApiSpec", params] },
    }),
  });
}

async function fill() {
  sheetBody.textContent = "Loading reviews";
  try {
    const answer = await ask();
    if (!answer.ok) throw new Error(`the marketplace answered ${answer.status}`);
    sheetBody.innerHTML = (await answer.json()).output.deep_dive_reviews;
  } catch (error) {
    sheetBody.textContent = `Reviews could not be loaded: ${error.message}. Reload the page and try again.`;
  }
}

function close() {
  sheet.hidden = true;
  sheet.setAttribute("aria-hidden", "true");
  opener.focus();
}

opener?.addEventListener("click", () => {
  sheet.hidden = false;
  sheet.removeAttribute("aria-hidden");
  sheet.querySelector("[data-close-sheet]").focus();
  void fill();
});

sheet?.addEventListener("click", (event) => {
  const target = event.target.closest("[data-close-sheet], [data-page], [data-sort-option], [data-rating-value]");
  if (target === null) return;
  event.preventDefault();
  const { page, sortOption, ratingValue } = target.dataset;
  if (target.hasAttribute("data-close-sheet")) return close();
  wish.page = page === undefined ? 1 : Number(page);
  if (sortOption !== undefined) wish.sort_option = sortOption;
  if (ratingValue !== undefined) wish.rating_filter = wish.rating_filter === Number(ratingValue) ? null : Number(ratingValue);
  void fill();
});

// Outside the sheet, a word of the sort menu opens it in that order, or loads a shop's page anew.
document.querySelector("main")?.addEventListener("click", (event) => {
  const sortOption = event.target.closest("[data-sort-option]")?.dataset.sortOption;
  if (sortOption === undefined || sheet?.contains(event.target)) return;
  if (opener === null) {
    location.search = `?sort_option=${encodeURIComponent(sortOption)}`;
    return;
  }
  Object.assign(wish, { page: 1, sort_option: sortOption });
  opener.click();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && sheet !== null && !sheet.hidden) close();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-show-original]");
  button?.parentElement.querySelector("[data-original-content]")?.classList.toggle("wt-display-none");
});
