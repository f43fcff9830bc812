import { existsSync } from "node:fs";
import { z } from "zod";
import { ownExtensionId } from "#src/pro/plan/extension-id.rules.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const text = z.string().min(1);
const url = (...schemes: string[]) =>
  z.string().refine((value) => schemes.some((scheme) => value.startsWith(`${scheme}://`)), `must begin with ${schemes.join(":// or ")}://`);

/** The server's environment variables; `.env.example` lists them. */
export const serverSchema = z.object({
  NODE_ENV: z.string().default("development"),
  /** the application's port; the others derive from it, so that two starts can run side by side */
  PORT: port.default(8080),
  /** the same server as the public home page; PORT + 1 */
  HOMEPAGE_PORT: port.optional(),
  /** the websocket without a path, for hosts that are IP addresses; PORT + 2 */
  WEBSOCKET_PORT: port.optional(),
  /** where to listen; 127.0.0.1 except in production, where it is every address */
  HOST: text.optional(),
  /** the folder of keys, the embedded database, files and mails */
  DATA_DIR: text.default(".data"),
  /** the folder of the built web application: `npm run build:web` */
  WEB_DIR: text.default(".output/web"),
  /** any PostgreSQL from 15 on, by the login that owns the schema; without it the embedded one */
  DATABASE_URL: url("postgres", "postgresql").optional(),
  /** a login of the application's own, member of the role quayside_app; without it DATABASE_URL's, acting as that role */
  APP_DATABASE_URL: url("postgres", "postgresql").optional(),
  /** APP_DATABASE_URL leads to a pooler in transaction mode, and this past it, for what needs a connection of its own: notifications and jobs */
  DATABASE_DIRECT_URL: url("postgres", "postgresql").optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(500).default(20),
  /** base64 or hex of 32 bytes; several by commas, the first seals and all open; created on first start by default */
  SECRETS_KEY: text.optional(),
  /** the external origin of the default sites, for links in mail */
  PUBLIC_ORIGIN: url("http", "https").optional(),
  SMTP_URL: url("smtp", "smtps").optional(),
  MAIL_FROM: text.default("Quayside <no-reply@localhost>"),
  S3_ENDPOINT: url("http", "https").optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default("us-east-1"),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  /** bucket in the path (most self-hosted stores) or in the host name */
  S3_PATH_STYLE: z.enum(["true", "false"]).default("true"),
  /** payments by Stripe; without it nothing can be bought */
  STRIPE_SECRET_KEY: text.optional(),
  /** Stripe's signing secret of webhooks; several by commas while it is rotated */
  STRIPE_WEBHOOK_SECRET: text.optional(),
  /** the monthly price of Pro: usd, with cny as currency option */
  STRIPE_PRICE_ID: text.optional(),
  /** a server that speaks Stripe's wire, for the demo and the tests; refused in production */
  STRIPE_API_BASE: url("http", "https").optional(),
  /** servers that speak the carriers' wire, for the demo and the tests; refused in production */
  FOUR_PX_API_BASE: url("http", "https").optional(),
  YUNEXPRESS_API_BASE: url("http", "https").optional(),
  YANWEN_API_BASE: url("http", "https").optional(),
  /** a JWK set of Ed25519 private keys; the first signs entitlement tokens; created on first start by default */
  ENTITLEMENT_KEYS: text.optional(),
  /** ids of the extension in Chrome's store, by commas; outside production that of the local build */
  EXTENSION_IDS: text.optional(),
  /** requests a minute and address; open calls get a twentieth */
  RATE_PER_MINUTE: z.coerce.number().int().min(20).max(10_000_000).default(12_000),
  /** addresses or ranges of the proxies whose X-Forwarded-For is trusted */
  TRUST_PROXY: text.optional(),
  /** the bearer token for metrics; without it only this machine can read /metrics */
  METRICS_TOKEN: text.optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

export type ServerVariables = z.infer<typeof serverSchema>;

/** The server's settings, with derived values filled in. */
export interface ServerEnvironment extends Omit<ServerVariables, "HOMEPAGE_PORT" | "WEBSOCKET_PORT" | "HOST"> {
  isProduction: boolean;
  host: string;
  homepagePort: number;
  websocketPort: number;
  extensionIds: readonly string[];
}

/**
 * Reads variables by a schema; empty ones count as missing. The shell's values take precedence over `.env`.
 * @throws Error of one line naming the invalid variable, and never its value
 */
export function readVariables<S extends z.ZodObject>(schema: S, from: NodeJS.ProcessEnv = process.env): z.output<S> {
  if (from === process.env && existsSync(".env")) process.loadEnvFile();
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${issue?.path.join(".") ?? "environment"}: ${issue?.message ?? "is invalid"}`);
}

/** Returns a port next to the application's; 0 (any free one) stays 0. */
function beside(port_: number, offset: number): number {
  return port_ === 0 ? 0 : (port_ + offset) % 65_536;
}

/**
 * Reads the environment as the server uses it, parsed once.
 * @throws Error of one line naming the invalid variable
 */
export function readServerEnvironment(from: NodeJS.ProcessEnv = process.env): ServerEnvironment {
  const { HOMEPAGE_PORT, WEBSOCKET_PORT, HOST, ...variables } = readVariables(serverSchema, from);
  const isProduction = variables.NODE_ENV === "production";
  if (variables.S3_ENDPOINT !== undefined)
    for (const name of ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const)
      if (variables[name] === undefined) throw new Error(`${name}: is required with S3_ENDPOINT`);
  if (variables.STRIPE_SECRET_KEY !== undefined)
    for (const name of ["STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_ID"] as const)
      if (variables[name] === undefined) throw new Error(`${name}: is required with STRIPE_SECRET_KEY`);
  if (variables.DATABASE_DIRECT_URL !== undefined)
    for (const name of ["DATABASE_URL", "APP_DATABASE_URL"] as const)
      if (variables[name] === undefined) throw new Error(`${name}: is required with DATABASE_DIRECT_URL`);
  if (isProduction)
    for (const name of ["STRIPE_API_BASE", "FOUR_PX_API_BASE", "YUNEXPRESS_API_BASE", "YANWEN_API_BASE"] as const)
      if (variables[name] !== undefined) throw new Error(`${name}: is not allowed in production`);
  return {
    ...variables,
    isProduction,
    extensionIds: (variables.EXTENSION_IDS ?? (isProduction ? "" : ownExtensionId))
      .split(",")
      .map((id) => id.trim())
      .filter((id) => id !== ""),
    host: HOST ?? (isProduction ? "0.0.0.0" : "127.0.0.1"),
    homepagePort: HOMEPAGE_PORT ?? beside(variables.PORT, 1),
    websocketPort: WEBSOCKET_PORT ?? beside(variables.PORT, 2),
  };
}
