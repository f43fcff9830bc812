import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { sampleOfToday } from "./sample.ts";
import { faultsOf, siteTitles } from "./web-looking.ts";
import { useWebStage } from "./web-stage.ts";
import { nameOfLook, stops, webLooks } from "./web-stops.ts";
import { WebWalker } from "./web-walker.ts";

/** The number of looks tested per day; all with QUAYSIDE_FULL. */
const sampleSize = 14;

const given = useWebStage();

/** Groups looks by fault, so that common faults are listed once. */
function byFault(found: ReadonlyMap<string, readonly string[]>): Record<string, string[]> {
  const table: Record<string, string[]> = {};
  for (const [look, faults] of found) for (const fault of new Set(faults)) (table[fault] ??= []).push(look);
  return table;
}

test("no page logs an error, violates an axe rule, shifts, overflows, clips text or mixes languages, in any of the day's looks", async () => {
  const sites = await siteTitles(given.stage);
  // In the order of all looks, so that a visitor changes looks as rarely as possible.
  const today = new Set(sampleOfToday(webLooks, sampleSize));
  expect(today.size).toBeGreaterThanOrEqual(sampleSize);
  const only = process.env["QUAYSIDE_WALK"];
  const looks = webLooks.filter((look) => (only === undefined ? today.has(look) : new RegExp(only).test(nameOfLook(look))));
  const walker = new WebWalker(given.stage);
  const found = new Map<string, string[]>();
  const report = process.env["QUAYSIDE_WALK_REPORT"];
  for (const look of looks) {
    const faults = await faultsOf(walker, look, sites).catch((error: unknown) => [`could not be looked at: ${String(error)}`]);
    if (faults.length === 0) continue;
    found.set(nameOfLook(look), faults);
    // A full walk takes an hour: intermediate results can be read.
    if (report !== undefined) await writeFile(report, JSON.stringify(byFault(found), null, 1));
  }
  await walker.end();
  expect(byFault(found)).toEqual({});
}, 3_600_000);

test("the walk visits every page and knows its title", () => {
  expect(stops.length).toBeGreaterThan(90);
  const names = webLooks.map(nameOfLook);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBe(stops.length * 8);
  expect(stops.filter(({ title, headings }) => [title, ...headings].some((one) => one.en_us === one.zh_cn))).toEqual([]);
});
