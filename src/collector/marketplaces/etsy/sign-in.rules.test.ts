import { describe, expect, test } from "vitest";
import { isSignInAddress, isSignInAnswer, isSignInPage } from "./sign-in.rules.ts";

describe("a sign-in page", () => {
  test.each([
    "https://www.etsy.com/signin?from_page=x",
    "https://www.etsy.com/de/signin",
    "https://www.etsy.com/ca-fr/join",
    "https://www.etsy.com/account/login",
    "/sign-in",
    "https://www.etsy.com/login/",
  ])("%s is its URL", (address) => expect(isSignInAddress(address)).toBe(true));

  test.each([
    "https://www.etsy.com/listing/1/sign-in",
    "https://www.etsy.com/shop/join/reviews",
    "https://www.etsy.com/de/shop/login",
    "https://www.etsy.com/api/v3/ajax/login",
    "https://www.etsy.com/joinery",
    "",
    "::",
  ])("%j is another page's URL", (address) => expect(isSignInAddress(address)).toBe(false));

  test.each([
    ["a password field", `<html><body><form action="/session"><input name=email><INPUT class="x" TYPE=password></form>`],
    ["a form that goes there", `<html><body><form class="f" method=post action="/signin/next"><input name="email"></form>`],
    ["its own address", `<html><head><link rel="canonical" href="https://www.etsy.com/signin"></head><body><div id="app"></div>`],
    ["its title", `<html><head><title>Sign in | Etsy</title></head><body><div id="app"></div>`],
  ])("is recognised by %s", (_name, html) => expect(isSignInPage(html)).toBe(true));

  test.each([
    [
      "a shop's page with a hidden sign-in overlay",
      `<head><link rel="canonical" href="https://www.etsy.com/shop/X/reviews"></head><input type="password">`,
    ],
    [
      "reviews with an overlay",
      `<li data-region="review" data-review-region="7"></li><form action="/signin"><input type="password"></form>`,
    ],
    ["an error page", `<html><head><title>Something went wrong</title></head><body><h1>Oops</h1></body></html>`],
    ["a review that quotes a form", `<div data-review-region="7"><p>&lt;input type=password&gt;</p></div>`],
  ])("is not %s", (_name, html) => expect(isSignInPage(html)).toBe(false));

  test("is checked quickly, whatever the markup", () => {
    expect(isSignInPage("<input ".repeat(100_000))).toBe(false);
    expect(isSignInPage(`<form ${"a ".repeat(500_000)}`)).toBe(false);
  });
});

describe("an API answer", () => {
  test.each([
    { error: "You must be signed in." },
    { error: { message: "Please log in again" } },
    { errors: ["unauthenticated"] },
    { redirect: "/signin?from=reviews" },
    { message: "login_required" },
  ])("%j asks for a sign-in", (json) => expect(isSignInAnswer(json)).toBe(true));

  test.each([
    { error: "Unknown spec" },
    { output: { deep_dive_reviews: "" }, message: "log in" },
    { jsData: { reviews: [] } },
    ["log in"],
    null,
    "log in",
    { error: `log in ${"x".repeat(400)}` },
  ])("%j does not", (json) => expect(isSignInAnswer(json)).toBe(false));
});
