import Fastify from "fastify";
import pg from "pg";

/** What the process gets in the variable YARDSTICK. */
export interface Yardstick {
  readonly appUrl: string;
  /** settings of its connections, as `-c name=value`: whom they act for */
  readonly acting: string;
  readonly statement: { readonly text: string; readonly values: readonly unknown[] };
}

const { appUrl, acting, statement } = JSON.parse(process.env["YARDSTICK"] ?? "{}") as Yardstick;
const pool = new pg.Pool({ connectionString: appUrl, max: 10, options: `-c role=quayside_app -c random_page_cost=1.1 ${acting}` });

const app = Fastify();
app.get("/", async () => (await pool.query({ name: "page", text: statement.text, values: [...statement.values] })).rows);
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
