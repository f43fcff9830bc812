import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkBatches } from "#tests/bench/check-batches.ts";
import { createBatchingFile } from "#tests/bench/planner-data.ts";

const script = fileURLToPath(new URL("./plan.ts", import.meta.url));
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "quayside-plan-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function store(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function run(...args: readonly string[]) {
  const out = join(folder, "out.txt");
  rmSync(out, { force: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args, "--out", out], { encoding: "utf8" });
  return { status, printed: stdout.trim(), stderr: stderr.trim(), out: status === 0 ? readFileSync(out, "utf8") : "" };
}

describe("plan", () => {
  test("prints the walking of a file's orders, writes the orders of each tour, and answers the same each time", () => {
    const text = createBatchingFile(7);
    const file = store("batches.txt", text);
    const first = run("batches", file, "--seed", "3", "--iterations", "40");
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(checkBatches(text, first.out)).toBeCloseTo(Number(first.printed), 6);
    expect(run("batches", file, "--seed", "3", "--iterations", "40")).toEqual(first);
    const timed = run("batches", file, "--seconds", "0.3");
    expect(checkBatches(text, timed.out)).toBeCloseTo(Number(timed.printed), 6);
  });

  test("chooses the orders and aisles of a wave, and prints its pieces per aisle", () => {
    // Two aisles have what the first two orders want; the third order needs a third aisle for one piece.
    const file = store("waves.txt", "3 3 3\n1 0 4\n1 1 4\n1 2 1\n1 0 4\n1 1 4\n1 2 1\n2\n20\n");
    const { status, printed, out } = run("waves", file, "--iterations", "200");
    expect({ status, printed }).toEqual({ status: 0, printed: "4.0000" });
    const [orderCount = 0, ...rest] = out.trim().split("\n").map(Number);
    const orders = rest.slice(0, orderCount);
    expect(rest.slice(orderCount + 1).toSorted()).toEqual(orders.toSorted());
    expect(orders).not.toContain(2);
  });

  test.each([
    ["a file that is not there", ["batches", "absent.txt"], /ENOENT/],
    ["seconds that are no number", ["batches", "batches.txt", "--seconds", "soon"], /^plan: --seconds takes a number, not soon$/],
    ["a file with words", ["waves", "words.txt"], /^plan: number 1 of the file is missing or no whole number$/],
  ])("refuses %s in one line", (_name, [command = "", file = "", ...options], message) => {
    store("batches.txt", createBatchingFile(7));
    store("words.txt", "some words");
    const { status, stderr } = run(command, join(folder, file), ...options);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr.split("\n")).toHaveLength(1);
  });
});
