import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { ServerEnvironment } from "#server/platform/runtime/environment.ts";

/** A running sandbox; its process ends with ours. */
interface Sandbox {
  readonly port: number;
  readonly child: ChildProcess;
}

/**
 * Starts a sandbox in a separate process and waits until it listens. Its stderr is passed on.
 * @throws Error with the sandbox's own line if it cannot start
 */
async function startSandbox(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Sandbox> {
  const child = spawn(process.execPath, [`sandbox/${name}/main.ts`, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  process.once("exit", () => child.kill("SIGTERM"));
  let said = "";
  const collect = (part: string) => (said += part);
  child.stderr.setEncoding("utf8").on("data", collect);
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, "line"), once(child, "close")]);
  const listening = /:(\d+)$/.exec(String(first[0]));
  if (listening === null) throw new Error(said.trim() || `the sandbox ${name} did not start`);
  process.stderr.write(said);
  child.stderr.off("data", collect).pipe(process.stderr);
  return { port: Number(listening[1]), child };
}

/**
 * Starts the sandbox marketplace.
 * @param port 0 for a free one
 * @throws Error of one line if it cannot start
 */
export function startMarketplace(port: number): Promise<Sandbox> {
  return startSandbox("marketplace", ["--port", String(port)]);
}

/** A server's settings with sandbox payments, and how to set the target of its webhooks. */
export interface SandboxPayments {
  readonly environment: ServerEnvironment;
  readonly port: number;
  /** Sets where the application listens: with PORT=0 that is known late. */
  deliverTo(applicationPort: number): Promise<void>;
}

/**
 * Starts the sandbox payment server and points our payment provider at it, with secrets of this start. It stores its customers and subscriptions in
 * the data folder, as the database stores ours. If Stripe is configured, or in production, nothing is started.
 * @returns null if nothing was started
 * @throws Error of one line if it cannot start
 */
export async function startPayments(environment: ServerEnvironment, port: number): Promise<SandboxPayments | null> {
  if (environment.STRIPE_SECRET_KEY !== undefined || environment.isProduction) return null;
  const settings = {
    STRIPE_SECRET_KEY: `sk_test_${randomBytes(18).toString("hex")}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(18).toString("hex")}`,
    STRIPE_PRICE_ID: "price_QuaysideProMonthly",
  };
  // By the environment and not by arguments, which show in a list of processes.
  const args = ["--port", String(port), "--state", join(environment.DATA_DIR, "payments.json")];
  const sandbox = await startSandbox("payments", args, settings);
  const origin = `http://127.0.0.1:${sandbox.port}`;
  return {
    environment: { ...environment, ...settings, STRIPE_API_BASE: origin },
    port: sandbox.port,
    async deliverTo(applicationPort) {
      const url = `http://127.0.0.1:${applicationPort}${apiPrefix}/api/subscription/payment-webhook`;
      const answer = await fetch(`${origin}/_control/webhook`, {
        method: "POST",
        headers: { "x-sandbox": "1", "content-type": "application/json" },
        body: JSON.stringify({ url }),
      });
      if (!answer.ok) throw new Error(`the sandbox payment server took no webhook address: ${answer.status}`);
    },
  };
}

/** A server's settings with sandbox carriers. */
interface SandboxCarriers {
  readonly environment: ServerEnvironment;
  readonly port: number;
}

const carrierBases = ["FOUR_PX_API_BASE", "YUNEXPRESS_API_BASE", "YANWEN_API_BASE"] as const;

/**
 * Starts the sandbox carriers and points the carriers at it that the environment does not name. If it names all, or in production, nothing is started. Its
 * shipments are stored in the data folder, as the database stores ours.
 * @returns null if nothing was started
 * @throws Error of one line if it cannot start
 */
export async function startCarriers(environment: ServerEnvironment, port: number): Promise<SandboxCarriers | null> {
  const unnamed = carrierBases.filter((name) => environment[name] === undefined);
  if (unnamed.length === 0 || environment.isProduction) return null;
  const state = join(environment.DATA_DIR, "carriers.jsonl");
  const sandbox = await startSandbox("carriers", ["--port", String(port), "--state", state]);
  const origin = `http://127.0.0.1:${sandbox.port}`;
  return { environment: { ...environment, ...Object.fromEntries(unnamed.map((name) => [name, origin])) }, port: sandbox.port };
}
