import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as XLSX from "xlsx";
import { codes } from "#src/kit/api/codes.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import { printFileRequest } from "#src/kit/files/files.rules.ts";
import { issueStatements, listStatements, statementFile, viewMonth } from "#src/billing/statements/statements.contract.ts";
import { createMovableClock, newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { movementId } from "#server/warehouse/stock/movement-id.ts";
import { auditRows } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { readPdf } from "#tests/server/printed-pdf.ts";
import { addWarehouse, enterCharge, enterPayment, markCharged, setBilling, takeBack } from "#tests/server/stage-statements.ts";
import type { Books } from "#tests/server/stage-statements.ts";
import { staffOf } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { buildMonthFile } from "./statement-file.ts";
import { statementJobs } from "./statements.jobs.ts";
import { findStatement } from "./statements.queries.ts";

let server: TestApp;
let world: World;
let books: Books;
const today = new Date("2026-03-10T12:00:00Z");
const month = "2026-02";
const formula = '=HYPERLINK("http://example.com")';

const asStaff = <T>(work: (tx: Tx) => Promise<T>) => server.services.database.transaction(staffOf(world.providerA), work);

beforeAll(async () => {
  server = await startTestApp({ clock: createMovableClock(today) });
  world = await makeWorld(server);
  books = { providerUuid: world.providerA, retailerUuid: world.retailerA, userUuid: world.provider.userUuid };
  await asStaff(async (tx) => {
    await enterPayment(tx, books, { at: "2026-02-02T09:30:00Z", cents: 123_456, reference: "+TT 7" });
    await enterCharge(tx, books, {
      kind: "storage",
      event: "storage_piece_day",
      day: "2026-02-03",
      at: "2026-02-04T01:10:00Z",
      cents: 1050,
      quantityMilli: 1_200_000,
      parts: [
        { from: 0, quantity_milli: 1_000_000, price_micros: 8000 },
        { from: 30, quantity_milli: 200_000, price_micros: 12_500 },
      ],
    });
    const wrong = await enterCharge(tx, books, { at: "2026-02-05T10:00:00Z", cents: 999, remark: formula });
    await takeBack(tx, books, { uuid: wrong.uuid, at: "2026-02-06T10:00:00Z", reason: "@Wrong retailer" });
    await enterCharge(tx, books, { kind: "shipping", at: "2026-02-07T10:00:00Z", cents: -40, remark: "Credit 补偿" });
  });
});
afterAll(() => server.close());
beforeEach(() => server.clock.set(today));

interface FileInput {
  readonly format: "pdf" | "xlsx";
  readonly language: "en_us" | "zh_cn";
  readonly retailer_uuid?: string;
  readonly inline?: "true";
}

async function fetchFile(input: FileInput) {
  const query = new URLSearchParams({ month, retailer_uuid: books.retailerUuid, ...input });
  return server.app.inject({
    url: `${apiPrefix}${statementFile.path}?${query.toString()}`,
    headers: headersOf({ token: world.provider.token }),
  });
}

/** Reads the words of each page of a month's PDF. */
async function readPages(language: "en_us" | "zh_cn"): Promise<string[][]> {
  const { rawPayload } = await fetchFile({ format: "pdf", language });
  return readPdf(rawPayload).pages.map(({ texts }) => texts.map(({ text }) => text));
}

async function readSheets(language: "en_us" | "zh_cn"): Promise<Map<string, unknown[][]>> {
  const book = XLSX.read((await fetchFile({ format: "xlsx", language })).rawPayload, { cellDates: true });
  const cells = Object.values(book.Sheets).flatMap((sheet) => Object.values(sheet) as XLSX.CellObject[]);
  expect(cells.some(({ f }) => f !== undefined)).toBe(false);
  return new Map(
    Object.entries(book.Sheets).map(([name, sheet]) => [name, XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: "" })]),
  );
}

const seen = async () =>
  (await request(server.app, viewMonth, { retailer_uuid: books.retailerUuid, month }, { token: world.provider.token })).data;
const sum = (rows: readonly unknown[][], column: number) => Math.round(rows.reduce((all, row) => all + Number(row[column]) * 100, 0));

