import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform, platformUuid } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import { freshDatabase } from "#tests/server/postgres.ts";
import type { FreshDatabase } from "#tests/server/postgres.ts";
import { listProvidersToSeal, sealRows } from "./audit-seal.ts";
import { verifyAudit } from "./audit-verify.ts";
import { erasePerson, writeAudit } from "#server/platform/audit-trail/audit.commands.ts";

const now = new Date("2026-05-03T12:00:00Z");
const whole = { seals: 3, sealedRows: 10, firstBroken: null, broken: [] };

let fresh: FreshDatabase;
let database: Database;
let [alpha, beta, userUuid] = ["", "", ""];

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.appUrl, { connections: 4 });
});

// Tampering lasts: each test has two providers of its own. Alpha's ten rows are in seals of four, four and two; beta's one is in none, and of the
// earlier tests nothing is left to seal.
beforeEach(async () => {
  for (const earlier of await as(platform, listProvidersToSeal)) await seal(earlier);
  [alpha, beta, userUuid] = [newId(), newId(), newId()];
  for (let index = 0; index < 10; index += 1) await note(alpha, index);
  await note(beta, 1);
  await seal(alpha, 4);
});

afterAll(async () => {
  await database?.close();
  await fresh?.drop();
});

function as<T>(acting: Acting, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction(acting, work);
}

/** A row of a provider's log, so many minutes before now. */
async function note(providerUuid: string, minutesAgo: number): Promise<void> {
  const by = { providerUuid, retailerUuid: null, userUuid, username: "goes-away" };
  const at = new Date(now.getTime() - minutesAgo * 60_000);
  await as(platform, (tx) =>
    writeAudit(
      tx,
      { actor: null, now: at, address: "10.0.0.7" },
      { action: "test.done", detail: { minutesAgo }, subjectUuid: newId(), by },
    ),
  );
}

/** Seals as the job does; gives how many rows each seal got. */
async function seal(providerUuid: string, limit = 100): Promise<number[]> {
  const count = await as(platform, (tx) => sealRows(tx, providerUuid, now, limit));
  if (count === 0) return [];
  return [count, ...(count < limit ? [] : await seal(providerUuid, limit))];
}

const verdict = (providerUuid = alpha, acting: Acting = platform) => as(acting, (tx) => verifyAudit(tx, providerUuid));

/** Changes the log behind its triggers and policies, as who owns the database can. */
async function tamper(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: fresh.ownerUrl });
  await owner.connect();
  try {
    const tables = ["audit_log", "audit_seal", "audit_person"];
    for (const table of tables)
      await owner.query(`alter table ${table} no force row level security; alter table ${table} disable trigger user`);
    const { rowCount } = await owner.query(statement);
    expect(rowCount).toBeGreaterThan(0);
    for (const table of tables)
      await owner.query(`alter table ${table} enable trigger user; alter table ${table} force row level security`);
  } finally {
    await owner.end();
  }
}

/** The key of the nth row of alpha, the oldest first. */
const nth = (n: number): string =>
  `(select audit_uuid from audit_log where provider_uuid = '${alpha}' order by audit_uuid offset ${n} limit 1)`;
const row = (n: number): string => `provider_uuid = '${alpha}' and audit_uuid = ${nth(n)}`;

