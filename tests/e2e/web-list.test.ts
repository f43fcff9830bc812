import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import type { BrowserContext, ElementHandle, Page } from "puppeteer";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { getStorageKey } from "#src/kit/session/session.rules.ts";
import { pngDataChunk, pngHeaderChunk, pngChunk, pngOf, quarters } from "#tests/factories/images.ts";
import {
  atHeading,
  atPath,
  atRest,
  chooseOf,
  filterBy,
  hearToasts,
  heardToast,
  holds,
  press,
  pressAt,
  seesText,
  storageOf,
} from "./web-acts.ts";
import { writeAuditRows } from "./web-audit-rows.ts";
import { useWebStage } from "./web-stage.ts";

const set = useWebStage();
const rows = 3_000;
const folder = mkdtempSync(join(tmpdir(), "quayside-list-"));
let visitor: BrowserContext;
let page: Page;
let toasts: readonly string[];

beforeAll(async () => writeAuditRows(set.stage.dataDir, rows));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  visitor = await set.stage.visitor();
  page = await set.stage.page(visitor);
  toasts = await hearToasts(page);
  await set.stage.signIn(page, "p", "provider01");
});
afterEach(async () => visitor.close());

const { list, audit, navigation } = english;
const openLog = async (query = "") => {
  await page.goto(`${set.stage.origin}/p/audit-log${query}`);
  await atHeading(page, navigation.auditLog);
  await page.waitForSelector(".list-row[data-index]:not(.list-place)");
};
const foot = () => page.$eval(".list-counts", (element) => element.textContent ?? "");
/** Returns the total that the list shows. */
const total = async () => Number(/of (?:about )?([\d,]+)/.exec(await foot())?.[1]?.replaceAll(",", "") ?? Number.NaN);
/** Returns a column's texts in visible rows. */
const column = (title: string) =>
  page.evaluate((wanted: string) => {
    const titles = [...document.querySelectorAll("[role=columnheader]")].map((one) => one.textContent?.trim());
    const at = titles.indexOf(wanted);
    return [...document.querySelectorAll(".list-row[data-index]:not(.list-place)")].map(
      (row) => row.children[at]?.textContent?.trim() ?? "",
    );
  }, title);
const indexes = () =>
  page.$$eval(".list-row[data-index]:not(.list-place)", (all) => all.map((row) => Number((row as HTMLElement).dataset["index"])));
const chosen = audit.action.operators.setPermissions;

async function onlyRights(): Promise<void> {
  await holds(page, "rows of one action alone", async () => {
    const said = await column(audit.column.action);
    return said.length > 0 && said.every((one) => one === chosen);
  });
}