describe("a month's workbook", () => {
  test("has every charge with its calculation, and its totals match the entries", async () => {
    const { charged_cents, paid_in_cents, closing_cents } = await seen();
    expect([charged_cents, paid_in_cents, closing_cents]).toEqual([1010, 123_456, 122_446]);
    const sheets = await readSheets("en_us");
    expect([...sheets.keys()]).toEqual(["Summary", "Charges", "Payments"]);
    const [header = [], ...charges] = sheets.get("Charges") ?? [];
    expect(header.slice(0, 5)).toEqual(["Recorded (UTC)", "Day", "Entry", "Category", "Charged for"]);
    expect(sum(charges, 9)).toBe(charged_cents);
    expect(charges.map((row) => [row[2], row[7], row[8], row[9], row[11], row[12]])).toEqual([
      ["Charge", 1200, "piece-days", 10.5, "1,000 × 0.008; here for 30 days or longer: 200 × 0.0125", ""],
      ["Charge", "", "", 9.99, "", formula],
      ["Charge", "", "", -0.4, "", "Credit 补偿"],
      ["Charge reversed", "", "", -9.99, "", "@Wrong retailer"],
    ]);
    const [, ...payments] = sheets.get("Payments") ?? [];
    expect(sum(payments, 5)).toBe(paid_in_cents);
    expect(payments[0]?.slice(1, 5)).toEqual(["2026-02-02", "Payment", "Bank transfer", "+TT 7"]);
    const summary = sheets.get("Summary") ?? [];
    expect(summary[0]?.[0]).toBe("Draft statement");
    expect(summary).toContainEqual(["Opening balance", "", "", "", "", 0]);
    expect(summary).toContainEqual(["Closing balance", "", "", "", "", closing_cents / 100]);
    expect(summary).toContainEqual(["Storage", "Storage by the piece", 1, 1200, "piece-days", 10.5]);
  });

  test("shows its amounts with two decimals, and its other numbers as they are", async () => {
    const book = XLSX.read((await fetchFile({ format: "xlsx", language: "en_us" })).rawPayload, { cellNF: true });
    const shown = (sheet: string, column: string) => {
      const cells = Object.entries(book.Sheets[sheet] ?? {}).filter(([place]) => new RegExp(`^${column}[0-9]+$`).test(place));
      return cells.flatMap(([, cell]) => ((cell as XLSX.CellObject).t === "n" ? [(cell as XLSX.CellObject).w] : []));
    };
    expect(shown("Charges", "J")).toEqual(["10.50", "9.99", "-0.40", "-9.99"]);
    expect(shown("Charges", "H")).toEqual(["1200"]);
    expect(shown("Payments", "F")).toEqual(["1,234.56"]);
    expect(shown("Summary", "F")).toContain("1,224.46");
  });

  test("is in Chinese on request, with times in the provider's time zone", async () => {
    await setBilling(server, world.providerA, { timeZone: "Asia/Shanghai" });
    const sheets = await readSheets("zh_cn");
    await setBilling(server, world.providerA, { timeZone: "UTC" });
    expect([...sheets.keys()]).toEqual(["汇总", "费用", "收款"]);
    expect(sheets.get("费用")?.[0]?.[0]).toBe("登记时间（Asia/Shanghai）");
    expect(sheets.get("费用")?.[1]?.[0]).toEqual(new Date("2026-02-04T09:10:00Z"));
    expect(sheets.get("费用")?.[1]?.[11]).toBe("1,000 × 0.008；在库满 30 天：200 × 0.0125");
  });

  test("can have more charges than a batch, each once and in order", async () => {
    const providerUuid = world.providerA;
    const remarks = Array.from({ length: 2050 }, (_, at) => `Charge ${at}`);
    const posted_at = new Date("2026-02-01T00:00:00Z");
    const rows = remarks.map((remark) => ({
      provider_uuid: providerUuid,
      charge_uuid: movementId(posted_at),
      retailer_uuid: world.retailerA2,
      kind: "other",
      event: "by_hand",
      source_type: "hand",
      source_uuid: newId(),
      day: "2026-02-01",
      quantity_milli: 1000,
      // As within a free tier: without an entry.
      amount_cents: 0,
      currency: "USD",
      remark,
      posted_at,
    }));
    await asStaff(async (tx) => {
      for (let at = 0; at < rows.length; at += 1500)
        await tx
          .insertInto("charge")
          .values(rows.slice(at, at + 1500))
          .execute();
    });
    const { rawPayload } = await fetchFile({ format: "xlsx", language: "en_us", retailer_uuid: world.retailerA2 });
    const [, ...written] = XLSX.utils.sheet_to_json<unknown[]>(XLSX.read(rawPayload).Sheets["Charges"] ?? {}, { header: 1 });
    expect(written.map((row) => row[12])).toEqual(remarks);
  });
});

