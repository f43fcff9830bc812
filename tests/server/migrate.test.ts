import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { PgBoss } from "pg-boss";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { openBoss } from "#server/platform/jobs/boss.ts";
import { queues } from "#server/platform/jobs/queue-schedules.ts";
import type { QueueDefinition } from "#server/platform/jobs/queue-schedules.ts";
import { freshDatabase, runStatements, urlOfDatabase } from "./postgres.ts";

const ours = readdirSync("server/platform/db/migrations").toSorted();

let name: string;
let ownerUrl: string;
let appUrl: string;
/** the migrations' messages in order */
let said: string[];

beforeEach(async () => {
  const server = inject("postgres");
  name = `quayside_empty_${randomBytes(8).toString("hex")}`;
  said = [];
  await runStatements(server.ownerUrl, [`CREATE DATABASE ${name}`]);
  ownerUrl = urlOfDatabase(server.ownerUrl, name);
  appUrl = urlOfDatabase(server.appUrl, name);
});
afterEach(() => runStatements(inject("postgres").ownerUrl, [`DROP DATABASE ${name} WITH (FORCE)`]));

function run(folder?: string): Promise<string[]> {
  const log = (line: string) => void said.push(line);
  return folder === undefined ? migrate(ownerUrl, log) : migrate(ownerUrl, log, folder);
}

/** Returns a query's first column, as the owner. */
async function ask(query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: query, rowMode: "array" })).rows.map(([first]) => first);
  } finally {
    await client.end();
  }
}

const applied = () => ask("select name from migration order by name");
const tables = () => ask("select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1");

describe("an empty database", () => {
  test("gets each migration once and in order; a second run applies nothing", async () => {
    expect(ours.length).toBeGreaterThan(0);
    expect(await run()).toEqual(ours);
    expect(await applied()).toEqual(ours);
    expect(await tables()).toContain("app_user");
    const before = await ask("select applied_at::text from migration order by name");
    expect(await run()).toEqual([]);
    expect(await ask("select applied_at::text from migration order by name")).toEqual(before);
    expect(said).toEqual(ours.map((file) => `migrated: ${file}`));
  });

  test("is migrated by one of several simultaneous runs, and the others have nothing to do", async () => {
    const done = await Promise.all([run(), run(), run()]);
    expect(done.toSorted((a, b) => b.length - a.length)).toEqual([ours, [], []]);
    expect(await applied()).toEqual(ours);
  });
});

describe("an applied migration", () => {
  test("that has changed since is refused by name, and nothing else is applied", async () => {
    await run();
    const [file = ""] = ours;
    const [sha256] = await ask(`select sha256 from migration where name = '${file}'`);
    await runStatements(ownerUrl, [`update migration set sha256 = 'another' where name = '${file}'`]);
    await expect(run()).rejects.toThrow(`${file} was changed after it was applied to this database`);
    expect(await ask("select sha256 from migration")).toContain("another");
    await runStatements(ownerUrl, [`update migration set sha256 = '${String(sha256)}' where name = '${file}'`]);
    expect(await run()).toEqual([]);
  });
});

describe("a failing migration", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "quayside-migrations-"));
    writeFileSync(join(folder, "0001_berths.sql"), "create table berth (berth_uuid uuid constraint berth_pkey primary key);");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const halfWay = `create table crane (crane_uuid uuid constraint crane_pkey primary key);
    alter table berth add column depth integer;
    insert into berth values ('00000000-0000-0000-0000-000000000001', 12);
    create role crane_of_a_test;
    select 1 / 0;`;

  test("is rolled back completely; earlier ones stay, and once fixed it is applied", async () => {
    writeFileSync(join(folder, "0002_cranes.sql"), halfWay);
    await expect(run(folder)).rejects.toThrow("division by zero");
    expect(await applied()).toEqual(["0001_berths.sql"]);
    expect(await tables()).toEqual(["berth", "migration"]);
    expect(await ask("select attname from pg_attribute where attrelid = 'berth'::regclass and attnum > 0")).toEqual(["berth_uuid"]);
    expect(await ask("select berth_uuid from berth")).toEqual([]);
    expect(await ask("select rolname from pg_roles where rolname = 'crane_of_a_test'")).toEqual([]);
    expect(said).toEqual(["migrated: 0001_berths.sql"]);

    writeFileSync(join(folder, "0002_cranes.sql"), "create table crane (crane_uuid uuid constraint crane_pkey primary key);");
    expect(await run(folder)).toEqual(["0002_cranes.sql"]);
    expect(await tables()).toEqual(["berth", "crane", "migration"]);
  });

  test("is rolled back completely as well when recording it fails", async () => {
    const unnoted = "create table crane (id integer); alter table migration add constraint migration_full check (name < '0002');";
    writeFileSync(join(folder, "0002_cranes.sql"), unnoted);
    await expect(run(folder)).rejects.toThrow("migration_full");
    expect(await tables()).toEqual(["berth", "migration"]);
    expect(await ask("select conname from pg_constraint where conname = 'migration_full'")).toEqual([]);
  });

  test("prevents later ones from being applied", async () => {
    writeFileSync(join(folder, "0002_cranes.sql"), halfWay);
    writeFileSync(join(folder, "0003_ropes.sql"), "create table rope (rope_uuid uuid constraint rope_pkey primary key);");
    await expect(run(folder)).rejects.toThrow("division by zero");
    expect(await tables()).toEqual(["berth", "migration"]);
  });

  test("also fails for a run that waited for it", async () => {
    writeFileSync(join(folder, "0002_cranes.sql"), halfWay);
    const both = await Promise.allSettled([run(folder), run(folder)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await tables()).toEqual(["berth", "migration"]);
  });
});

