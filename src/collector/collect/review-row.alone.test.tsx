// @vitest-environment jsdom
import type { ReactElement } from "react";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, test } from "vitest";
import { showLanguage } from "#src/collector/texts/texts.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { makeReview } from "#tests/factories/reviews.ts";
import { ReviewRow } from "./review-row.tsx";
import { Thumb } from "./thumb.tsx";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(() => showLanguage("en_us"));

function draw(shown: ReactElement): HTMLElement {
  const element = document.createElement("main");
  act(() => createRoot(element).render(shown));
  return element;
}

function readCells(change: Partial<Review>): (string | null | undefined)[] {
  const row = draw(<ReviewRow row={0} review={makeReview(change)} failed={false} onRetry={() => undefined} top={0} />);
  return [".reviews-photos", ".reviews-variation"].map((cell) => row.querySelector(cell)?.textContent);
}

test("a row marks photos and variation that were not read, and leaves them empty when there are none", () => {
  expect(readCells({ images: null, variation: null })).toEqual(["Not read", "Not read"]);
  expect(readCells({ images: [], variation: "" })).toEqual(["", ""]);
});

test.each(["", "http://img.example/1.jpg"])("a page without a picture that may be shown gets a drawn placeholder: '%s'", (url) => {
  const main = draw(<Thumb url={url} />);
  expect(main.querySelector(".thumb-none svg")).not.toBeNull();
  expect(main.querySelector("img")).toBeNull();
});
