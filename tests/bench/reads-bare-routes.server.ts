import { json } from "node:stream/consumers";
import Fastify from "fastify";
import pg from "pg";

/** A statement that the process serves. */
export interface BareStatement {
  /** settings of its connections, as `-c name=value`: whom they act for */
  readonly acting: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What the process reads as JSON from its standard input: a variable of its environment could not hold it, for Linux allows 128 kB. */
export interface Yardstick {
  readonly appUrl: string;
  /** each at its place in the list: `/0`, `/1` */
  readonly statements: readonly BareStatement[];
}

const { appUrl, statements } = (await json(process.stdin)) as Yardstick;
const pools = new Map<string, pg.Pool>();

/** Returns the pool of the connections that act for somebody. */
function getPool(acting: string): pg.Pool {
  const options = `-c role=quayside_app -c random_page_cost=1.1 -c plan_cache_mode=force_generic_plan ${acting}`;
  const pool = pools.get(acting) ?? new pg.Pool({ connectionString: appUrl, max: 10, options });
  pools.set(acting, pool);
  return pool;
}

const app = Fastify();
for (const [place, { acting, text, values }] of statements.entries())
  app.get(`/${place}`, async () => (await getPool(acting).query({ name: `page${place}`, text, values: [...values] })).rows);
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
