import { expect, test } from "vitest";
import { readMonth, listShownMonths } from "./shown-months.rules.ts";

test("a URL selects a month up to the current one; anything else selects the current month", () => {
  expect(readMonth({ month: "2025-12" }, "2026-06")).toBe("2025-12");
  for (const named of [undefined, "2026-07", "2026-13", "soon", 202606]) expect(readMonth({ month: named }, "2026-06")).toBe("2026-06");
});

test("a year of months is offered, plus an older month while it is shown", () => {
  expect(listShownMonths("2026-01", "2026-01").slice(0, 3)).toEqual(["2026-01", "2025-12", "2025-11"]);
  expect(listShownMonths("2026-01", "2025-03")).toHaveLength(13);
  expect(listShownMonths("2026-01", "2024-03").at(-1)).toBe("2024-03");
});
