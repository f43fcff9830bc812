import { expect, test } from "vitest";
import { isAnyUnderWay, getKindKey, listUnseen } from "./downloads.rules.ts";

const row = (download_uuid: string, status: "queued" | "running" | "ready" | "failed", is_seen = false) => ({
  download_uuid,
  status,
  is_seen,
});

test("downloads are polled while one of them is being created", () => {
  expect(isAnyUnderWay([])).toBe(false);
  expect(isAnyUnderWay([row("a", "ready"), row("b", "failed")])).toBe(false);
  expect(isAnyUnderWay([row("a", "ready"), row("b", "queued")])).toBe(true);
  expect(isAnyUnderWay([row("a", "running")])).toBe(true);
});

test("finished downloads are marked as seen once viewed, and unfinished ones stay unseen until they finish", () => {
  const rows = [row("a", "queued"), row("b", "running"), row("c", "ready"), row("d", "failed"), row("e", "ready", true)];
  expect(listUnseen(rows)).toEqual(["c", "d"]);
});

test("the kind of a download has a text, but none if this version does not know it", () => {
  expect(getKindKey("audit.export")).toBe("downloads.kind.auditExport");
  expect(getKindKey("waves.print")).toBeNull();
});
