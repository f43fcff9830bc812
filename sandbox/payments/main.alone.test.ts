import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";

const keys = {
  STRIPE_SECRET_KEY: "sk_test_from_environment",
  STRIPE_WEBHOOK_SECRET: "whsec_from_environment",
  STRIPE_PRICE_ID: "price_Test",
};

function start(args: string[], environment: Record<string, string>) {
  return spawn(process.execPath, ["sandbox/payments/main.ts", ...args], {
    env: { PATH: process.env["PATH"], NODE_ENV: "test", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** How a start ended: its code and what it said. */
async function ended(args: string[], environment: Record<string, string>): Promise<{ code: unknown; said: string }> {
  const child = start(args, environment);
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += part.toString("utf8")));
  const [code] = (await once(child, "close")) as unknown[];
  return { code, said };
}

describe("the sandbox process", () => {
  it("prints its port in the first line, takes its secrets from the environment, and stops on SIGTERM", async () => {
    const child = start(["--port", "0"], keys);
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const port = Number(/^payments: http:\/\/127\.0\.0\.1:(\d+)$/.exec(line)?.[1]);
    const stripe = new Stripe(keys.STRIPE_SECRET_KEY, { host: "127.0.0.1", port, protocol: "http" });
    expect((await stripe.prices.retrieve("price_Test")).unit_amount).toBe(888);
    const inUse = await ended(["--port", String(port)], keys);
    expect(inUse).toEqual({
      code: 1,
      said: `payments: port ${port} is in use; choose another by --port, or PAYMENTS_PORT for npm start\n`,
    });
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("does not start without secrets, with a webhook on another machine, or in production", async () => {
    const ends = await Promise.all([
      ended(["--port", "0"], {}),
      ended(["--port", "0", "--webhook-url", "https://example.com/hook"], keys),
      ended(["--port", "0", "--what"], keys),
      ended(["--port", "0"], { ...keys, NODE_ENV: "production" }),
    ]);
    expect(ends.map((end) => end.code)).toEqual([1, 1, 1, 1]);
    expect(ends.map((end) => end.said).join("")).not.toContain("from_environment");
  });
});
