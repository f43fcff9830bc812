import { z } from "zod";
import { readServerEnvironment, readVariables } from "#server/platform/runtime/environment.ts";
import type { ServerEnvironment } from "#server/platform/runtime/environment.ts";

/** Environment variables of our scripts besides the server's; `.env.example` lists both. */
const schema = z.object({
  /** the sandbox marketplace's; PORT + 363 by default */
  MARKETPLACE_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** the sandbox payment server's; PORT + 364 by default */
  PAYMENTS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** the sandbox carriers'; PORT + 365 by default */
  CARRIERS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  CHROME_PATH: z.string().optional(),
  FIREFOX_PATH: z.string().optional(),
});

export interface Environment {
  port: number;
  marketplacePort: number;
  paymentsPort: number;
  carriersPort: number;
  dataDir: string;
  server: ServerEnvironment;
}

/**
 * Reads the environment as our scripts use it.
 * @throws Error of one line naming the invalid variable
 */
export function readEnvironment(from: NodeJS.ProcessEnv = process.env): Environment {
  const server = readServerEnvironment(from);
  const { MARKETPLACE_PORT, PAYMENTS_PORT, CARRIERS_PORT } = readVariables(schema, from);
  const { PORT: port, DATA_DIR: dataDir } = server;
  const beside = (offset: number) => (port === 0 ? 0 : (port + offset) % 65_536);
  return {
    port,
    marketplacePort: MARKETPLACE_PORT ?? beside(363),
    paymentsPort: PAYMENTS_PORT ?? beside(364),
    carriersPort: CARRIERS_PORT ?? beside(365),
    dataDir,
    server,
  };
}
