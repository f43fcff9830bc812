import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { topUpRequestStatuses } from "#src/billing/wallet/top-up-request.machine.ts";
import { bagStatuses, manifestStatuses } from "#src/outbound/bagging/bagging.rules.ts";
import { exceptionStatuses } from "#src/outbound/exceptions/exceptions.machine.ts";
import { orderStatuses } from "#src/outbound/orders/orders.machine.ts";
import { fulfilmentStatuses, paymentStatuses } from "#src/outbound/orders/orders.rules.ts";
import { parcelStatuses } from "#src/outbound/packing/packing.rules.ts";
import { pickLineStatuses, pickTaskStatuses } from "#src/outbound/picking/picking.machine.ts";
import { returnStatuses } from "#src/outbound/returns/returns.machine.ts";
import { reviewStatuses } from "#src/outbound/review/review.rules.ts";
import { trackingStatuses, waybillStatuses } from "#src/outbound/waybills/waybills.rules.ts";
import { waveStatuses } from "#src/outbound/waves/waves.machine.ts";
import { subscriptionStatuses } from "#src/pro/subscription/subscription.machine.ts";
import { receiptStatuses } from "#src/warehouse/receipts/receipts.machine.ts";
import { stocktakeStatuses } from "#src/warehouse/stock/stocktake.machine.ts";

/** The states that buttons and calls know, by the constraint that has them in the database. */
const statesOf: Readonly<Record<string, readonly string[]>> = {
  bag_status_known: bagStatuses,
  exception_case_status_known: exceptionStatuses,
  manifest_status_known: manifestStatuses,
  order_review_status_known: reviewStatuses,
  parcel_status_known: parcelStatuses,
  pick_line_status_known: pickLineStatuses,
  pick_task_status_known: pickTaskStatuses,
  receipt_status_known: receiptStatuses,
  return_order_status_known: returnStatuses,
  sales_order_fulfilment_known: fulfilmentStatuses,
  sales_order_payment_known: paymentStatuses,
  sales_order_status_known: orderStatuses,
  stocktake_status_known: stocktakeStatuses,
  subscription_status_known: subscriptionStatuses,
  top_up_request_status_known: topUpRequestStatuses,
  wave_status_known: waveStatuses,
  waybill_status_known: waybillStatuses,
  waybill_tracking_known: trackingStatuses,
};

test.each(Object.entries(statesOf))("the database allows exactly the states that the code knows: %s", (constraint, states) => {
  const schema = readFileSync("server/platform/db/schema.sql", "utf8");
  const [, check = ""] = new RegExp(`CONSTRAINT ${constraint} CHECK \\((.*)\\)`).exec(schema) ?? [];
  const known = [...check.matchAll(/'(\w*)'::text/g)].map(([, state = ""]) => state);
  expect(known.toSorted()).toEqual(states.toSorted());
});
