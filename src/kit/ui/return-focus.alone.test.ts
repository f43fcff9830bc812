// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { returnFocus, watchFocus } from "./return-focus.ts";

watchFocus();

beforeEach(() => {
  document.body.innerHTML = `<main tabindex="-1"><button id="far"></button><button id="near"></button></main><div role="menu"><button id="entry"></button></div>`;
});

const focus = (id: string) => document.getElementById(id)?.focus();
const getFocused = () => document.activeElement?.id ?? "";

test("the focus goes back to what had it before the menu, and not to an entry that is gone", async () => {
  focus("far");
  focus("near");
  focus("entry");
  document.querySelector("[role=menu]")?.remove();
  expect(document.activeElement).toBe(document.body);
  returnFocus();
  await expect.poll(getFocused).toBe("near");
});

test("an element that has gone as well is skipped, and without any the page's main part gets the focus", async () => {
  focus("far");
  focus("near");
  document.getElementById("near")?.remove();
  returnFocus();
  await expect.poll(getFocused).toBe("far");
  document.getElementById("far")?.remove();
  returnFocus();
  await expect.poll(() => document.activeElement?.tagName).toBe("MAIN");
});

test("what has taken the focus meanwhile keeps it", async () => {
  focus("far");
  returnFocus();
  focus("near");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(getFocused()).toBe("near");
});