describe("a list", () => {
  test("stores filter and position in the address, across a reload and back navigation", async () => {
    await openLog();
    const all = await total();
    expect(all).toBeGreaterThan(rows);
    await filterBy(page, audit.filter.action, chosen);
    await onlyRights();
    expect(new URL(page.url()).searchParams.get("action")).toBe("operators.set-permissions");
    await expect.poll(total).toBe(rows / 5);
    await page.reload();
    await page.waitForSelector(".list-row[data-index]:not(.list-place)");
    await onlyRights();
    await expect.poll(total).toBe(rows / 5);
    await page.goBack();
    await holds(page, "all rows", async () => (await total()) === all);
    expect(new URL(page.url()).searchParams.get("action")).toBeNull();
    await page.goForward();
    await onlyRights();
    await press(page, "button", list.filters.clearAll);
    await holds(page, "all rows again", async () => (await total()) === all);

    // The position too: the top row is restored after a reload.
    await page.$eval(".list-box", (box) => (box.scrollTop = 32 * 1200));
    let at = 1;
    await holds(page, "the page in the address", async () => {
      at = Number(new URL(page.url()).searchParams.get("page"));
      return at > 1;
    });
    await page.reload();
    await holds(page, "the rows of before", async () => (await indexes()).includes((at - 1) * 100));
  });

  test("keeps the selection while scrolling and filtering, and reports an action that needs a single row", async () => {
    await openLog();
    await pressAt(page, ".list-row[data-index='0']:not(.list-place) input");
    await pressAt(page, ".list-row[data-index='2']:not(.list-place) input");
    await seesText(page, "2 selected");
    await press(page, "button", audit.do.open);
    await heardToast(toasts, list.selection.several);
    await page.$eval(".list-box", (box) => (box.scrollTop = 32 * 900));
    await holds(page, "rows further down", async () => {
      const all = await indexes();
      return all.length > 0 && Math.min(...all) > 800;
    });
    await seesText(page, "2 selected");
    await filterBy(page, audit.filter.action, chosen);
    await onlyRights();
    await seesText(page, "2 selected");
    await pressAt(page, ".list-row[data-index='9']:not(.list-place) input");
    await seesText(page, "3 selected");
    await press(page, "button", list.selection.clear);
    await holds(page, "nothing selected", async () => !(await page.$eval("main", (main) => main.innerText)).includes(" selected"));
    expect(toasts).toEqual([list.selection.several]);
  });

  test.each([1440, 1024])("covers no column with the row menu at %i px, and scrolls to columns that do not fit", async (width) => {
    await page.setViewport({ width, height: 900 });
    // English times are longest late in the evening.
    const ahead = (22 - new Date().getUTCHours() + 24) % 24;
    await page.emulateTimezone(ahead > 12 ? `Etc/GMT+${24 - ahead}` : `Etc/GMT-${ahead}`);
    for (const path of ["/p/warehousing-definition", "/p/stock?tab=movements"]) {
      await page.goto(set.stage.origin + path);
      await page.waitForSelector(".list-row[data-index]:not(.list-place)");
      await atRest(page);
      const [covered, cut, sideways] = await page.$eval(".list-box", (box) => {
        const cells = [...box.querySelectorAll("[role=columnheader]")];
        const menu = cells.at(-1)?.getBoundingClientRect().left ?? 0;
        const under = cells.slice(0, -1).filter((cell) => cell.getBoundingClientRect().right > menu + 1);
        const times = [...box.querySelectorAll(".list-row[data-index] .list-cell:nth-child(2)")];
        return [
          under.map((cell) => cell.textContent),
          times.filter((cell) => cell.scrollWidth > cell.clientWidth).length,
          box.scrollWidth - box.clientWidth,
        ];
      });
      expect(covered, path).toEqual([]);
      expect([path, cut], "the first column whole").toEqual([path, 0]);
      if (width === 1440) expect([path, sideways], "nothing to scroll to").toEqual([path, 0]);
      else expect(sideways, path).toBeGreaterThan(0);
    }
  });

  test("works by keyboard alone", async () => {
    await openLog();
    await page.keyboard.press("/");
    await holds(page, "the focus in the filters", () => page.evaluate(() => document.activeElement?.closest("[role=search]") !== null));
    await page.keyboard.press("Escape");
    await page.focus(".list-box");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const focused = () => page.$eval(".list-row-focused", (row) => Number((row as HTMLElement).dataset["index"]));
    const from = await focused();
    await page.keyboard.press("Space");
    await page.keyboard.down("Shift");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.up("Shift");
    await seesText(page, "3 selected");
    await expect.poll(focused).toBe(from + 2);
    await page.keyboard.press("End");
    const last = (await total()) - 1;
    await holds(page, "the last row", async () => (await indexes()).includes(last));
    await expect.poll(focused).toBe(last);
    await page.keyboard.press("Home");
    await holds(page, "the first row", async () => (await indexes()).includes(0));
    await page.keyboard.press("Enter");
    await page.waitForSelector(".dialog");
    await seesText(page, audit.dialog.title);
    await page.keyboard.press("Escape");
    await holds(page, "no dialog", async () => (await page.$(".dialog")) === null);
  });

  test("exports to CSV: every filtered row once, with column titles", async () => {
    await openLog("?action=operators.set-permissions");
    await onlyRights();
    const cdp = await page.createCDPSession();
    await cdp.send("Browser.setDownloadBehavior", {
      behavior: "allow",
      downloadPath: folder,
      ...(visitor.id === undefined ? {} : { browserContextId: visitor.id }),
    });
    await chooseOf(page, list.view, list.export.all.replace("{{format}}", "CSV"));
    await holds(page, "the saved file", async () => readdirSync(folder).some((name) => name.endsWith(".csv")));
    const name = readdirSync(folder).find((one) => one.endsWith(".csv")) ?? "";
    const { data, errors } = Papa.parse<string[]>(readFileSync(join(folder, name), "utf8").replace(/^\uFEFF/, ""), {
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    const [titles, ...lines] = data;
    expect(titles).toContain(audit.column.action);
    expect(lines).toHaveLength(rows / 5);
    const at = titles?.indexOf(audit.column.action) ?? -1;
    expect(new Set(lines.map((line) => line[at]))).toEqual(new Set([chosen]));
    const times = lines.map((line) => line[titles?.indexOf(audit.column.time) ?? -1]);
    expect(new Set(times).size).toBe(rows / 5);
  });

  test("reports an invalid filter in the specification's words, and stays usable", async () => {
    await page.goto(`${set.stage.origin}/p/audit-log?action=${"x".repeat(90)}`);
    await atHeading(page, navigation.auditLog);
    await seesText(page, codes.parameterError.en_us);
    await page.goto(`${set.stage.origin}/p/audit-log?action=nothing.of-the-kind`);
    await seesText(page, list.nothingFits);
    await press(page, "button", list.filters.clear);
    await page.waitForSelector(".list-row[data-index]:not(.list-place)");
    await expect.poll(total).toBeGreaterThan(rows);
  });

  test("is linked from home with a matching filter when it has pending work", async () => {
    await page.goto(`${set.stage.origin}/p/home`);
    await pressAt(page, '.home-task a[href="/p/addWarehouse?status=submitted"]');
    await atHeading(page, navigation.warehouseReceipt);
    await page.waitForSelector(".list-row[data-index]:not(.list-place)");
    await seesText(page, english.receipts.status.submitted);
    expect(new URL(page.url()).searchParams.get("status")).toBe("submitted");
  });

  test("shows at least six rows of two lines on a hand-held, below search, scan and one more button", async () => {
    await page.setViewport({ width: 390, height: 844, hasTouch: true });
    for (const place of ["/p/product", "/p/stock", "/p/audit-log"]) {
      await page.goto(set.stage.origin + place);
      await page.waitForSelector(".list-row[id]");
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const seen = await page.$$eval(".list-row[id]", (all) => {
        const bottom = document.querySelector(".list-foot")?.getBoundingClientRect().top ?? innerHeight;
        return all.filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
      });
      expect(seen, place).toBeGreaterThanOrEqual(6);
      const small = await page.$$eval(".list-bar :is(button, input), .list-row .list-more button", (all) =>
        all.filter((one) => one.getBoundingClientRect().height < 44).map(({ outerHTML }) => outerHTML.slice(0, 120)),
      );
      expect(small, `what is too small for a finger at ${place}`).toEqual([]);
    }
    expect(await page.$eval("[role=grid]", (grid) => Number(grid.getAttribute("aria-rowcount")))).toBeGreaterThan(rows);
    const rowPx = await page.$eval(".list-row[id]", (row) => (row as HTMLElement).offsetHeight);
    // The page scrolls them with their header: a far row is reached by page scroll, and the address restores it.
    await page.evaluate((px) => window.scrollTo(0, px), 200 * rowPx);
    await holds(page, "a far row", async () => (await indexes()).some((index) => index > 190));
    await holds(page, "its page in the address", async () => new URL(page.url()).searchParams.has("page"));
    await page.reload();
    await holds(page, "the same place again", async () => (await indexes()).some((index) => index > 100));
    expect(await page.$eval("h1", (head) => head.getBoundingClientRect().bottom)).toBeLessThan(0);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.waitForSelector('.list-row[id][data-index="0"]');
    // Finds a row again that was re-rendered before it was touched.
    await holds(page, "a tap on the first row", async () => {
      await page.tap('.list-row[id][data-index="0"] input[type=checkbox]');
      return true;
    });
    await seesText(page, "1 selected");
    await filterBy(page, audit.filter.action, chosen);
    await holds(page, "rows of one action", async () =>
      page.$$eval(".list-line-name", (titles, wanted) => titles.length > 0 && titles.every((one) => one.textContent === wanted), chosen),
    );
    await seesText(page, "1 selected");
  });

  test("is requested once on page load, and so is the badge beside it", async () => {
    let asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.includes("list-") || pathname.includes("audit-log-retrieve")) asked.push(pathname + search);
    });
    const listRepeated = async () => {
      // Home may still be loading.
      await page.goto("about:blank");
      asked = [];
      await openLog();
      // Messages sent on connecting have arrived by then.
      await seesText(page, "of 3,0");
      await new Promise((done) => setTimeout(done, 2_000));
      return asked.filter((one, at) => asked.indexOf(one) !== at);
    };
    // Something that changes meanwhile, such as a waybill that the demo waits for, is asked for again, and rightly; not at each of three loads.
    const repeated = [await listRepeated()];
    while (repeated.at(-1)?.length !== 0 && repeated.length < 3) repeated.push(await listRepeated());
    expect(repeated.at(-1)).toEqual([]);
    expect(asked.filter((one) => one.includes("list-downloads"))).toHaveLength(1);
  });
});

