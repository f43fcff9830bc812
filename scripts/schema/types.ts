import { spawnSync } from "node:child_process";
import { Kysely, PostgresDialect } from "kysely";
import { PostgresDialect as GeneratorDialect, generate } from "kysely-codegen";
import pg from "pg";

/** Matches how `server/platform/db/database.ts` reads these types. JSON is written as text and read parsed, as `unknown`. */
const typeMapping = { int8: "number", json: "ColumnType<unknown, string, string>", jsonb: "ColumnType<unknown, string, string>" };

/**
 * Generates the types of the tables in schema `public`, for Kysely.
 * @param url the database, migrated
 * @param path the target file, which decides the format
 * @throws Error with the formatter's message if the text is not valid TypeScript
 */
export async function generateTypes(url: string, path: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url });
  // The pool ends before its connections do, and the server may be faster.
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
