import { readFileSync, rmSync } from "node:fs";
import { chmod, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLocalJWKSet, jwtVerify } from "jose";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { EntitlementAnswer } from "#src/pro/entitlement/entitlement.contract.ts";
import { tokenType } from "#src/pro/entitlement/entitlement.rules.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { openEntitlementKeys } from "#server/platform/runtime/entitlement-signer.ts";
import { openStripe } from "#server/integrations/payments/stripe-provider.ts";
import type { PaymentProvider } from "#server/integrations/payments/payment-provider.ts";
import { startSandboxPayments } from "#tests/factories/sandbox-payments.ts";
import type { Bench, Figure } from "./bench.ts";
import { atMost, note } from "./bench.ts";
import { paced } from "./paced.ts";
import type { PacedAnswer } from "./paced.ts";
import { activeSubscriptions, addProCustomer, buyPro, renewalOf } from "./pro-customers.ts";
import type { ProCustomer } from "./pro-customers.ts";
import { startServerProcess } from "./server-process.ts";
import { percentileMs } from "./server-round.ts";
import { watchMachine } from "./stillness.ts";

const perSecond = 200;
const loadSeconds = 20;
const warmUpSeconds = 3;
const customers = 200;
/** Customers who have Pro before the load; the others do not. */
const subscribed = 150;
/** How many lose Pro, and how many get it, in the middle of the load. */
const changing = 10;
/** Time limit for a device to learn of it (issue: Pro within 5 s of payment). */
const heardWithinMs = 5_000;
const changesPerSecond = 5;
/** Three payments or cancellations a second are a quarter of a million a day. */
const betweenEndsAndPaymentsMs = 300;
const setUpWithinMs = 120_000;

/** Returns the processor time used by a process in seconds (proc(5): utime and stime, in hundredths). */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return ((user ?? 0) + (system ?? 0)) / 100;
}

type Sandbox = Awaited<ReturnType<typeof startSandboxPayments>>;

interface Ground {
  readonly origin: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly database: Database;
  readonly payments: PaymentProvider;
  readonly sandbox: Sandbox;
  readonly everyone: readonly ProCustomer[];
  /** subscription ids by user */
  readonly subscriptions: ReadonlyMap<string, string>;
}

/** The truth about a customer: the plan before and after, and when it was changed at the provider, ms of `performance.now()`. */
interface Truth {
  readonly before: "free" | "pro";
  readonly after: "free" | "pro";
  changeBegunAt: number;
  changeDoneAt: number;
}

async function untilActive(database: Database, wanted: number): Promise<Map<string, string>> {
  for (const begun = performance.now(); performance.now() - begun < setUpWithinMs; await sleep(200)) {
    const active = await activeSubscriptions(database);
    if (active.size === wanted) return active;
  }
  throw new Error("bench: the webhooks of the first payments did not come to an end");
}

function truthsOf(count: number): Truth[] {
  return Array.from({ length: count }, (_none, at) => {
    const before = at < subscribed ? "pro" : "free";
    const after = at < changing ? "free" : at >= subscribed && at < subscribed + changing ? "pro" : before;
    return { before, after, changeBegunAt: Number.POSITIVE_INFINITY, changeDoneAt: Number.POSITIVE_INFINITY };
  });
}

/** In the middle of the load, some customers lose Pro at the provider and others pay for it. */
async function change({ everyone, payments, sandbox, subscriptions }: Ground, truths: readonly Truth[]): Promise<void> {
  for (const [at, truth] of truths.entries()) {
    const customer = everyone[at];
    if (truth.before === truth.after || customer === undefined) continue;
    truth.changeBegunAt = performance.now();
    if (truth.after === "pro") await buyPro(payments, sandbox.pay, customer);
    else await payments.cancelNow(subscriptions.get(customer.userUuid) ?? "");
    truth.changeDoneAt = performance.now();
    await sleep(betweenEndsAndPaymentsMs);
  }
}

