import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { mountSmallDisk } from "#tests/server/small-disk.ts";
import type { LogDestination } from "./log-file.ts";
import { openLogDestination } from "./log-file.ts";
import { openLog } from "./logging.ts";

let folder: string;
let opened: LogDestination[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "quayside-log-"));
  opened = [];
});
afterEach(async () => {
  for (const destination of opened) await destination.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a log and gathers what is told of it. */
function openTold(to: Parameters<typeof openLogDestination>[0]): { destination: LogDestination; told: (string | number)[] } {
  const told: (string | number)[] = [];
  const destination = openLogDestination(to, { onLost: (reason) => told.push(reason), onRecovered: (lines) => told.push(lines) });
  opened.push(destination);
  return { destination, told };
}

interface Line {
  level: number;
  msg?: string;
  n?: number;
  lostLines?: number;
  reason?: string;
}

/** The lines of a log, each of which must be whole. */
function readLines(path: string): Line[] {
  const text = readFileSync(path, "utf8");
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

describe("a log file", () => {
  test("contains all lines in order, and is readable only by its owner", async () => {
    const path = join(folder, "server.log");
    const { destination, told } = openTold({ path });
    const log = openLog("info", destination);
    for (let n = 0; n < 5000; n += 1) {
      log.info({ n });
      if (n % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await destination.close();
    expect(readLines(path).map(({ n }) => n)).toEqual(Array.from({ length: 5000 }, (_, n) => n));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(told).toEqual([]);
  });

  test("is rotated when full, and keeps a limited number of older files", async () => {
    const path = join(folder, "server.log");
    const rotation = { maxBytes: 1000, olderFiles: 2 };
    for (let n = 0; n < 40; n += 1) {
      // Opened anew now and then, as by a new start.
      const { destination } = openTold({ path, rotation });
      openLog("info", destination).info({ n, padding: "x".repeat(100) });
      openLog("info", destination).info({ n: n + 0.5, padding: "x".repeat(100) });
      await destination.close();
    }
    const names = ["server.log", "server.log.1", "server.log.2"];
    expect(readdirSync(folder).toSorted()).toEqual(names);
    for (const name of names) {
      expect(statSync(join(folder, name)).size).toBeGreaterThan(0);
      expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1000);
    }
    const seen = names.toReversed().flatMap((name) => readLines(join(folder, name)).map(({ n }) => n ?? -1));
    // The newest ones without a gap.
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => 39.5 - (seen.length - 1 - index) / 2));
  });

  test("that cannot be written drops and counts lines, and reports it once it is writable", async () => {
    const path = join(folder, "later", "server.log");
    const { destination, told } = openTold({ path });
    const log = openLog("info", destination);
    for (let n = 0; n < 3; n += 1) log.info({ n });
    await expect.poll(() => told.length).toBe(1);
    expect(told[0]).toContain("ENOENT");
    for (let n = 3; n < 10; n += 1) log.info({ n });
    mkdirSync(join(folder, "later"));
    await expect.poll(() => told.length).toBe(2);
    expect(told[1]).toBe(10);
    log.info({ n: 10 });
    await destination.close();
    expect(readLines(path)).toMatchObject([{ level: 40, lostLines: 10, reason: told[0] }, { n: 10 }]);
  });

  test("contains everything logged before a process ends abruptly", () => {
    const path = join(folder, "server.log");
    const { destination } = openTold({ path });
    const log = openLog("info", destination);
    log.info({ n: 1 });
    // pino writes a fatal line, and all before it, at once.
    log.fatal({ n: 2 });
    expect(readLines(path)).toMatchObject([{ n: 1 }, { n: 2 }]);
  });
});

const disk = mountSmallDisk(2);
afterAll(() => disk?.remove());

describe.skipIf(disk === null)("on a full disk (requires permission to mount one)", () => {
  test("a log contains only whole lines, counts the others, and continues once there is space", async () => {
    const path = join(disk?.folder ?? "", "server.log");
    const { destination, told } = openTold({ path });
    const log = openLog("info", destination);
    for (let n = 0; n < 10; n += 1) log.info({ n });
    await expect.poll(() => statSync(path, { throwIfNoEntry: false })?.size ?? 0).toBeGreaterThan(0);
    disk?.fill();
    let logged = 10;
    // The last block of the file has some room: in the end less than a line's, and a notice is longer.
    while (told.length === 0) {
      log.info({ n: logged });
      logged += 1;
      // Longer than lines are gathered: of several that do not fit together, one alone might.
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(told[0]).toContain("ENOSPC");
    const before = readLines(path).length;
    for (; logged < 500; logged += 1) log.info({ n: logged });
    // What cannot be written does not hold a process up that ends.
    destination.flushSync();
    expect(readLines(path)).toHaveLength(before);
    disk?.free();
    await expect.poll(() => told.length).toBe(2);
    log.info({ n: logged });
    await destination.close();
    const lines = readLines(path);
    const notice = lines[before];
    expect(notice).toMatchObject({ level: 40, lostLines: 500 - before });
    expect(lines.filter((line) => line !== notice).map(({ n }) => n)).toEqual([...Array.from({ length: before }, (_, n) => n), 500]);
  });
});
