import { JsonReader, MissingFields } from "#src/collector/marketplaces/json-reader.ts";

const signInSegment = /^(?:sign[-_]?in|log[-_]?in|join|sso|authenticate)$/i;
/** Attribute values have a limit, so that a page of unclosed tags is not searched again from each of them. */
const passwordField = /<input\b[^<>]{0,600}?\btype\s*=\s*["']?password\b/i;
const formTarget = /<form\b[^<>]{0,600}?\baction\s*=\s*["']?([^"'\s<>]{1,300})/gi;
const ownAddress = /<(?:link\b[^<>]{0,200}?\brel\s*=\s*["']?canonical\b|meta\b[^<>]{0,200}?["']og:url["'])[^<>]{0,600}/i;
const addressValue = /\b(?:href|content)\s*=\s*["']?([^"'\s<>]{1,500})/i;
const pageTitle = /<title[^<>]{0,100}>\s*(?:sign|log)[\s-]?in\b/i;
/** A page with reviews on it is read, whatever overlays it carries. */
const reviewMarkup = /data-review-region|data-region=["']?review\b|reviews-total|review-card/;
const signInSentence =
  /\b(?:sign(?:ed)?|log(?:ged)?)[ _-]?in(?![a-z])|\bunauthenticated\b|\bnot[ _]authenticated\b|\bauthentication[ _]required\b/i;
const longestSentence = 300;

/** Whether an address, absolute or a path, is a sign-in page. */
export function isSignInAddress(address: string): boolean {
  const path = URL.parse(address, "https://www.etsy.com/")?.pathname ?? "";
  // A listing or a shop may be called "join"; its prefix precedes its name.
  const [first = "", second = "", third = ""] = path.split("/").filter((segment) => segment !== "");
  if (first === "listing" || first === "shop" || second === "listing" || second === "shop" || first === "api") return false;
  return [first, second, third].some((segment) => signInSegment.test(segment));
}

/** Whether HTML is a sign-in page, by the address that it states, its title and its forms. */
export function isSignInPage(html: string): boolean {
  if (reviewMarkup.test(html)) return false;
  const own = addressValue.exec(ownAddress.exec(html)?.[0] ?? "")?.[1] ?? "";
  if (isSignInAddress(own)) return true;
  // A page of a listing or shop may carry a hidden sign-in overlay.
  if (/\/(?:listing|shop)\//.test(own)) return false;
  if (passwordField.test(html) || pageTitle.test(html)) return true;
  return [...html.matchAll(formTarget)].some(([, target = ""]) => isSignInAddress(target));
}

/** Whether a response of the API says, instead of its data, that the visitor has to sign in. */
export function isSignInAnswer(json: unknown): boolean {
  const answer = new JsonReader(json, "", new MissingFields());
  if (!answer.isObject || answer.at("output").present || answer.at("jsData").present || answer.at("reviews").present) return false;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `isObject`, or a comparison before it, has checked this
  const words = Object.keys(answer.value as object).flatMap((key) => [
    answer.at(key),
    answer.at(key).at("message"),
    ...answer.at(key).items(),
  ]);
  return words
    .map((word) => word.text())
    .some((word) => word.length <= longestSentence && (signInSentence.test(word) || (word.includes("/") && isSignInAddress(word))));
}
