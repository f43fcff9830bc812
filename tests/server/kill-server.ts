import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { ServerProcess } from "./process.ts";

/**
 * Kills a server while transactions wait for a table half way, with what they did before done and not committed, or in a busy moment if none comes to it.
 * @returns whether some waited
 */
export async function killBefore(server: ServerProcess, table: string, ownerUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(`lock table ${table} in share mode`);
    let waiting = 0;
    for (let tries = 0; tries < 100 && waiting === 0; tries += 1) {
      await sleep(10);
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::int as count from pg_locks where not granted and relation = $1::regclass",
        [table],
      );
      waiting = rows[0]?.count ?? 0;
    }
    // Others come to wait too.
    await sleep(100);
    await server.kill();
    return waiting > 0;
  } finally {
    await client.end();
  }
}
