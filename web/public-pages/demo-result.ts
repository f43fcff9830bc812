import type { TFunction } from "i18next";
import type { ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import { exportFormats } from "#src/collector/reviews/review-file.contract.ts";
import { numberFormat } from "#src/kit/lib/formats.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { locales } from "#src/kit/lib/languages.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { createDemoElement } from "./demo-elements.ts";
import { makeDemoFile } from "./demo-file.ts";
import type { Found } from "./demo-reading.ts";
import { shownRows, buildTable } from "./demo-table.ts";

/** How many missing fields are named. */
const namedFields = 5;
/** Time for the browser to start the download before the object URL is revoked. */
const savingMs = 60_000;

/** Joins the names of fields, at most `namedFields`. */
export function fieldsText(fields: readonly string[], language: Language): string {
  return new Intl.ListFormat(locales[language]).format(fields.slice(0, namedFields));
}

function getAverage(reviews: readonly Review[]): number | null {
  const rated = reviews.flatMap(({ rating }) => rating ?? []);
  return rated.length === 0 ? null : rated.reduce((sum, rating) => sum + rating, 0) / rated.length;
}

/** Returns statistics of the reviews, each as a short text. */
function getFacts(reviews: readonly Review[], t: TFunction, language: Language): string[] {
  const average = getAverage(reviews);
  const one = numberFormat(locales[language], { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return [
    ...(average === null ? [] : [t("publicPages.demo.average", { average: one.format(average) })]),
    t("publicPages.demo.withPhotos", { count: reviews.filter(({ images }) => (images ?? []).length > 0).length }),
    t("publicPages.demo.withoutText", { count: reviews.filter(({ text }) => text.trim() === "").length }),
  ];
}

/** Explains in plain words how many reviews are missing and why. */
function explainMissing({ reviews, expected }: Found, t: TFunction): string {
  const read = reviews.length;
  if (expected === null) return t("publicPages.demo.uncounted");
  return read < expected
    ? t("publicPages.demo.more", { count: expected, read, missing: expected - read })
    : t("publicPages.demo.all", { count: expected });
}

/** Renders the number of reviews per star rating as labelled bars. */
function renderStarBars(reviews: readonly Review[], t: TFunction): HTMLElement {
  const list = createDemoElement("ul", "demo-stars");
  list.ariaLabel = t("publicPages.demo.starsLabel");
  for (const stars of [5, 4, 3, 2, 1]) {
    const count = reviews.filter(({ rating }) => rating !== null && Math.round(rating) === stars).length;
    const part = createDemoElement("span", "");
    part.style.inlineSize = `${(100 * count) / reviews.length}%`;
    list.append(
      createDemoElement("li", "demo-star", [
        createDemoElement("span", "", t("publicPages.demo.stars", { count: stars, reviews: count })),
        createDemoElement("span", "demo-bar", [part]),
      ]),
    );
  }
  return list;
}

function saveAs(name: string, file: Blob): void {
  const link = createDemoElement("a", "");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), savingMs);
}

function getSaves(found: Found, t: TFunction, language: Language): HTMLElement {
  const said = createDemoElement("p", "", t("publicPages.demo.madeHere"));
  said.role = "status";
  const save = async (format: ExportFormat, button: HTMLButtonElement) => {
    // A second click while the file is being written would save it twice.
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    const made = await makeDemoFile(found, format, language, new Date());
    button.ariaDisabled = null;
    said.textContent = made === null ? t("publicPages.demo.saveFailed") : t("publicPages.demo.saved", { name: made.name });
    if (made !== null) saveAs(made.name, made.file);
  };
  const buttons = exportFormats.map((format) => {
    const [look, text] =
      format === "xlsx" ? ["button button-primary", t("publicPages.demo.saveXlsx")] : ["button", t("publicPages.demo.saveCsv")];
    const button = createDemoElement("button", look, text);
    button.type = "button";
    button.addEventListener("click", () => void save(format, button));
    return button;
  });
  return createDemoElement("div", "demo-saves", [...buttons, said]);
}

/**
 * Renders the result: the number of reviews, what is missing and why, buttons to save, and the first reviews.
 * @param name the file's name as shown to the user
 */
export function renderResult(found: Found, name: string, t: TFunction, language: Language): HTMLElement[] {
  const { reviews, missing } = found;
  const count = reviews.length;
  const heading = createDemoElement("h3", "demo-found", t("publicPages.demo.found", { count, name }));
  heading.tabIndex = -1;
  const honest = [createDemoElement("p", "", explainMissing(found, t))];
  if (missing.length > 0) honest.push(createDemoElement("p", "", t("publicPages.demo.missing", { fields: fieldsText(missing, language) })));
  return [
    heading,
    createDemoElement(
      "ul",
      "demo-facts",
      getFacts(reviews, t, language).map((text) => createDemoElement("li", "", text)),
    ),
    createDemoElement("div", "demo-honest", honest),
    renderStarBars(reviews, t),
    getSaves(found, t, language),
    ...(count > shownRows ? [createDemoElement("p", "demo-first", t("publicPages.demo.first", { shown: shownRows, count }))] : []),
    buildTable(reviews, t, locales[language]),
  ];
}
