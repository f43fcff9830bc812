import fc from "fast-check";
import { sql } from "kysely";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { chargeByHand, reverseChargeEntry } from "#server/billing/wallet/charges.commands.ts";
import { addTopUp, reverseTopUpEntry } from "#server/billing/wallet/top-ups.commands.ts";
import type { WalletScope } from "#server/billing/wallet/wallet-scope.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { addMonths, getMonthAt, getMonthSpan } from "#src/billing/statements/months.rules.ts";

/* What people do with wallets, drawn at random and performed by the real commands. Each act is a day after the previous one. */

/** A run's wallets, and everything entered into them, by any connection. */
export interface Purse {
  readonly providerUuid: string;
  readonly userUuid: string;
  readonly retailers: readonly string[];
  readonly topUps: string[];
  readonly charges: string[];
}

/** An act; `pick` selects an earlier entry. */
export type WalletAct =
  | { readonly kind: "topUp"; readonly retailer: number; readonly cents: number; readonly reference: string }
  | { readonly kind: "charge"; readonly retailer: number; readonly cents: number }
  | { readonly kind: "reverseTopUp" | "reverseCharge"; readonly pick: number }
  | { readonly kind: "issue"; readonly retailer: number };

/** The result of an act, and its effect on balances. */
export interface WalletOutcome {
  readonly said: string;
  readonly change: number;
}

const retailer = fc.nat({ max: 1 });
const cents = fc.integer({ min: 1, max: 1_000_000 });
const pick = fc.nat({ max: 1000 });

/** Any act. Few references, so that some are taken; more is entered than reversed. */
export const anyWalletAct: fc.Arbitrary<WalletAct> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("topUp"), retailer, cents, reference: fc.constantFrom("", "TT-1", "TT-2", "tt-2") }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("charge"),
      retailer,
      cents: fc.oneof(
        cents,
        cents.map((value) => -value),
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("reverseTopUp", "reverseCharge"), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("issue"), retailer }) },
);

class Refused extends Error {}

/** Returns the value, or throws the refusal to roll the transaction back, like a request's. */
function taken<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Refused(result.problem);
  return result.value;
}

/** Issues the statement of the month before the act's. */
async function issue({ tx, providerUuid, now }: WalletScope, retailerUuid: string): Promise<void> {
  const month = addMonths(getMonthAt(now, "UTC"), -1);
  const { from, to } = getMonthSpan(month, "UTC");
  const uuid = newId();
  await sql`select issue_statement(${providerUuid}, ${retailerUuid}, ${`${month}-01`}, ${from}, ${to}, ${`S-${uuid}`}, ${uuid}, ${now})`.execute(
    tx,
  );
}

async function does(scope: WalletScope, purse: Purse, act: WalletAct): Promise<number> {
  const { retailers, topUps, charges } = purse;
  const retailer_uuid = "retailer" in act ? (retailers[act.retailer] ?? "") : "";
  const day = scope.now.toISOString().slice(0, 10);
  switch (act.kind) {
    case "topUp": {
      const payment = { amount_cents: act.cents, method: "bank", reference: act.reference, received_on: day, remark: "" } as const;
      const { top_up_uuid } = taken(await addTopUp(scope, { retailer_uuid, ...payment }));
      topUps.push(top_up_uuid);
      return act.cents;
    }
    case "charge": {
      const { charge_uuid } = taken(
        await chargeByHand(scope, { retailer_uuid, kind: "other", amount_cents: act.cents, day, remark: "By chance" }),
      );
      charges.push(charge_uuid);
      return -act.cents;
    }
    case "reverseTopUp":
      return -taken(await reverseTopUpEntry(scope, topUps[act.pick % topUps.length] ?? newId(), "By chance")).amountCents;
    case "reverseCharge":
      return taken(await reverseChargeEntry(scope, charges[act.pick % charges.length] ?? newId(), "By chance")).amountCents;
    case "issue":
      await issue(scope, retailer_uuid);
      return 0;
  }
}

/** Performs an act in a transaction as the provider. */
export async function doWalletAct(database: Database, purse: Purse, act: WalletAct, now: Date): Promise<WalletOutcome> {
  const { providerUuid, userUuid } = purse;
  const acting = { kind: "provider", providerUuid, userUuid } as const;
  const work = (tx: Tx) => does({ tx, providerUuid, retailerUuid: null, userUuid, acting, now }, purse, act);
  try {
    return { said: "done", change: await database.transaction(acting, work) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { said: error.message, change: 0 };
  }
}
