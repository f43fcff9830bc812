// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { startStyleNonce } from "./style-nonce.ts";

afterEach(() => {
  Reflect.deleteProperty(document, "createElement");
  document.head.replaceChildren();
});

function pageWithNonce(nonce: string): void {
  const meta = document.createElement("meta");
  meta.setAttribute("property", "csp-nonce");
  meta.nonce = nonce;
  document.head.append(meta);
}

test("a style element that a library makes has the page's nonce, and no other element does", () => {
  pageWithNonce("c29tZXRoaW5n");
  expect(startStyleNonce()).toBe("c29tZXRoaW5n");
  expect(document.createElement("style").nonce).toBe("c29tZXRoaW5n");
  expect(document.createElement("STYLE").nonce).toBe("c29tZXRoaW5n");
  expect(document.createElement("script").nonce).toBe("");
  expect(document.createElement("div").tagName).toBe("DIV");
});

test("a page without a policy is left as it is", () => {
  const before = document.createElement;
  expect(startStyleNonce()).toBe("");
  expect(document.createElement).toBe(before);
  expect(document.createElement("style").nonce).toBe("");
});
