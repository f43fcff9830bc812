// @vitest-environment jsdom
import type { Root } from "react-dom/client";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadRest, showLanguage } from "#web/texts/warehouse.ts";
import { ScanFeedback } from "./scan-feedback.tsx";
import { sound } from "./sound.ts";

vi.mock("./sound.ts", () => ({ sound: vi.fn<(name: string) => void>() }));

let root: Root;

beforeEach(async () => {
  await showLanguage("en_us");
  await loadRest();
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild ?? document.body);
});
afterEach(() => root.unmount());

test("a scan that is done with a warning looks and sounds different from one that is done", async () => {
  const entry = { id: "a", code: "MUG", text: "MUG: 1 counted. Announced in box 2", state: "done", at: 1 } as const;
  const getLook = () => document.querySelector(".scan-feedback")?.className ?? "";
  root.render(<ScanFeedback of={entry} />);
  await vi.waitFor(() => expect(sound).toHaveBeenLastCalledWith("good"));
  expect(getLook()).not.toContain("warned");
  root.render(<ScanFeedback of={{ ...entry, id: "b", isWarning: true }} />);
  await vi.waitFor(() => expect(sound).toHaveBeenLastCalledWith("ask"));
  expect(getLook()).toContain("scan-feedback-warned");
  expect(document.querySelector("[role=status]")?.textContent).toContain("Announced in box 2");
});
