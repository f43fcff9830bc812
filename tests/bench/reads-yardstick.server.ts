import Fastify from "fastify";
import pg from "pg";

/** What the process gets in the variable YARDSTICK: a statement, and whose settings its connections have. */
export interface Yardstick {
  readonly appUrl: string;
  /** sets whom a connection acts for, for as long as it is open */
  readonly acting: { readonly text: string; readonly values: readonly string[] };
  readonly statement: { readonly text: string; readonly values: readonly unknown[] };
}

const { appUrl, acting, statement } = JSON.parse(process.env["YARDSTICK"] ?? "{}") as Yardstick;
const pool = new pg.Pool({ connectionString: appUrl, max: 10, options: "-c role=quayside_app -c random_page_cost=1.1" });
pool.on("connect", (client) => void client.query(acting.text, [...acting.values]));

const app = Fastify();
app.get("/", async () => (await pool.query({ name: "page", text: statement.text, values: [...statement.values] })).rows);
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
