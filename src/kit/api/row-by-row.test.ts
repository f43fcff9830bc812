import { describe, expect, test } from "vitest";
import { CallProblem } from "./client.ts";
import { codes } from "./codes.ts";
import type { CodeName } from "./codes.ts";
import { callRowByRow } from "./row-by-row.ts";

function refusal(name: CodeName): CallProblem {
  const { code, en_us, zh_cn } = codes[name];
  return new CallProblem("refusal", 200, { code, msg: { en_us, zh_cn }, data: null });
}

/** A call that accepts at most three rows and refuses all of them if one is bad. */
function call(bad: readonly number[], problem: () => CallProblem = () => refusal("notFound")) {
  const calls: number[][] = [];
  const perform = async (rows: readonly number[]) => {
    calls.push([...rows]);
    if (rows.some((row) => bad.includes(row))) throw problem();
  };
  const run = (rows: readonly number[]) => callRowByRow({ rows, most: 3, id: String, label: (row) => `row ${row}`, perform });
  return { calls, run };
}

describe("many rows", () => {
  test("are sent in as few calls as possible", async () => {
    const { calls, run } = call([]);
    expect(await run([1, 2, 3, 4])).toEqual({ done: 4, failed: [] });
    expect(calls).toEqual([[1, 2, 3], [4]]);
  });

  test("are retried one by one when their batch is refused, and each failure says why in both languages", async () => {
    const { calls, run } = call([2]);
    const message = { en_us: codes.notFound.en_us, zh_cn: codes.notFound.zh_cn };
    expect(await run([1, 2, 3, 4])).toEqual({ done: 3, failed: [{ id: "2", label: "row 2", message }] });
    expect(calls).toEqual([[1, 2, 3], [1], [2], [3], [4]]);
  });

  test("are not retried one by one without a network, and are all reported as failed", async () => {
    const { calls, run } = call([1, 2, 3], () => new CallProblem("network", 0, null));
    const { done, failed } = await run([1, 2, 3]);
    expect([done, failed.length, calls.length]).toEqual([0, 3, 1]);
    expect(failed[0]?.message.en_us).toContain("Network abnormal");
  });

  test("make no call when there are none", async () => {
    const { calls, run } = call([]);
    expect(await run([])).toEqual({ done: 0, failed: [] });
    expect(calls).toEqual([]);
  });
});