/** Makes changes that keep the plan but send webhooks: cancel at period end, and resume. @returns how many */
async function stir({ everyone, payments, subscriptions }: Ground, signal: AbortSignal): Promise<number> {
  let changes = 0;
  const staying = everyone.slice(changing, subscribed);
  for (const begun = performance.now(); !signal.aborted; changes += 1) {
    const id = subscriptions.get(staying[changes % staying.length]?.userUuid ?? "") ?? "";
    await payments.setCancelAtPeriodEnd(id, Math.floor(changes / staying.length) % 2 === 0);
    const nextAt = begun + ((changes + 1) * 1000) / changesPerSecond;
    await sleep(Math.max(0, nextAt - performance.now()));
  }
  return changes;
}

/** Resends every third event so far, like a provider that got no answer. @returns how many */
async function repeat({ control }: Sandbox, signal: AbortSignal): Promise<number> {
  let repeated = 0;
  const events = await control.events();
  for (let at = 0; !signal.aborted && events.length > 0; at += 3, repeated += 1) {
    await control.redeliver(events[at % events.length]?.id ?? "");
    await sleep(100);
  }
  return repeated;
}

/** Returns true if an answer was right: the old plan until the change had time to arrive, the new one from when it began. */
function isTrue({ before, after, changeBegunAt, changeDoneAt }: Truth, plan: string, { sentAt, doneAt }: PacedAnswer): boolean {
  if (before === after) return plan === before;
  return plan === after ? doneAt >= changeBegunAt : plan === before && sentAt < changeDoneAt + heardWithinMs;
}

type Verify = (answer: EntitlementAnswer, customer: ProCustomer) => Promise<boolean>;

/** Verifies a token like the extension; no plan has no token. */
async function verifier({ dataDir }: Ground): Promise<Verify> {
  const { publicKeys } = openEntitlementKeys(dataDir, undefined);
  const keys = createLocalJWKSet({ keys: [...publicKeys] });
  return async ({ token, plan_id }, { deviceUuid, device }) => {
    if (token === null) return plan_id === "free";
    const { payload } = await jwtVerify(token, keys, { typ: tokenType, algorithms: ["Ed25519"], subject: deviceUuid });
    const bound = payload["cnf"] as { jkt?: string } | undefined;
    return plan_id === "pro" && bound?.jkt === device.thumbprint;
  };
}

/** Evaluates the answers: how many were wrong, and the longest delay until a device learned of a change, in s. */
async function judged(
  ground: Ground,
  answers: readonly PacedAnswer[],
  truths: readonly Truth[],
): Promise<{ wrong: number; heardS: number }> {
  const verify = await verifier(ground);
  const heard = new Map<Truth, number>();
  let wrong = 0;
  for (const [at, answer] of answers.entries()) {
    const [customer, truth] = [ground.everyone[at % customers], truths[at % customers]];
    if (customer === undefined || truth === undefined) throw new Error("bench: an answer of nobody's");
    const { code, data } = JSON.parse(answer.text) as { code: number; data: EntitlementAnswer };
    const isRight = code === 200 && isTrue(truth, data.plan_id, answer) && (await verify(data, customer));
    if (!isRight) wrong += 1;
    if (truth.before !== truth.after && data.plan_id === truth.after && !heard.has(truth))
      heard.set(truth, answer.doneAt - truth.changeDoneAt);
  }
  if (heard.size !== 2 * changing) throw new Error("bench: a device never heard of its new plan");
  return { wrong, heardS: Math.max(...heard.values()) / 1000 };
}

async function renewals(everyone: readonly ProCustomer[], seconds: number) {
  const count = seconds * perSecond;
  return Promise.all(
    Array.from({ length: count }, async (_none, at) => {
      const customer = everyone[at % everyone.length];
      if (customer === undefined) throw new Error("bench: nobody has a device");
      return renewalOf(customer);
    }),
  );
}

