import { z } from "zod";
import { platform } from "#server/platform/db/row-security.ts";
import { defineJob } from "#server/platform/jobs/job-queue.ts";
import { attemptEach, workOn } from "#server/platform/jobs/worker.ts";
import type { JobContext, JobWorker } from "#server/platform/jobs/worker.ts";
import { closeLedger } from "#server/warehouse/stock/close-ledger.commands.ts";
import { listChargingProviders, listDueDays, listWarehouseUuids } from "./charging-days.queries.ts";
import type { EndedDay } from "./charging-days.queries.ts";
import { chargeDay, getChargingActor } from "./post-day-charges.commands.ts";
import type { LeftOut } from "./post-day-charges.commands.ts";

/** Charges finished days: of every provider, scheduled each hour (jobs/queue-schedules.ts), or of one on request. */
export const chargeJob = defineJob({ name: "wallet.charge", input: z.strictObject({ provider_uuid: z.uuid().optional() }) });

const words = {
  noPrices: "wallet: a retailer was not charged: its rate card has no prices for that day",
  otherCurrency: "wallet: a retailer was not charged: its wallet and its rate card have different currencies",
  beyondMeasure: "wallet: a retailer was not charged for something: the amount exceeds the maximum of one charge",
} as const satisfies Record<LeftOut["why"], string>;

/** Charging attempts by warehouse: after a failure, the warehouse with all its later days is left to the next hour. */
class Attempts {
  readonly failures: unknown[] = [];
  readonly #failed = new Set<string>();
  readonly #context: JobContext;
  readonly #providerUuid: string;

  constructor(context: JobContext, providerUuid: string) {
    this.#context = context;
    this.#providerUuid = providerUuid;
  }

  /** @returns the result of the work; undefined if it failed, or something failed before */
  async at<T>(warehouseUuid: string, work: () => Promise<T>): Promise<T | undefined> {
    const { services, signal } = this.#context;
    signal.throwIfAborted();
    if (this.#failed.has(warehouseUuid)) return undefined;
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      this.#failed.add(warehouseUuid);
      this.failures.push(error);
      services.log.error({ err: error, providerUuid: this.#providerUuid, warehouseUuid }, "wallet: charging a warehouse's days failed");
      return undefined;
    }
  }
}

/** Lists the due days of all warehouses in the order in which they ended, which matters for monthly tiers. The ledger is closed for them. */
async function listDueDaysOfAll(
  { services: { database, clock }, signal }: JobContext,
  providerUuid: string,
  attempts: Attempts,
): Promise<EndedDay[]> {
  const acting = getChargingActor(providerUuid);
  const now = clock.now();
  const days: EndedDay[] = [];
  for (const warehouseUuid of await database.transaction(acting, (tx) => listWarehouseUuids(tx, providerUuid))) {
    const due = await attempts.at(warehouseUuid, async () => {
      const found = await database.transaction(acting, (tx) => listDueDays(tx, providerUuid, warehouseUuid, now));
      const last = found.at(-1);
      if (last !== undefined) await closeLedger(database, { providerUuid, warehouseUuid, until: last.until }, { signal });
      return found;
    });
    days.push(...(due ?? []));
  }
  // Sorting is stable: days that ended together keep the order of the warehouses.
  return days.toSorted((a, b) => a.until.getTime() - b.until.getTime());
}

/**
 * Charges a provider's days, oldest first, each in its own transaction, so that finished days are retained.
 * @returns the failures
 */
async function chargeProvider(context: JobContext, providerUuid: string): Promise<readonly unknown[]> {
  const { database, clock, log } = context.services;
  const attempts = new Attempts(context, providerUuid);
  const notified = new Set<string>();
  let [dayCount, chargeCount] = [0, 0];
  for (const day of await listDueDaysOfAll(context, providerUuid, attempts)) {
    const charged = await attempts.at(day.warehouse_uuid, () =>
      database.transaction(getChargingActor(providerUuid), (tx) => chargeDay(tx, providerUuid, day, clock.now())),
    );
    for (const { retailerUuid, why } of charged?.leftOut ?? []) {
      if (notified.has(`${retailerUuid} ${why}`)) continue;
      notified.add(`${retailerUuid} ${why}`);
      log.warn({ providerUuid, retailerUuid, day: day.day }, words[why]);
    }
    dayCount += typeof charged?.chargeCount === "number" ? 1 : 0;
    chargeCount += charged?.chargeCount ?? 0;
  }
  if (dayCount > 0) log.info({ providerUuid, dayCount, chargeCount }, "wallet: days charged");
  return attempts.failures;
}

const chargeWorker = workOn(chargeJob, async ({ provider_uuid }, context) => {
  const { services, signal, finish } = context;
  const providers = provider_uuid === undefined ? await services.database.transaction(platform, listChargingProviders) : [provider_uuid];
  const failures: unknown[] = [];
  const failedProviders = await attemptEach(
    providers,
    signal,
    async (providerUuid) => failures.push(...(await chargeProvider(context, providerUuid))),
    (error, providerUuid) => services.log.error({ err: error, providerUuid }, "wallet: charging a provider's days failed"),
  );
  failures.push(...failedProviders);
  if (failures.length > 0) throw new AggregateError(failures, "wallet: charging days failed for some providers");
  await finish(async () => undefined);
});

export const walletJobs: readonly JobWorker[] = [chargeWorker];