describe("a draft", () => {
  test("has no charge missing from its totals: one posted while it is sent goes into the next draft", async () => {
    const about = { providerUuid: world.providerA, retailerUuid: null, acting: staffOf(world.providerA), now: today };
    const wanted = { month: "2026-03", format: "xlsx", language: "en_us", inline: false } as const;
    const own = { ...books, retailerUuid: world.retailerA2 };
    await asStaff((tx) => enterCharge(tx, own, { at: today.toISOString(), cents: 5, remark: "In time" }));
    const made = await asStaff((tx) => buildMonthFile({ ...about, tx }, server.services.database, own.retailerUuid, wanted));
    await asStaff((tx) => enterCharge(tx, own, { at: "2026-03-10T12:00:01Z", cents: 7, remark: "Too late" }));
    const stream = made.ok ? await made.value.open() : null;
    const book = XLSX.read(Buffer.concat(await (stream ?? Readable.from([])).toArray()));
    const [, ...written] = XLSX.utils.sheet_to_json<unknown[]>(book.Sheets["Charges"] ?? {}, { header: 1 });
    expect(written.map((row) => row[12])).toEqual(["In time"]);
  });
});

describe("a month's PDF", () => {
  test("is clearly marked as a draft until it is issued", async () => {
    const [draft = []] = await readPages("en_us");
    expect(draft).toEqual(expect.arrayContaining(["Draft statement", "Draft: not issued, its figures may still change"]));
    expect((await fetchFile({ format: "pdf", language: "zh_cn" })).headers["content-disposition"]).toContain(
      encodeURIComponent("对账单草稿-2026-02-Retailer One.pdf"),
    );
    await request(server.app, issueStatements, { month }, { token: world.provider.token });
    const [issued = []] = await readPages("en_us");
    expect(issued.join(" ")).not.toContain("Draft");
    expect(issued).toContain("Statement S-260310-0001");
    expect((await fetchFile({ format: "pdf", language: "en_us", inline: "true" })).headers["content-disposition"]).toMatch(
      /^inline; .*S-260310-0001/,
    );
  });

  test("has the totals, the charges by service, and the payments, in both languages", async () => {
    const [english = []] = await readPages("en_us");
    const expected = [
      "Supplier Alpha",
      "Retailer One",
      "1,234.56",
      "-10.10",
      "1,224.46",
      "Storage by the piece",
      "1,200",
      "piece-days",
      "10.50",
      "+TT 7",
    ];
    expect(english).toEqual(expect.arrayContaining(expected));
    const [chinese = []] = await readPages("zh_cn");
    expect(chinese).toEqual(expect.arrayContaining(["对账单 S-260310-0001", "期初余额", "按件仓储", "件·天", "银行转账", "1,224.46"]));
    expect(chinese.filter((text) => /^[A-Za-z ]{4,}$/.test(text))).toEqual(["Supplier Alpha", "Retailer One"]);
  });
});

describe("the print-file link of a statement", () => {
  test("is an absolute URL of the site, and its path and query return the PDF in either language", async () => {
    const { token } = world.provider;
    const about = { retailer_uuid: books.retailerUuid, month };
    const { statement } = (await request(server.app, viewMonth, about, { token })).data;
    const listed = (await request(server.app, listStatements, about, { token })).data.result;
    const link = statement?.print_link ?? "";
    expect(listed.map(({ print_link }) => print_link)).toEqual([link]);
    expect(link).toMatch(/^https?:\/\/[^/]+\/v1\/api\/statements\/get-file\?/);
    for (const [language, title] of [
      ["en_us", "Statement S-260310-0001"],
      ["zh_cn", "对账单 S-260310-0001"],
    ] as const) {
      const asked = printFileRequest(link, "Statement", { language });
      expect(asked?.fileName).toBe("Statement-S-260310-0001.pdf");
      const { rawPayload, headers } = await server.app.inject({ url: asked?.path ?? "", headers: headersOf({ token }) });
      expect(headers["content-disposition"]).toContain('filename="S-260310-0001.pdf"');
      expect(readPdf(rawPayload).pages[0]?.texts.map(({ text }) => text)).toContain(title);
    }
    const foreign = await server.app.inject({
      url: printFileRequest(link, "")?.path ?? "",
      headers: headersOf({ token: world.foreignProvider.token }),
    });
    expect(foreign.json()).toMatchObject({ code: codes.notFound.code });
  });
});

describe("uncharged days", () => {
  test("block the month's statements, even when they are issued manually", async () => {
    const own = { providerUuid: world.providerB, retailerUuid: world.retailerB, userUuid: world.foreignProvider.userUuid };
    await server.services.database.transaction(staffOf(world.providerB), (tx) =>
      enterCharge(tx, own, { at: "2026-02-04T10:00:00Z", cents: 12 }),
    );
    const warehouse = await addWarehouse(server, world.providerB);
    await setBilling(server, world.providerB, { timeZone: "UTC", chargesFrom: "2026-01-15" });
    const issue = () => request(server.app, issueStatements, { month }, { token: world.foreignProvider.token });
    await markCharged(server, world.providerB, { warehouse, from: "2026-02-02", until: "2026-03-09" });
    expect((await issue()).code).toBe(codes["statements.daysNotCharged"].code);
    await markCharged(server, world.providerB, { warehouse, from: "2026-02-01", until: "2026-02-01" });
    expect((await issue()).data.issued).toBe(1);
  });
});

