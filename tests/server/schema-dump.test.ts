import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dumpSchema } from "#scripts/schema/dump.ts";
import { freshDatabase } from "./postgres.ts";
import type { FreshDatabase } from "./postgres.ts";

let fresh: FreshDatabase;
let owner: pg.Client;
let before = "";

beforeAll(async () => {
  fresh = await freshDatabase();
  owner = new pg.Client({ connectionString: fresh.ownerUrl });
  await owner.connect();
  before = await dumpSchema(owner);
});

afterAll(async () => {
  await owner.end();
  await fresh.drop();
});

/** Returns the lines of `text` that `from` lacks or has fewer times. */
function missing(from: string, text: string): string[] {
  const there = from.split("\n");
  return text.split("\n").filter((line) => {
    const place = there.indexOf(line);
    if (place >= 0) there.splice(place, 1);
    return place < 0;
  });
}

/** Returns the lines a migration adds to and removes from the dump. */
async function effectOf(migration: string): Promise<{ added: string[]; removed: string[] }> {
  await owner.query("BEGIN");
  try {
    await owner.query(migration);
    const after = await dumpSchema(owner);
    return { added: missing(before, after), removed: missing(after, before) };
  } finally {
    await owner.query("ROLLBACK");
  }
}

describe("the dump", () => {
  it.each([
    [
      "ALTER TABLE contact ADD COLUMN note text COLLATE \"C\" NOT NULL DEFAULT 'none'",
      `note text COLLATE "C" DEFAULT 'none'::text NOT NULL`,
    ],
    ["ALTER TABLE contact ADD COLUMN number int GENERATED ALWAYS AS IDENTITY", "number integer GENERATED ALWAYS AS IDENTITY NOT NULL"],
    [
      "ALTER TABLE contact ADD COLUMN upper text GENERATED ALWAYS AS (upper(name)) STORED",
      "upper text GENERATED ALWAYS AS (upper(name)) STORED",
    ],
    ["ALTER TABLE contact ALTER COLUMN detail DROP NOT NULL", "detail text"],
    ["ALTER TABLE contact ALTER COLUMN version TYPE bigint", "version bigint DEFAULT 1 NOT NULL"],
    ["ALTER TABLE contact ADD CONSTRAINT contact_named CHECK (name <> '')", "CONSTRAINT contact_named CHECK ((name <> ''::text))"],
    ["ALTER TABLE contact SET (fillfactor = 70)", ") WITH (fillfactor=70);"],
    ["ALTER TABLE aes_key SET LOGGED", "CREATE TABLE aes_key ("],
    [
      "CREATE INDEX contact_by_name ON contact (owner_uuid, name)",
      "CREATE INDEX contact_by_name ON public.contact USING btree (owner_uuid, name);",
    ],
    ["ALTER TABLE contact NO FORCE ROW LEVEL SECURITY", null],
    ["ALTER TABLE contact DISABLE ROW LEVEL SECURITY", "-- no row-level security"],
    ["ALTER POLICY contact_own ON contact USING (true)", "  USING true;"],
    ["ALTER POLICY contact_own ON contact TO quayside_app", "CREATE POLICY contact_own ON contact FOR ALL TO quayside_app"],
    [
      "CREATE POLICY contact_narrow ON contact AS RESTRICTIVE FOR UPDATE USING (true) WITH CHECK (false)",
      "CREATE POLICY contact_narrow ON contact AS RESTRICTIVE FOR UPDATE TO public",
    ],
    ["GRANT TRUNCATE ON contact TO quayside_app", "GRANT DELETE, INSERT, SELECT, TRUNCATE, UPDATE ON contact TO quayside_app;"],
    ["GRANT SELECT (name) ON migration TO quayside_app", "GRANT SELECT ON name (of migration) TO quayside_app;"],
    ["GRANT CREATE ON SCHEMA public TO quayside_app", "GRANT CREATE, USAGE ON SCHEMA public TO quayside_app;"],
    ["ALTER FUNCTION acting_kind SECURITY DEFINER", " STABLE PARALLEL SAFE SECURITY DEFINER"],
    ["REVOKE ALL ON FUNCTION acting_kind FROM PUBLIC", null],
    ["GRANT ALL ON FUNCTION stamp_audit_seal TO PUBLIC", "GRANT EXECUTE ON FUNCTION stamp_audit_seal(uuid,bigint,uuid[]) TO PUBLIC;"],
    ["ALTER TABLE audit_seal DISABLE TRIGGER audit_seal_append_only", "ALTER TABLE audit_seal DISABLE TRIGGER audit_seal_append_only;"],
    ["DROP TRIGGER audit_seal_no_truncate ON audit_seal", null],
    [
      "CREATE SEQUENCE contact_number AS int CYCLE OWNED BY contact.version",
      "CREATE SEQUENCE contact_number AS integer START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 2147483647 CACHE 1 CYCLE OWNED BY contact.version;",
    ],
    ["GRANT SELECT ON SEQUENCE event_position TO quayside_app", "GRANT SELECT, USAGE ON SEQUENCE event_position TO quayside_app;"],
    ["CREATE EXTENSION citext", "CREATE EXTENSION citext;"],
  ])("shows %s", async (migration, line) => {
    const { added, removed } = await effectOf(migration);
    const trimmed = added.map((text) => text.replace(/^ {2}(.*?),?$/, "$1"));
    if (line === null) expect(removed.length).toBeGreaterThan(0);
    else expect(trimmed).toContain(line.replace(/^ {2}/, ""));
    expect(added.length, "a small diff").toBeLessThanOrEqual(4);
  });

  it.each([
    ["CREATE VIEW names AS SELECT name FROM contact", "names (relation of kind v)"],
    ["CREATE TABLE parted (at date) PARTITION BY RANGE (at)", "parted (relation of kind p)"],
    ["CREATE TYPE mood AS ENUM ('well')", "mood (type of kind e)"],
    ["CREATE DOMAIN short AS text CHECK (length(value) < 9)", "short (type of kind d)"],
    ["CREATE AGGREGATE total (int) (sfunc = int4pl, stype = int)", "total(integer) (function of kind a)"],
    ["CREATE RULE quiet AS ON DELETE TO contact DO INSTEAD NOTHING", "quiet ON contact (rule)"],
  ])("fails on an object that it does not know: %s", async (migration, what) => {
    await expect(effectOf(migration)).rejects.toThrow(what);
  });

  it("is deterministic", async () => {
    expect(await effectOf("SELECT")).toEqual({ added: [], removed: [] });
  });

  it("excludes the jobs' schema", () => {
    expect(before).not.toContain("pgboss");
  });
});
