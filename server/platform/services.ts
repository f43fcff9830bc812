import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "./runtime/clock.ts";
import type { Database } from "./db/database.ts";
import type { FileStore } from "./files/store.ts";
import type { JobQueue } from "./jobs/job-queue.ts";
import type { Mailer } from "./mailer/mailer.ts";
import type { EntitlementKeys } from "./runtime/entitlement-signer.ts";
import type { OpenCarrier } from "#server/integrations/carriers/carrier.ts";
import type { PaymentProvider } from "#server/integrations/payments/payment-provider.ts";
import type { Acting, Tx } from "./db/row-security.ts";
import type { Secrets } from "./runtime/secrets.ts";
import type { SlowWork } from "./runtime/slow-work.ts";

/** A step that was taken with an order, for those who follow orders without the orders knowing them. */
export interface TakenStep {
  readonly order_uuid: string;
  readonly owner_uuid: string;
  readonly warehouse_uuid: string | null;
  readonly event: string;
  readonly status: string;
  readonly holdsBefore: readonly string[];
  readonly holds: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Who took steps, in which transaction, and when. */
export interface StepScope {
  readonly tx: Tx;
  readonly acting: Acting;
  readonly providerUuid: string;
  /** the calling retailer; null for staff and the system */
  readonly retailerUuid: string | null;
  /** null for the system */
  readonly userUuid: string | null;
  readonly now: Date;
}

/** A parcel with a weight, which is locked with its order. */
export interface WeighedParcel {
  readonly parcel_uuid: string;
  readonly parcel_number: string;
  /** of its order; null if it has none */
  readonly channel_uuid: string | null;
}

/**
 * What a change in one slice sets off in another above it, which the lower one does not know. Each works in the given transaction, or enqueues a job in it:
 * both are committed, or neither. `server/follow-ups.ts` lists what they do.
 */
export interface FollowUps {
  /** steps were taken with orders, which the transaction has locked */
  ordersStepped(scope: StepScope, steps: readonly TakenStep[]): Promise<void>;
  /** parcels have a weight that carriers can be told, measured or expected; the transaction has locked them with their orders */
  parcelsNeedWaybills(scope: StepScope, parcels: readonly WeighedParcel[]): Promise<void>;
  /** the last piece of an order came to its slot of a sort wall; the transaction has locked the order */
  orderSorted(scope: StepScope, orderUuid: string): Promise<void>;
  /** pieces of these SKUs can be reserved that could not before */
  stockFreed(tx: Tx, providerUuid: string, variantUuids: readonly string[]): Promise<void>;
  /** SKUs are merged into another, which nothing is reserved of yet: what names them names the other from now on */
  variantsMerged(tx: Tx, providerUuid: string, fromUuids: readonly string[], intoUuid: string): Promise<void>;
  /** a retailer can spend more: its balance or credit limit went up, or its open orders cost less */
  creditRaised(tx: Tx, providerUuid: string, retailerUuid: string): Promise<void>;
  /** orders that nothing else holds back wait for their stock until a time */
  ordersDelayed(tx: Tx, providerUuid: string, until: Date): Promise<void>;
}

/** What the server's slices work with: created once at the start, passed to each call and job. */
export interface Services {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly entitlementKeys: EntitlementKeys;
  /** null if none is configured: nothing can be bought */
  readonly payments: PaymentProvider | null;
  /** opens an account with a carrier */
  readonly openCarrier: OpenCarrier;
  readonly files: FileStore;
  readonly jobs: JobQueue;
  readonly followUps: FollowUps;
  readonly mailer: Mailer;
  readonly slowWork: SlowWork;
  readonly log: FastifyBaseLogger;
  /** the port that serves the home page; null if it has no port of its own */
  homepagePort(): number | null;
}
