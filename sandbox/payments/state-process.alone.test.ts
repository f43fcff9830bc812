import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

const keys = { STRIPE_SECRET_KEY: "sk_test_of_this_test", STRIPE_WEBHOOK_SECRET: "whsec_of_this_test", STRIPE_PRICE_ID: "price_Test" };

/** A process of the sandbox, and what it said on stderr. */
interface Process {
  stripe: Stripe;
  said(): string;
  end(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<void>;
}

/** for a busy machine; seconds are not what is tested */
const patient = { timeout: 20_000 };

let folder: string;
let path: string;
let count = 0;
const launched: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quayside-payments-"));
});
beforeEach(() => {
  count += 1;
  path = join(folder, String(count), "payments.json");
});
// Those that a failed test has left.
afterEach(() => {
  for (const child of launched.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function launch(at: string) {
  const child = spawn(process.execPath, ["sandbox/payments/main.ts", "--port", "0", "--state", at], {
    env: { PATH: process.env["PATH"], NODE_ENV: "test", ...keys },
    stdio: ["ignore", "pipe", "pipe"],
  });
  launched.push(child);
  return child;
}

async function start(at = path): Promise<Process> {
  const child = launch(at);
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += part.toString("utf8")));
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const port = Number(/:(\d+)$/.exec(line)?.[1]);
  return {
    stripe: new Stripe(keys.STRIPE_SECRET_KEY, { host: "127.0.0.1", port, protocol: "http" }),
    said: () => said,
    end: async (signal) => {
      child.kill(signal);
      await once(child, "close");
    },
  };
}

/** What a start with that file says, and whom it knows; then it ends. */
async function startedWith(at = path): Promise<{ said: string; customers: number }> {
  const started = await start(at);
  const customers = await started.stripe.events.list({ type: "customer.created" });
  await started.end("SIGTERM");
  return { said: started.said(), customers: customers.data.length };
}

describe("the state file of a process", () => {
  it("is written on SIGTERM and SIGINT", async () => {
    const stopBy = async (signal: "SIGTERM" | "SIGINT"): Promise<void> => {
      const at = `${path}-${signal}`;
      const { stripe, end } = await start(at);
      await stripe.customers.create({});
      await end(signal);
      expect(await startedWith(at)).toEqual({ said: "", customers: 1 });
    };
    await Promise.all([stopBy("SIGTERM"), stopBy("SIGINT")]);
  });

  it("is also written soon after a change, and survives a killed process", async () => {
    const { stripe, end } = await start();
    const { id } = await stripe.customers.create({});
    await expect.poll(() => readFile(path, "utf8").catch(() => ""), patient).toContain(id);
    await end("SIGKILL");
    expect(await startedWith()).toEqual({ said: "", customers: 1 });
  });

  it("prevents the start if it cannot be opened, because it may be intact", async () => {
    await mkdir(path, { recursive: true });
    const child = launch(path);
    let said = "";
    child.stderr.on("data", (part: Buffer) => (said += part.toString("utf8")));
    expect(await once(child, "close")).toEqual([1, null]);
    expect(said).toBe(`payments: the state ${path} cannot be read (EISDIR)\n`);
  });

  it("is retried if it cannot be written, while the sandbox keeps running", async () => {
    const { stripe, end, said } = await start();
    await rm(join(path, ".."), { recursive: true });
    await stripe.customers.create({});
    await expect.poll(said, patient).toBe(`payments: the state cannot be written to ${path} (ENOENT)\n`);
    await stripe.customers.create({});
    await mkdir(join(path, ".."));
    await expect.poll(() => readFile(path, "utf8").catch(() => ""), patient).toContain("cus_");
    await end("SIGKILL");
    expect(await startedWith()).toEqual({ said: "", customers: 2 });
  });
});