describe("sealing", () => {
  test("takes the oldest rows first, and the seals verify", async () => {
    const numbers = await as(platform, (tx) =>
      tx.selectFrom("audit_log").select("seal_number").where("provider_uuid", "=", alpha).orderBy("audit_uuid").execute(),
    );
    expect(numbers.map(({ seal_number }) => seal_number)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
    expect(await verdict()).toEqual(whole);
    expect(await verdict(alpha, { kind: "provider", providerUuid: alpha, userUuid })).toEqual(whole);
  });

  test("finds the providers that have rows to seal, including the platform", async () => {
    expect(await as(platform, listProvidersToSeal)).toEqual([beta]);
    await note(platformUuid, 1);
    expect(await as(platform, listProvidersToSeal)).toEqual([platformUuid, beta]);
    expect([await seal(beta), await seal(platformUuid), await seal(alpha)]).toEqual([[1], [1], []]);
    expect(await as(platform, listProvidersToSeal)).toEqual([]);
  });

  test("continues where it stopped, and includes rows that were committed late", async () => {
    await note(alpha, 5);
    await note(alpha, -1);
    expect(await seal(alpha)).toEqual([2]);
    expect(await verdict()).toEqual({ ...whole, seals: 4, sealedRows: 12 });
  });

  test("by several workers at once makes one chain", async () => {
    for (let index = 0; index < 20; index += 1) await note(alpha, -index);
    const counts = await Promise.all(Array.from({ length: 4 }, () => as(platform, (tx) => sealRows(tx, alpha, now, 7))));
    expect(counts.toSorted()).toEqual([0, 6, 7, 7]);
    expect(await verdict()).toEqual({ ...whole, seals: 6, sealedRows: 30 });
  });

  test("is reserved for the platform", async () => {
    await note(alpha, 0);
    const staff = { kind: "provider", providerUuid: alpha, userUuid } as const;
    await expect(as(staff, (tx) => sealRows(tx, alpha, now))).rejects.toThrow("audit_seal");
    await expect(as({ kind: "provider", providerUuid: beta, userUuid }, (tx) => sealRows(tx, alpha, now))).resolves.toBe(0);
  });

  test("of an empty log makes no seal, and the log verifies", async () => {
    expect(await verdict(newId())).toEqual({ seals: 0, sealedRows: 0, firstBroken: null, broken: [] });
  });
});

describe("a seal fails, and the unaffected ones hold,", () => {
  const changes = [
    "action = 'test.other'",
    "at = at + interval '1 microsecond'",
    "detail = detail || '{\"more\": 1}'",
    "user_uuid = null",
    "retailer_uuid = provider_uuid",
    "subject_uuid = null",
    "subject_type = 'x'",
    "person_digest = null",
    "seal_number = null",
    "audit_uuid = gen_random_uuid()",
  ];
  test.each(changes)("when a row is changed with %s", async (change) => {
    await tamper(`update audit_log set ${change} where ${row(5)}`);
    expect(await verdict()).toMatchObject({ firstBroken: 2, broken: [2] });
  });

  test("when a row is deleted", async () => {
    await tamper(`delete from audit_log where ${row(9)}`);
    expect(await verdict()).toMatchObject({ sealedRows: 9, broken: [3] });
  });

  test.each([0, 3, 4, 9])("when a row is inserted later, next to row %i", async (n) => {
    await tamper(`insert into audit_log select provider_uuid, (left(audit_uuid::text, 24) || 'ffffffffffff')::uuid, at, retailer_uuid, user_uuid, action,
      subject_type, subject_uuid, detail, person_digest, seal_number from audit_log where ${row(n)}`);
    expect(await verdict()).toMatchObject({ sealedRows: 11, broken: [Math.floor(n / 4) + 1] });
  });

  test("when two rows are swapped between seals", async () => {
    await tamper(`update audit_log set seal_number = 3 - seal_number where audit_uuid in (${nth(3)}, ${nth(4)})`);
    expect(await verdict()).toMatchObject({ broken: [1, 2] });
  });

  test("when a person's values are changed", async () => {
    await tamper(`update audit_person set about = about || '{"username": "somebody-else"}' where ${row(0)}`);
    expect(await verdict()).toMatchObject({ broken: [1] });
  });

  test("when a row is inserted into it, which the application itself cannot do", async () => {
    const forged = { provider_uuid: alpha, audit_uuid: newId(), at: now, action: "test.forged", seal_number: 3 };
    await expect(as(platform, (tx) => tx.insertInto("audit_log").values(forged).execute())).rejects.toThrow(/row-level security/);
    await tamper(
      `insert into audit_log (provider_uuid, audit_uuid, at, action, seal_number) values ('${alpha}', '${newId()}', now(), 'test.forged', 3)`,
    );
    expect(await verdict()).toMatchObject({ broken: [3] });
  });

  test("when a row names a seal that does not exist", async () => {
    await tamper(`update audit_log set seal_number = 9 where ${row(0)}`);
    expect(await verdict()).toMatchObject({ broken: [1, 9] });
  });
});

describe("the chain is broken", () => {
  test("at a deleted seal and the next one", async () => {
    await tamper(`delete from audit_seal where provider_uuid = '${alpha}' and seal_number = 2`);
    expect(await verdict()).toMatchObject({ firstBroken: 2, broken: [2, 3] });
  });

  test("when a seal is recomputed for changed rows, as the next one shows", async () => {
    await tamper(`update audit_seal set hash = sha256('anew') where provider_uuid = '${alpha}' and seal_number = 1`);
    expect(await verdict()).toMatchObject({ firstBroken: 1, broken: [1, 2] });
  });

  test("when another provider's chain is put in its place", async () => {
    await seal(beta);
    await tamper(`delete from audit_log where provider_uuid = '${alpha}'`);
    await tamper(`delete from audit_seal where provider_uuid = '${alpha}'`);
    await tamper(`update audit_log set provider_uuid = '${alpha}' where provider_uuid = '${beta}'`);
    await tamper(`update audit_seal set provider_uuid = '${alpha}' where provider_uuid = '${beta}'`);
    expect(await verdict()).toMatchObject({ firstBroken: 1 });
  });
});

describe("erasing a person", () => {
  test("breaks no seal", async () => {
    await as({ kind: "anonymous" }, (tx) => tx.insertInto("provider").values({ provider_uuid: alpha, name: "Supplier Alpha" }).execute());
    expect(await as(platform, (tx) => erasePerson(tx, userUuid))).toBe(10);
    expect(await verdict()).toEqual(whole);
  });
});
