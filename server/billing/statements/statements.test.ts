import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { getCharge } from "#src/billing/wallet/charges.contract.ts";
import { issueStatements, listStatements, statementFile, viewMonth } from "#src/billing/statements/statements.contract.ts";
import { createMovableClock, newId } from "#server/platform/runtime/clock.ts";
import { anonymous, platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { auditRows } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { enterCharge, enterPayment, setBilling, takeBack } from "#tests/server/stage-statements.ts";
import type { Books } from "#tests/server/stage-statements.ts";
import { staffOf } from "#tests/server/stage-stock.ts";
import { untilBlocked } from "#tests/server/until-blocked.ts";
import { addRetailer, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { issueMonth } from "./issue-statements.commands.ts";

let server: TestApp;
let world: World;
// A day in March for everybody signed in: all entries are earlier.
const today = new Date("2026-03-10T12:00:00Z");

beforeAll(async () => {
  server = await startTestApp({ clock: createMovableClock(today) });
  world = await makeWorld(server);
});
afterAll(() => server.close());
afterEach(async () => {
  server.clock.set(today);
  await setBilling(server, world.providerA, { timeZone: "UTC" });
});

const asStaff = <T>(work: (tx: Tx) => Promise<T>) => server.services.database.transaction(staffOf(world.providerA), work);
const issue = (input: InputOf<typeof issueStatements>, { token } = world.provider) =>
  request(server.app, issueStatements, input, { token });
const list = (input: InputOf<typeof listStatements>, { token }: Person = world.provider) =>
  request(server.app, listStatements, input, { token });
const view = (input: InputOf<typeof viewMonth>, { token }: Person = world.provider) => request(server.app, viewMonth, input, { token });

let count = 0;

/** Creates a retailer with its own wallet. */
async function newBooks(): Promise<Books> {
  const name = `Retailer ${(count += 1)}`;
  const retailerUuid = await server.services.database.transaction(anonymous, (tx) => addRetailer(tx, name, world.providerA));
  return { providerUuid: world.providerA, retailerUuid, userUuid: world.provider.userUuid };
}

const issueFor = ({ retailerUuid }: Books, month: string) => issue({ month, retailer_uuids: [retailerUuid] });
const listFor = async ({ retailerUuid }: Books) => (await list({ retailer_uuid: retailerUuid })).data.result;
const viewFor = async ({ retailerUuid }: Books, month: string) => (await view({ retailer_uuid: retailerUuid, month })).data;

/** Creates December and January of a retailer: payments, charges, and a reversal in the new year. */
async function withWinter(): Promise<Books> {
  const books = await newBooks();
  await asStaff(async (tx) => {
    await enterPayment(tx, books, { at: "2025-12-05T10:00:00Z", cents: 100_000, reference: "TT-1" });
    const storage = { kind: "storage", event: "storage_piece_day" } as const;
    const wrong = await enterCharge(tx, books, { ...storage, at: "2025-12-31T23:30:00Z", cents: 700, quantityMilli: 7000 });
    await enterCharge(tx, books, { at: "2025-12-31T23:59:59.999Z", cents: 2500, remark: "Relabelling" });
    // The last day of December is charged after its end, so it is in January's statement.
    await enterCharge(tx, books, { ...storage, day: "2025-12-31", at: "2026-01-01T01:10:00Z", cents: 333, quantityMilli: 3000 });
    await takeBack(tx, books, { uuid: wrong.uuid, at: "2026-01-02T08:00:00Z", reason: "Counted twice" });
    await enterCharge(tx, books, { ...storage, at: "2026-01-03T01:10:00Z", cents: 0, quantityMilli: 9000 });
    await enterCharge(tx, books, { at: "2026-02-01T00:00:00Z", cents: 99 });
  });
  return books;
}

describe("a statement", () => {
  test("has the entries posted in its month, from December into January", async () => {
    const books = await withWinter();
    const december = await viewFor(books, "2025-12");
    expect(december).toMatchObject({
      statement: null,
      currency: "USD",
      opening_cents: 0,
      paid_in_cents: 100_000,
      charged_cents: 3200,
      closing_cents: 96_800,
    });
    expect((await issueFor(books, "2025-12")).data).toEqual({ issued: 1, existing: 0, without_entries: 0 });
    expect((await issueFor(books, "2026-01")).data).toEqual({ issued: 1, existing: 0, without_entries: 0 });
    const january = await viewFor(books, "2026-01");
    expect(january).toMatchObject({
      statement: { month: "2026-01", from_at: "2026-01-01T00:00:00.000Z", to_at: "2026-02-01T00:00:00.000Z", is_paid: true },
      opening_cents: 96_800,
      paid_in_cents: 0,
      charged_cents: 333 - 700,
      closing_cents: 97_167,
      payments: [],
    });
    expect(january.charges).toEqual([
      { kind: "storage", event: "storage_piece_day", charge_count: 3, quantity_milli: 3000 - 7000 + 9000, amount_cents: -367 },
    ]);
    expect((await viewFor(books, "2025-12")).charges).toEqual([
      { kind: "storage", event: "storage_piece_day", charge_count: 1, quantity_milli: 7000, amount_cents: 700 },
      { kind: "other", event: "by_hand", charge_count: 1, quantity_milli: 1000, amount_cents: 2500 },
    ]);
    expect((await listFor(books)).map(({ month, closing_cents }) => [month, closing_cents])).toEqual([
      ["2026-01", 97_167],
      ["2025-12", 96_800],
    ]);
  });

  test("covers the month in the provider's time zone, and leaves no gap when the time zone changes", async () => {
    const books = await newBooks();
    const months = async () => [await viewFor(books, "2026-01"), await viewFor(books, "2026-02")].map(({ charged_cents }) => charged_cents);
    await asStaff(async (tx) => {
      await enterCharge(tx, books, { at: "2026-01-31T15:59:59Z", cents: 1 });
      await enterCharge(tx, books, { at: "2026-01-31T16:00:00Z", cents: 10 });
      await enterCharge(tx, books, { at: "2026-02-01T00:00:00Z", cents: 100 });
    });
    expect(await months()).toEqual([11, 100]);
    await setBilling(server, world.providerA, { timeZone: "Asia/Shanghai" });
    expect(await months()).toEqual([1, 110]);
    await issueFor(books, "2026-01");
    await setBilling(server, world.providerA, { timeZone: "America/New_York" });
    expect(await months()).toEqual([1, 110]);
    await issueFor(books, "2026-02");
    expect((await listFor(books)).map(({ from_at, to_at }) => [from_at, to_at])).toEqual([
      ["2026-01-31T16:00:00.000Z", "2026-03-01T05:00:00.000Z"],
      ["2025-12-31T16:00:00.000Z", "2026-01-31T16:00:00.000Z"],
    ]);
  });

  test("is paid once its charges and those of all earlier statements are covered", async () => {
    const books = await newBooks();
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-01-10T00:00:00Z", cents: 500 }));
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-02-10T00:00:00Z", cents: 400 }));
    for (const month of ["2026-01", "2026-02"]) await issueFor(books, month);
    const paid = async () => (await listFor(books)).map(({ is_paid }) => is_paid);
    expect(await paid()).toEqual([false, false]);
    await asStaff((tx) => enterPayment(tx, books, { at: "2026-03-02T00:00:00Z", cents: 899 }));
    expect(await paid()).toEqual([false, true]);
    await asStaff((tx) => enterPayment(tx, books, { at: "2026-03-03T00:00:00Z", cents: 1 }));
    expect(await paid()).toEqual([true, true]);
    expect(await viewFor(books, "2026-02")).toMatchObject({ opening_cents: -500, charged_cents: 400, closing_cents: -900 });
  });
});

describe("a credit after a statement", () => {
  test("pays it like a payment, and later charges do not count against it", async () => {
    const books = await newBooks();
    const wrong = await asStaff((tx) => enterCharge(tx, books, { at: "2026-01-10T00:00:00Z", cents: 500 }));
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-01-11T00:00:00Z", cents: 300 }));
    await issueFor(books, "2026-01");
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-02-10T00:00:00Z", cents: 4000 }));
    const undone = await asStaff((tx) => enterCharge(tx, books, { at: "2026-02-11T00:00:00Z", cents: 800 }));
    await asStaff((tx) => takeBack(tx, books, { uuid: undone.uuid, at: "2026-02-12T00:00:00Z", reason: "Not ours" }));
    const paid = async () => (await listFor(books)).map(({ is_paid }) => is_paid);
    expect(await paid()).toEqual([false]);
    await asStaff((tx) => takeBack(tx, books, { uuid: wrong.uuid, at: "2026-02-12T00:00:00Z", reason: "Counted twice" }));
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-02-13T00:00:00Z", cents: -299 }));
    expect(await paid()).toEqual([false]);
    const credit = await asStaff((tx) => enterCharge(tx, books, { at: "2026-02-13T00:00:00Z", cents: -1 }));
    expect(await paid()).toEqual([true]);
    await asStaff((tx) => takeBack(tx, books, { uuid: credit.uuid, at: "2026-02-14T00:00:00Z", reason: "Not agreed" }));
    expect(await paid()).toEqual([false]);
  });
});

describe("issuing", () => {
  test("a month leaves the charges of an earlier unissued month to that month", async () => {
    const books = await newBooks();
    const stateOf = async (charge_uuid: string) => {
      const { data } = await request(server.app, getCharge, { charge_uuid }, { token: world.provider.token });
      return [data.state, data.statement_number];
    };
    const january = await asStaff((tx) => enterCharge(tx, books, { at: "2026-01-10T00:00:00Z", cents: 5 }));
    const february = await asStaff((tx) => enterCharge(tx, books, { at: "2026-02-10T00:00:00Z", cents: 5 }));
    await issueFor(books, "2026-02");
    const [issued] = await listFor(books);
    expect(await stateOf(january.uuid)).toEqual(["posted", ""]);
    expect(await stateOf(february.uuid)).toEqual(["invoiced", issued?.statement_number]);
  });

  test("more than a hundred runs a hundred at a time, with one answer", async () => {
    const names = Array.from({ length: 101 }, () => `Retailer ${(count += 1)}`);
    const retailers = await server.services.database.transaction(anonymous, async (tx) => {
      const uuids: string[] = [];
      for (const name of names) uuids.push(await addRetailer(tx, name, world.providerA));
      return uuids;
    });
    await asStaff(async (tx) => {
      for (const retailerUuid of retailers)
        await enterCharge(
          tx,
          { providerUuid: world.providerA, retailerUuid, userUuid: world.provider.userUuid },
          { at: "2025-05-10T00:00:00Z", cents: 5 },
        );
    });
    expect((await issue({ month: "2025-05" })).data).toMatchObject({ issued: 101, existing: 0 });
    expect((await issue({ month: "2025-05" })).data).toMatchObject({ issued: 0, existing: 101 });
    const { rows } = await server.services.database.transaction(platform, (tx) =>
      sql<{ count: number }>`select count(*)::integer as count from statement
        where provider_uuid = ${world.providerA} and month = '2025-05-01' group by xmin::text order by 1 desc`.execute(tx),
    );
    expect(rows.map((row) => row.count)).toEqual([100, 1]);
  });

  test("happens once, however many requests arrive at once, and uses one number per statement", async () => {
    const [one, other] = [await newBooks(), await newBooks()];
    for (const books of [one, other]) await asStaff((tx) => enterCharge(tx, books, { at: "2026-01-10T00:00:00Z", cents: 5 }));
    const retailer_uuids = [one, other].map(({ retailerUuid }) => retailerUuid);
    const answers = await Promise.all([0, 1, 2, 3].map(() => issue({ month: "2026-01", retailer_uuids })));
    expect(answers.map(({ data }) => data.issued).toSorted()).toEqual([0, 0, 0, 2]);
    expect(answers.map(({ data }) => data.existing).toSorted()).toEqual([0, 2, 2, 2]);
    const third = await newBooks();
    await asStaff((tx) => enterCharge(tx, third, { at: "2026-01-10T00:00:00Z", cents: 5 }));
    await issueFor(third, "2026-01");
    const numbers = [...(await listFor(third)), ...(await listFor(one)), ...(await listFor(other))]
      .map(({ statement_number }) => Number(statement_number.replace("S-260310-", "")))
      .toSorted((a, b) => a - b);
    expect(numbers).toEqual([0, 1, 2].map((step) => (numbers[0] ?? 0) + step));
    const written = await auditRows(server, issueStatements.name);
    const issuedNow = [...(await listFor(one)), ...(await listFor(other))];
    for (const { statement_uuid, statement_number, retailer_uuid, month } of issuedNow)
      expect(written.filter(({ subject_uuid }) => subject_uuid === statement_uuid)).toMatchObject([
        { user_uuid: world.provider.userUuid, detail: { month, statement_number, retailer_uuid } },
      ]);
  });

  test("waits for an entry that is being posted, and includes it", async () => {
    const books = await newBooks();
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-02-10T00:00:00Z", cents: 5 }));
    const begun = await asStaff(async (tx) => {
      await enterCharge(tx, books, { at: "2026-02-28T23:59:59Z", cents: 70 });
      const issuing = issueFor(books, "2026-02");
      await untilBlocked(tx, issuing);
      return { issuing };
    });
    expect((await begun.issuing).data).toMatchObject({ issued: 1 });
    expect(await viewFor(books, "2026-02")).toMatchObject({ charged_cents: 75, statement: { charged_cents: 75 } });
  });

  test("refuses an entry that comes too late: posted again, it is in the next statement", async () => {
    const books = await newBooks();
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-02-10T00:00:00Z", cents: 5 }));
    const begun = await asStaff(async (tx) => {
      const issuer = { actor: null, now: today, address: "" };
      await issueMonth(tx, world.providerA, { month: "2026-02", retailerUuids: [books.retailerUuid] }, issuer);
      const entering = asStaff(async (later) => {
        const { refusal } = await enterCharge(later, books, { at: "2026-02-28T23:59:59Z", cents: 70 });
        // As in a call: a refusal rolls back its work.
        if (refusal !== null) throw new Error(refusal);
      });
      await untilBlocked(tx, entering);
      return { entering };
    });
    await expect(begun.entering).rejects.toThrow("changedMeanwhile");
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-03-01T00:00:00Z", cents: 70 }));
    expect(await viewFor(books, "2026-02")).toMatchObject({ charged_cents: 5, charges: [{ amount_cents: 5 }] });
    expect(await viewFor(books, "2026-03")).toMatchObject({ opening_cents: -5, charged_cents: 70 });
  });

  test("skips a retailer without entries so far, whose months are empty", async () => {
    const books = await newBooks();
    expect((await issueFor(books, "2026-01")).data).toEqual({ issued: 0, existing: 0, without_entries: 1 });
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-02-10T00:00:00Z", cents: 5 }));
    expect((await issueFor(books, "2026-01")).data).toEqual({ issued: 0, existing: 0, without_entries: 1 });
    expect(await viewFor(books, "2026-01")).toMatchObject({
      statement: null,
      opening_cents: 0,
      closing_cents: 0,
      charges: [],
      payments: [],
    });
    expect((await issueFor(books, "2026-02")).data.issued).toBe(1);
    // A month without entries after one with some: the debt carries over.
    const quiet = await withWinter();
    expect((await issueFor(quiet, "2026-02")).data.issued).toBe(1);
  });

  test("covers all retailers if none is named", async () => {
    const books = await newBooks();
    await asStaff((tx) => enterCharge(tx, books, { at: "2024-01-10T00:00:00Z", cents: 5 }));
    const { data } = await issue({ month: "2024-01" });
    expect(data).toMatchObject({ issued: 1, existing: 0 });
    expect(data.without_entries).toBeGreaterThan(2);
    expect((await list({ month: "2024-01" })).data).toMatchObject({ total: 1, result: [{ retailer_uuid: books.retailerUuid }] });
  });

  test("is refused until the month has ended in the provider's time zone", async () => {
    const books = await newBooks();
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-03-10T00:00:00Z", cents: 5 }));
    expect((await issueFor(books, "2026-03")).code).toBe(codes["statements.monthNotOver"].code);
    server.clock.set(new Date("2026-02-28T17:00:00Z"));
    expect((await issueFor(books, "2026-02")).code).toBe(codes["statements.monthNotOver"].code);
    await setBilling(server, world.providerA, { timeZone: "Asia/Shanghai" });
    expect((await issueFor(books, "2026-02")).code).toBe(codes.success.code);
  });

  test("does nothing if the batch includes another provider's retailer", async () => {
    const books = await newBooks();
    await asStaff((tx) => enterCharge(tx, books, { at: "2026-01-10T00:00:00Z", cents: 5 }));
    for (const stranger of [world.retailerB, newId()])
      expect((await issue({ month: "2026-01", retailer_uuids: [books.retailerUuid, stranger] })).code).toBe(codes.notFound.code);
    expect(await listFor(books)).toEqual([]);
  });
});

describe("access to statements", () => {
  test("a retailer sees only its own", async () => {
    const own = { providerUuid: world.providerA, retailerUuid: world.retailerA, userUuid: world.provider.userUuid };
    const others = { ...own, retailerUuid: world.retailerA2 };
    for (const [books, cents] of [[own, 11] as const, [others, 22] as const])
      await asStaff((tx) => enterCharge(tx, books, { at: "2026-01-10T00:00:00Z", cents, remark: "Secret" }));
    await issue({ month: "2026-01" });
    expect((await list({}, world.retailer)).data).toMatchObject({
      total: 1,
      result: [{ retailer_uuid: world.retailerA, charged_cents: 11 }],
    });
    expect((await view({ month: "2026-01" }, world.retailer)).data).toMatchObject({ retailer_name: "Retailer One", charged_cents: 11 });
    const refused = [world.retailer, world.foreignProvider, world.foreignRetailer];
    const theirs = { retailer_uuid: world.retailerA2, month: "2026-01" };
    for (const person of refused) {
      expect((await list({ retailer_uuid: world.retailerA2 }, person)).code).toBe(codes.notFound.code);
      expect((await view(theirs, person)).code).toBe(codes.notFound.code);
      const file = { ...theirs, format: "pdf", language: "en_us" } as const;
      expect((await send(server.app, statementFile, file, { token: person.token })).code).toBe(codes.notFound.code);
    }
    expect((await list({}, world.foreignProvider)).data.total).toBe(0);
    expect((await send(server.app, issueStatements, { month: "2026-01" }, { token: world.retailer.token })).status).toBe(403);
  });

  test.each(["2026-13", "1999-12", "2026-1", "", "2026-06-01"])("a request for the month %j is refused", async (month) => {
    expect((await send(server.app, viewMonth, { month }, { token: world.retailer.token })).status).toBe(400);
  });
});