describe("the application's role after a migration", () => {
  test("cannot create, alter or drop anything", async () => {
    await run();
    const statements = (await tables()).flatMap((table) => [
      `drop table ${String(table)} cascade`,
      `alter table ${String(table)} add column own integer`,
      `alter table ${String(table)} disable row level security`,
      `truncate ${String(table)} cascade`,
      `create index own on ${String(table)} ((1))`,
      `create policy own on ${String(table)}`,
    ]);
    const others = [
      "create table own (id integer)",
      "create view own as select 1 as one",
      "create sequence own",
      "create function own() returns integer return 1",
      "create type own as enum ('one')",
      "create schema own",
      "create role own_role",
      "create database own_database",
      "alter role quayside_app bypassrls",
      "drop function open_session",
      "drop sequence event_position",
      "drop policy app_user_gate on app_user",
      "drop trigger audit_log_append_only on audit_log",
      "drop schema public cascade",
      "drop schema pgboss cascade",
      `drop database ${name}`,
      "grant select on migration to quayside_app",
      "select from migration",
    ];
    const client = new pg.Client({ connectionString: appUrl, options: "-c role=quayside_app" });
    await client.connect();
    const done: string[] = [];
    for (const statement of [...statements, ...others])
      await client.query(statement).then(
        () => done.push(statement),
        // 42501: insufficient privilege
        (error: unknown) => expect(error, statement).toMatchObject({ code: "42501" }),
      );
    await client.end();
    expect(statements.length).toBeGreaterThan(100);
    expect(done).toEqual([]);
  });
});

describe("the queues", () => {
  /** Works with the application's login, like the server. */
  async function withBoss<T>(work: (boss: PgBoss) => Promise<T>): Promise<T> {
    const boss = openBoss(appUrl, false, pino({ level: "silent" }));
    await boss.start();
    try {
      return await work(boss);
    } finally {
      await boss.stop({ graceful: false });
    }
  }

  const wanted = Object.entries(queues).map(([queue, definition]: [string, QueueDefinition]) => {
    const { cron: _cron, ...options } = definition;
    return { name: queue, ...options };
  });
  const found = () => withBoss((boss) => boss.getQueues());

  test("exist with their options, and no others do", async () => {
    await run();
    const there = await found();
    expect(there.map((queue) => queue.name).toSorted()).toEqual(wanted.map((queue) => queue.name).toSorted());
    for (const queue of wanted) expect(there).toContainEqual(expect.objectContaining(queue));
  });

  test("with scheduled jobs have their schedules in UTC, and these jobs act for the platform", async () => {
    await run();
    const schedules = await withBoss((boss) => boss.getSchedules());
    const crons = Object.entries(queues).flatMap(([queue, definition]) => ("cron" in definition ? [[queue, definition.cron]] : []));
    expect(crons.length).toBeGreaterThan(0);
    expect(Object.fromEntries(schedules.map(({ name: queue, cron }) => [queue, cron]))).toEqual(Object.fromEntries(crons));
    for (const schedule of schedules)
      expect(schedule).toMatchObject({ timezone: "UTC", data: { acting: { kind: "platform" }, input: {} } });
  });

  test("get their options restored by the next run, and keep their waiting jobs", async () => {
    await run();
    await runStatements(ownerUrl, [
      "update pgboss.queue set retry_limit = 99, expire_seconds = 7 where name = 'mailer.send'",
      "update pgboss.schedule set cron = '0 0 1 1 *'",
      "insert into pgboss.job (name, data) values ('mailer.send', '{}')",
    ]);
    await run();
    const { expireInSeconds, retryLimit } = queues["mailer.send"];
    expect(await found()).toContainEqual(expect.objectContaining({ name: "mailer.send", expireInSeconds, retryLimit }));
    expect(await ask("select cron from pgboss.schedule where cron = '0 0 1 1 *'")).toEqual([]);
    expect(await ask("select name from pgboss.job")).toEqual(["mailer.send"]);
  });
});

test("each test file's database is migrated, empty, and isolated from the others", async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  try {
    await runStatements(one.ownerUrl, ["create table left_behind (id int)"]);
    await expect(runStatements(other.ownerUrl, ["select from left_behind"])).rejects.toThrow("does not exist");
    await runStatements(other.ownerUrl, ["do $$ begin assert not exists (select from app_user); end $$"]);
  } finally {
    await Promise.all([one.drop(), other.drop()]);
  }
});