describe("last month's statements", () => {
  const [issueWorker] = statementJobs;

  /** Runs the hourly job. */
  async function doJob(): Promise<void> {
    const { services } = server;
    const finish = (work: (tx: Tx) => Promise<void>) => services.database.transaction(platform, work);
    await issueWorker?.run({} as never, { services, acting: platform, jobId: newId(), signal: new AbortController().signal, finish });
  }

  // Sessions have expired by then.
  const isIssued = async (of: string) => (await asStaff((tx) => findStatement(tx, world.providerA, books.retailerUuid, of))) !== null;

  test("are issued automatically six hours after the month ends, once all its days are charged, if charging is on", async () => {
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-03-04T10:00:00Z", cents: 12 }));
    const warehouse = await addWarehouse(server, world.providerA);
    server.clock.set(new Date("2026-04-01T07:00:00Z"));
    await doJob();
    expect(await isIssued("2026-03")).toBe(false);
    await setBilling(server, world.providerA, { timeZone: "UTC", chargesFrom: "2026-03-10" });
    await markCharged(server, world.providerA, { warehouse, from: "2026-03-10", until: "2026-03-30" });
    await doJob();
    expect(await isIssued("2026-03")).toBe(false);
    server.clock.set(new Date("2026-04-01T05:59:00Z"));
    await markCharged(server, world.providerA, { warehouse, from: "2026-03-31", until: "2026-03-31" });
    await doJob();
    expect(await isIssued("2026-03")).toBe(false);
    server.clock.set(new Date("2026-04-01T06:00:00Z"));
    await Promise.all([doJob(), doJob()]);
    expect(await isIssued("2026-03")).toBe(true);
    const { statement_uuid } = (await asStaff((tx) => findStatement(tx, world.providerA, books.retailerUuid, "2026-03"))) ?? {};
    const written = (await auditRows(server, issueStatements.name)).filter(({ subject_uuid }) => subject_uuid === statement_uuid);
    expect(written).toMatchObject([
      { provider_uuid: world.providerA, user_uuid: null, detail: { month: "2026-03", retailer_uuid: books.retailerUuid } },
    ]);
  });

  test("are issued even if another provider's cannot be, and the failure is reported", async () => {
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-04-04T10:00:00Z", cents: 12 }));
    const warehouses = await asStaff((tx) =>
      tx.selectFrom("warehouse").select("warehouse_uuid").where("provider_uuid", "=", world.providerA).execute(),
    );
    await setBilling(server, world.providerA, { timeZone: "UTC", chargesFrom: "2026-04-01" });
    for (const { warehouse_uuid: warehouse } of warehouses)
      await markCharged(server, world.providerA, { warehouse, from: "2026-04-01", until: "2026-04-30" });
    await setBilling(server, world.providerB, { timeZone: "Mars/Olympus", chargesFrom: "2026-04-01" });
    server.clock.set(new Date("2026-05-01T06:00:00Z"));
    await expect(doJob()).rejects.toThrow("issuing failed for some providers");
    expect(await isIssued("2026-04")).toBe(true);
    await setBilling(server, world.providerB, { timeZone: "UTC" });
  });

  test("that uncharged days delayed by over a month are issued once those are charged, the oldest first", async () => {
    await addWarehouse(server, world.providerA);
    await setBilling(server, world.providerA, { timeZone: "UTC", chargesFrom: "2026-05-02" });
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-05-04T10:00:00Z", cents: 12 }));
    server.clock.set(new Date("2026-07-02T06:00:00Z"));
    await doJob();
    expect([await isIssued("2026-05"), await isIssued("2026-06")]).toEqual([false, false]);
    const warehouses = await asStaff((tx) =>
      tx.selectFrom("warehouse").select("warehouse_uuid").where("provider_uuid", "=", world.providerA).execute(),
    );
    for (const { warehouse_uuid: warehouse } of warehouses)
      await markCharged(server, world.providerA, { warehouse, from: "2026-05-02", until: "2026-06-30" });
    await doJob();
    const number = async (of: string) =>
      (await asStaff((tx) => findStatement(tx, world.providerA, books.retailerUuid, of)))?.statement_number ?? "";
    expect(await number("2026-05")).not.toBe("");
    expect((await number("2026-06")) > (await number("2026-05"))).toBe(true);
  });
});
