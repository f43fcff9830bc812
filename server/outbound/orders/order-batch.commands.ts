import type { z } from "zod";
import type { batchOutput, RefusedRow } from "#src/kit/api/batch.ts";
import type { Call, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { refuse } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implementBatch } from "#server/platform/http/context.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { getOrderScope } from "./order-scope.ts";
import type { OrderScope } from "./order-scope.ts";
import { listBatchOrders } from "./order-steps.commands.ts";

/** Orders of a set, which is one transaction: few enough that their locks are short, enough that statements are few. */
export const ordersInSet = 500;

/** A call over many orders: its input names them. */
export type OrdersCall = Call<z.ZodType<{ order_ids: string[] }>, typeof batchOutput>;

/**
 * Implements a call over many orders, set by set. Each set writes one row of the audit log with its orders.
 * @param isFit whether what else the input names belongs to these orders; if not, the whole call is refused as for an unknown order
 */
export function overOrders<C extends OrdersCall>(
  call: C,
  run: (scope: OrderScope, orderUuids: readonly string[], input: ParsedInputOf<C>) => Promise<readonly RefusedRow[]>,
  isFit: (input: ParsedInputOf<C>) => boolean = () => true,
): Implementation {
  return implementBatch<C, string>(call, {
    setSize: ordersInSet,
    plan: async (input, context) => {
      const scope = getOrderScope(context);
      return scope === null || !isFit(input) ? refuse("notFound") : listBatchOrders(scope, input.order_ids);
    },
    runSet: async (orderUuids, input, context) => {
      const scope = getOrderScope(context);
      if (scope === null) throw new Error("orders: a batch without a provider");
      const failed = await run(scope, orderUuids, input);
      const refused = new Set(failed.map(({ order_id }) => order_id));
      const done = orderUuids.filter((uuid) => !refused.has(uuid));
      const [only] = done;
      const { tx, ...request } = context;
      if (done.length > 0)
        await writeAudit(tx, request, {
          action: call.name,
          subjectType: "order",
          ...(done.length === 1 && only !== undefined ? { subjectUuid: only } : {}),
          detail: done.length === 1 ? {} : { orders: done },
        });
      return failed;
    },
  });
}
