import { z } from "zod";
import type { BatchOutput } from "#src/kit/api/batch.ts";
import { mostInBatch } from "#src/kit/api/batch.ts";
import type { Client } from "#src/kit/api/client.ts";
import { ruled } from "#src/kit/api/define-call.ts";
import type { BatchResult } from "#src/kit/ui/list/list-definition.ts";
import type { OrderRow } from "./orders.contract.ts";
import { getDelayRefusal } from "./orders.rules.ts";

/** Orders that a step is taken with. */
export type StepOrder = Pick<OrderRow, "order_uuid" | "order_number" | "holds" | "priority" | "version">;

/** Takes a step with some orders in one call. */
export type SendStep = (client: Client, orderUuids: string[]) => Promise<BatchOutput>;

/**
 * Takes a step with any number of orders, `mostInBatch` in each call.
 * @returns how many it was taken with, and each refused order with its number and the reason
 * @throws CallProblem if a whole call failed
 */
export async function takeStep(client: Client, orders: readonly StepOrder[], send: SendStep): Promise<BatchResult> {
  const numbers = new Map(orders.map(({ order_uuid, order_number }) => [order_uuid, order_number]));
  const failed: BatchResult["failed"][number][] = [];
  let done = 0;
  for (let start = 0; start < orders.length; start += mostInBatch) {
    const part = orders.slice(start, start + mostInBatch);
    const answer = await send(
      client,
      part.map(({ order_uuid }) => order_uuid),
    );
    done += answer.done;
    for (const { order_id, message } of answer.failed) failed.push({ id: order_id, label: numbers.get(order_id) ?? "", message });
  }
  return { done, failed };
}

/** What the form of a delay checks. The server refuses the same times; refused here, the dialog stays open with what was typed. */
export const delaySchema = z.object({
  until: ruled(z.iso.datetime({ local: true, offset: true }), (until) => getDelayRefusal(new Date(until), new Date())),
});

/** A step that needs an answer first: a reason, a hold, a time, a priority, a channel or a declaration. */
export type AskedStep =
  | "return"
  | "cancel"
  | "request_cancel"
  | "reject_cancel"
  | "hold"
  | "release_hold"
  | "delay"
  | "prioritize"
  | "change_channel"
  | "declare"
  | "receive";

/** A step that was chosen, and the orders it is for. */
export interface StepRequest {
  readonly step: AskedStep;
  readonly orders: readonly StepOrder[];
}
