import { existsSync } from "node:fs";
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);
const path = z.string().min(1);

/** What the environment may say; `.env.example` lists it. Parsed once, here. */
const schema = z.object({
  /** the application's port; the others derive from it, so that two starts can run side by side */
  PORT: port.default(8080),
  /** the sandbox marketplace's; PORT + 363 where it is not given */
  MARKETPLACE_PORT: port.optional(),
  /** where keys, databases and profiles live */
  DATA_DIR: path.default(".data"),
  CHROME_PATH: path.optional(),
  FIREFOX_PATH: path.optional(),
});

export interface Environment {
  port: number;
  marketplacePort: number;
  dataDir: string;
}

/**
 * The environment as our scripts use it.
 * @throws Error of one line naming the variable that is wrong
 */
export function readEnvironment(from: NodeJS.ProcessEnv = process.env): Environment {
  // What the shell says goes before what .env says.
  if (from === process.env && existsSync(".env")) process.loadEnvFile();
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join(".") ?? "environment"}: ${issue?.message ?? "is wrong"}`);
  }
  const { PORT, MARKETPLACE_PORT, DATA_DIR } = parsed.data;
  return { port: PORT, marketplacePort: MARKETPLACE_PORT ?? (PORT + 363) % 65_536, dataDir: DATA_DIR };
}
