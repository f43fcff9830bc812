import { expect, test } from "vitest";
import { isAnyUnderWay, getKindKey, listUnseen } from "./downloads.rules.ts";

const row = (download_uuid: string, status: "queued" | "running" | "ready" | "failed", is_seen = false) => ({
  download_uuid,
  status,
  is_seen,
});

test("downloads are asked for again while one of them is being made", () => {
  expect(isAnyUnderWay([])).toBe(false);
  expect(isAnyUnderWay([row("a", "ready"), row("b", "failed")])).toBe(false);
  expect(isAnyUnderWay([row("a", "ready"), row("b", "queued")])).toBe(true);
  expect(isAnyUnderWay([row("a", "running")])).toBe(true);
});

test("those that have ended are seen by whoever looks, and the others stay news for when they end", () => {
  const rows = [row("a", "queued"), row("b", "running"), row("c", "ready"), row("d", "failed"), row("e", "ready", true)];
  expect(listUnseen(rows)).toEqual(["c", "d"]);
});

test("what made a file is said in words, and by its code where this version does not know it", () => {
  expect(getKindKey("audit.export")).toBe("downloads.kind.auditExport");
  expect(getKindKey("waves.print")).toBeNull();
});
