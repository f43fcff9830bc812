import { expect, test } from "vitest";
import { isWebAddress, getThumbnailUrl } from "./thumbnail.rules.ts";

test("an Etsy picture is shown in the smallest size, whatever size was collected", () => {
  const of = (size: string) => `https://i.etsystatic.com/iap/ab12cd/123456789/iap_${size}.123456789_abcd1234.jpg?version=0`;
  for (const size of ["fullxfull", "640x640", "300x300", "640xN"])
    expect(getThumbnailUrl({ url: of(size), fallback: "" })).toBe(of("75x75"));
});

test("any other picture is shown as its fallback, or as itself if it has none", () => {
  expect(getThumbnailUrl({ url: "https://img.example/large.jpg", fallback: "https://img.example/small.jpg" })).toBe(
    "https://img.example/small.jpg",
  );
  expect(getThumbnailUrl({ url: "https://img.example/large.jpg", fallback: "" })).toBe("https://img.example/large.jpg");
});

test("a URL that a page must not load or link to is left out", () => {
  const bad = ["javascript:alert(1)", "data:text/html,x", "http://img.example/a.jpg", "", "not an address", "/relative.jpg"];
  expect(bad.map((url) => getThumbnailUrl({ url, fallback: "" }))).toEqual(bad.map(() => ""));
  expect(bad.filter(isWebAddress)).toEqual([]);
});