describe("the user's own picture", () => {
  const file = (name: string, bytes: Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };

  test("is checked before upload, cropped, shown immediately, and stored", async () => {
    await page.goto(`${set.stage.origin}/p/settings`);
    await atPath(page, "/p/settings");
    const bring = async (path: string) => {
      const input = (await page.waitForSelector("input[type=file]")) as ElementHandle<HTMLInputElement>;
      await input.uploadFile(path);
    };
    await bring(file("list.png", Buffer.from("not a picture at all")));
    await seesText(page, codes["files.notAnImage"].en_us);
    const picture = pngOf([pngHeaderChunk(400, 300), pngDataChunk(400, quarters(400, 300)), pngChunk("IEND", Buffer.alloc(0))]);
    await bring(file("large.png", Buffer.concat([picture, Buffer.alloc(6_000_000)])));
    await seesText(page, codes["files.imageTooLarge"].en_us);
    expect((await storageOf(page))[getStorageKey("p", "avatar")]).toBe("");

    await bring(file("quarters.png", picture));
    await press(page, "button", english.files.crop.use);
    await page.waitForSelector("header img.avatar");
    await expect.poll(async () => (await storageOf(page))[getStorageKey("p", "avatar")]).toBeTruthy();
    const kept = (await storageOf(page))[getStorageKey("p", "avatar")] ?? "";
    expect(Buffer.from(kept, "base64").subarray(1, 4).toString("latin1")).toBe("PNG");
    await page.reload();
    await page.waitForSelector("header img.avatar");
    await press(page, "button", english.accounts.avatar.remove);
    await holds(page, "no picture", async () => (await page.$("header img.avatar")) === null);
  });
});
