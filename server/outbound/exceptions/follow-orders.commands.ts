import type { OrderEvent } from "#src/outbound/orders/orders.machine.ts";
import type { ExceptionType, Resolution } from "#src/outbound/exceptions/exceptions.rules.ts";
import type { StepScope, TakenStep } from "#server/platform/services.ts";
import { asPlatform } from "../orders/order-scope.ts";
import { lockUnresolved, openCases, saveCases } from "./exception-case.commands.ts";
import type { CasePieces, NewCase } from "./exception-case.commands.ts";

function isStep({ event }: TakenStep, wanted: OrderEvent): boolean {
  return event === wanted;
}

function toPieces(detail: TakenStep["detail"]): CasePieces | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `reportShort` writes it, from the type itself
  return detail["pieces"] as CasePieces | undefined;
}

/** Damaged pieces exist, and somebody must decide about them. */
function getShortType(pieces: CasePieces | undefined): "short" | "damaged" {
  return pieces?.reason === "damaged" ? "damaged" : "short";
}

/** Lists the exceptions that a step opens: pieces that were not found or are damaged, an address that holds an order back, and a wish to cancel. */
function listOpened(step: TakenStep, byRetailer: boolean): NewCase[] {
  const { order_uuid, owner_uuid, warehouse_uuid, holds, holdsBefore, detail } = step;
  const reason = typeof detail["reason"] === "string" ? detail["reason"] : "";
  const of = { order_uuid, owner_uuid, warehouse_uuid, reason, byRetailer };
  const gained = (hold: string): boolean => holds.includes(hold) && !holdsBefore.includes(hold);
  const pieces = toPieces(detail);
  return [
    ...(isStep(step, "pick_short") ? [{ ...of, type: getShortType(pieces), ...(pieces === undefined ? {} : { pieces }) }] : []),
    ...(gained("address") ? [{ ...of, type: "address" as const }] : []),
    ...(gained("cancel") ? [{ ...of, type: "cancelled" as const }] : []),
  ];
}

/** The types that an order's end resolves. */
const typesOfOrder = ["short", "damaged", "address", "cancelled", "weight_variance", "label_failed", "channel_refused"] as const;

/** Returns how a step resolves the exceptions of its order, by type. */
function getResolutions(step: TakenStep): Partial<Record<ExceptionType, Resolution>> {
  const { status, holds, holdsBefore } = step;
  const whole = { cancelled: "order_cancelled", draft: "order_returned", merged: "order_merged" } as const;
  const ended = status === "cancelled" || status === "draft" || status === "merged" ? whole[status] : null;
  if (ended !== null) return Object.fromEntries(typesOfOrder.map((type) => [type, ended]));
  const lost = (hold: string): boolean => holdsBefore.includes(hold) && !holds.includes(hold);
  return {
    // Damaged pieces still exist: people decide about them.
    ...(isStep(step, "allocate") ? { short: "reallocated" } : {}),
    ...(isStep(step, "reopen_packing") ? { weight_variance: "repacked" } : {}),
    ...(isStep(step, "finish_weighing") ? { weight_variance: "other" } : {}),
    ...(isStep(step, "change_channel") ? { label_failed: "relabelled", channel_refused: "relabelled" } : {}),
    ...(lost("address") ? { address: "address_confirmed" } : {}),
    ...(lost("cancel") ? { cancelled: "cancel_rejected" } : {}),
  };
}

/** Opens and resolves the exceptions that follow from steps of orders. */
export async function followOrders(scope: StepScope, steps: readonly TakenStep[]): Promise<void> {
  const byRetailer = scope.retailerUuid !== null;
  const ends = new Map(
    steps.flatMap((step) => {
      const resolutions = getResolutions(step);
      return Object.keys(resolutions).length === 0 ? [] : [[step.order_uuid, { resolutions, detail: step.detail }] as const];
    }),
  );
  if (ends.size > 0) {
    const cases = await asPlatform(scope, () => lockUnresolved(scope, [...ends.keys()]));
    const resolved = cases.flatMap((of) => {
      const end = ends.get(of.order_uuid ?? "");
      const resolution = end?.resolutions[of.type];
      if (end === undefined || resolution === undefined) return [];
      const reason = end.detail["reason"];
      const set = { status: "resolved", resolution, resolved_at: scope.now } as const;
      return [{ of, change: { event: "resolve", set, byRetailer, message: typeof reason === "string" ? reason : "" } as const }];
    });
    if (resolved.length > 0) await saveCases(scope, resolved);
  }
  await openCases(
    scope,
    steps.flatMap((step) => listOpened(step, byRetailer)),
  );
}
