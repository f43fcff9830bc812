import fc from "fast-check";
import { expect, test } from "vitest";
import { toAbsoluteLink, toBareLink } from "./links.rules.ts";

const base = "https://www.etsy.com/shop/HarbourOak/reviews";

/** What the URL parser alone makes of it: the truth that the short way must not differ from. */
function parsed(href: string, on: string): { whole: string; bare: string } {
  const url = href === "" ? null : URL.parse(href, on === "" ? undefined : on);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isWeb ? { whole: url.href, bare: url.origin + url.pathname } : { whole: "", bare: "" };
}

const pieces = fc.constantFrom(
  ..."https:// http:// HTTPS:// // / \\ www.etsy.com WWW.etsy.com xn--a.com 1.2.3 0x7f.1 a.b.1 a--b.de etsy.com. .. . %2e %2E%2e".split(
    " ",
  ),
  ...":443 :80 :8080 u:p@ @ ? # &a=b ' \" ^ | { é ☃ % listing 123 people ~x a.b - _ , + = : ; javascript: data:".split(" "),
  " ",
  "\t",
  "\n",
);

test("a link is what the URL parser makes of it, on the fast path as on the slow one", () => {
  const link = fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join(""));
  const onSite = link.map((rest) => `https://www.etsy.com/${rest}`);
  const relative = link.map((rest) => `/listing/1/${rest}`);
  fc.assert(
    fc.property(fc.oneof(link, onSite, relative), fc.constantFrom(base, "", "http://etsy.com:8080/a"), (href, on) => {
      expect({ whole: toAbsoluteLink(href, on), bare: toBareLink(href, on) }).toEqual(parsed(href, on));
    }),
    { numRuns: 5_000 },
  );
});

test.each(["javascript:alert(1)", "https://u:p@www.etsy.com/people/x", "data:text/html,x", "ftp://etsy.com/x"])(
  "%s is never returned",
  (href) => {
    expect(toAbsoluteLink(href, base)).toBe("");
    expect(toBareLink(href, base)).toBe("");
  },
);
