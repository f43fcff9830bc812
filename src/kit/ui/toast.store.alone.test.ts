import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setToastRules, useToasts } from "./toast.store.ts";

const texts = () => useToasts.getState().toasts.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  setToastRules({ ms: 3000, badStays: false });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test("a toast disappears by itself, and the same message is shown once", () => {
  const { show } = useToasts.getState();
  show("good", "Saved");
  show("good", "Saved");
  expect(texts()).toEqual(["Saved"]);
  vi.advanceTimersByTime(2999);
  expect(texts()).toEqual(["Saved"]);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test("no toast disappears while the pointer is over one", () => {
  const { show, pause, resume } = useToasts.getState();
  show("bad", "Could not be saved");
  pause();
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(["Could not be saved"]);
  resume();
  vi.advanceTimersByTime(3000);
  expect(texts()).toEqual([]);
});

test("no toast stays on the next page, except that of the action that leads there", () => {
  const { show, leavePage } = useToasts.getState();
  show("good", "Copied");
  vi.advanceTimersByTime(1000);
  show("good", "Created");
  leavePage();
  expect(texts()).toEqual(["Created"]);
});
