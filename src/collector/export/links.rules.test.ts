import { describe, expect, it } from "vitest";
import { isLinkable } from "./links.rules.ts";

describe("a URL", () => {
  it.each([
    "https://www.etsy.com/listing/1/x?ref=a&b=c#reviews",
    "http://127.0.0.1:8443/people/a",
    "https://i.etsystatic.com/iap/0a/1/iap_fullxfull.1_aa.jpg?version=0",
    "https://a.b/%E2%9C%93",
  ])("%s becomes a link", (url) => expect(isLinkable(url)).toBe(true));

  it.each([
    "",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "\\\\server\\share",
    "https://",
    "https://a b/",
    'https://a/"x"',
    "https://a/<x>",
    "https://a/%zz",
    "https://a/#x#y",
    "https://user:secret@a/",
    "https://a/漂亮",
    "https://a/x\nhttps://b/",
    `https://a/${"x".repeat(2_079)}`,
  ])("%j stays text", (url) => expect(isLinkable(url)).toBe(false));
});