async function figuresOf(ground: Ground): Promise<Figure[]> {
  const { origin, pid, everyone, sandbox } = ground;
  const truths = truthsOf(everyone.length);
  const [warmUp, load] = [await renewals(everyone, warmUpSeconds), await renewals(everyone, loadSeconds)];
  await paced(origin, warmUp, perSecond);
  const over = new AbortController();
  const [begun, usedBefore, oursBefore] = [performance.now(), processorSeconds(pid), processorSeconds(process.pid)];
  const stirring = stir(ground, over.signal);
  const repeating = repeat(sandbox, over.signal);
  const changed = sleep((loadSeconds * 1000) / 3).then(() => change(ground, truths));
  const machine = watchMachine();
  const answers = await paced(origin, load, perSecond);
  const stoodStillMs = await machine();
  const seconds = (performance.now() - begun) / 1000;
  const [used, ours] = [processorSeconds(pid) - usedBefore, processorSeconds(process.pid) - oursBefore];
  over.abort();
  const [changes, repeated] = [await stirring, await repeating];
  await changed;
  const round = { timesMs: answers.map(({ dueAt, doneAt }) => doneAt - dueAt), seconds };
  const late = { timesMs: answers.map(({ dueAt, sentAt }) => sentAt - dueAt), seconds };
  const { wrong, heardS } = await judged(ground, answers, truths);
  return [
    atMost("renewals, p99 from when each was due", percentileMs(round, 99), 50, "ms"),
    atMost("wrong answers", wrong, 0, "of them"),
    atMost("the longest until a device that asks each second heard of a payment or an end", heardS, heardWithinMs / 1000, "s"),
    note("renewals", answers.length / seconds, "a second"),
    note("renewals, p50", percentileMs(round, 50), "ms"),
    note("renewals, the slowest", Math.max(...round.timesMs), "ms"),
    note("of that, sent late by the bench itself, p99", percentileMs(late, 99), "ms"),
    note("a process that only waits was late by at most", stoodStillMs, "ms"),
    note("processors that the server kept busy", used / seconds, "of 2"),
    note("processors that the bench and its sandbox kept busy", ours / seconds, "of 2"),
    note("webhooks of changes meanwhile", changes / seconds, "a second"),
    note("webhooks that came once more", repeated / seconds, "a second"),
  ];
}

/** Creates customers with devices and subscriptions through the sandbox's payments and webhooks. */
async function settle(ground: Omit<Ground, "everyone" | "subscriptions">): Promise<Ground> {
  const { database, payments, sandbox } = ground;
  const everyone: ProCustomer[] = [];
  for (let number = 0; number < customers; number += 1) everyone.push(await addProCustomer(database, payments, number));
  for (const customer of everyone.slice(0, subscribed)) await buyPro(payments, sandbox.pay, customer);
  const subscriptions = await untilActive(database, subscribed);
  await sandbox.control.idle();
  return { ...ground, everyone, subscriptions };
}

/** Creates a data folder for this bench; removed when the run ends in any way. */
async function freshDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "quayside-bench-"));
  // PostgreSQL does not run as root, so its user needs access.
  await chmod(dataDir, 0o711);
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/**
 * 200 devices make 200 renewals a second against a real server process that handles webhooks at the same time: subscriptions change,
 * begin and end at the sandbox payment provider. Each answer's token is verified, and its plan compared with the truth there.
 */
export const proRenewals: Bench = {
  name: "renewals",
  async run(): Promise<Figure[]> {
    const dataDir = await freshDataDir();
    const undo: (() => Promise<unknown>)[] = [];
    try {
      const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
      undo.push(postgres.stop);
      const cluster = await readFile(join(dataDir, "postgres.place"), "utf8").catch(() => "");
      if (cluster !== "") process.once("exit", () => rmSync(cluster.trim(), { recursive: true, force: true }));
      const sandbox = await startSandboxPayments();
      undo.push(sandbox.stop);
      const { secretKey, webhookSecret, priceId } = sandbox;
      const server = await startServerProcess("all", dataDir, {
        DATABASE_URL: postgres.ownerUrl,
        APP_DATABASE_URL: postgres.appUrl,
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_PRICE_ID: priceId,
        STRIPE_API_BASE: sandbox.origin,
      });
      undo.push(server.stop);
      await sandbox.control.setWebhookUrl(`${server.origin}${apiPrefix}/api/subscription/payment-webhook`);
      const database = openDatabase(postgres.appUrl, { connections: 4 });
      undo.push(database.close);
      const payments = openStripe({ secretKey, webhookSecrets: [webhookSecret], priceId, apiBase: sandbox.origin });
      const figures = await figuresOf(await settle({ origin: server.origin, pid: server.pid, dataDir, database, payments, sandbox }));
      return [...figures, note("resident memory of the server after all of it", server.residentMb(), "MB")];
    } finally {
      for (const step of undo.toReversed()) await step();
    }
  },
};
