import { spawnSync } from "node:child_process";
import { Kysely, PostgresDialect } from "kysely";
import { PostgresDialect as GeneratorDialect, generate } from "kysely-codegen";
import pg from "pg";

/** How `server/db/database.ts` reads what the generator would take otherwise. JSON goes in as text and comes out parsed, as nobody knows what. */
const typeMapping = { int8: "number", json: "ColumnType<unknown, string, string>", jsonb: "ColumnType<unknown, string, string>" };

/**
 * Makes the types of the tables in schema `public`, for Kysely.
 * @param url the database, migrated
 * @param path where the text is to stand, which says how it is formatted
 * @throws Error with what the formatter says where it takes the text for none of TypeScript
 */
export async function generateTypes(url: string, path: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url });
  // The pool ends before its connections do, and the server may be the quicker.
  pool.on("error", () => undefined);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const dialect = new GeneratorDialect({ defaultSchemas: ["public"] });
    return format(
      path,
      await generate({ db, dialect, defaultSchemas: ["public"], includePattern: "public.*", typeMapping, outFile: null }),
    );
  } finally {
    await db.destroy();
  }
}

function format(path: string, text: string): string {
  const run = spawnSync("node_modules/.bin/oxfmt", [`--stdin-filepath=${path}`], { input: text, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`oxfmt: ${run.error?.message ?? run.stderr}`);
  return run.stdout;
}
