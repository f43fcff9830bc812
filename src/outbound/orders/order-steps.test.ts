import { expect, test } from "vitest";
import { mostInBatch } from "#src/kit/api/batch.ts";
import type { Client } from "#src/kit/api/client.ts";
import { dayMs } from "#src/kit/lib/days.ts";
import { delaySchema, takeStep } from "./order-steps.ts";

const client: Client = {
  call: () => Promise.reject(new Error("the step is sent by the function that is given")),
  file: () => Promise.reject(new Error("the step is sent by the function that is given")),
};
const message = { en_us: "Refused", zh_cn: "已拒绝" };
const order = (at: number) => ({ order_uuid: `uuid ${at}`, order_number: `SO-${at}`, holds: [], priority: 0, version: 1 });

test("a step over more orders than a call takes is several calls, whose refused orders are named by number", async () => {
  const orders = Array.from({ length: mostInBatch + 3 }, (_, at) => order(at));
  const sizes: number[] = [];
  const result = await takeStep(client, orders, async (_client, uuids) => {
    sizes.push(uuids.length);
    return { done: uuids.length - 1, failed: [{ order_id: uuids[0] ?? "", code: 3206, message }] };
  });
  expect(sizes).toEqual([mostInBatch, 3]);
  expect(result).toEqual({
    done: mostInBatch + 1,
    failed: [
      { id: "uuid 0", label: "SO-0", message },
      { id: `uuid ${mostInBatch}`, label: `SO-${mostInBatch}`, message },
    ],
  });
});

test("the form of a delay refuses a time that is over, or more than a year away, at its field", () => {
  const check = (days: number) => {
    const until = new Date(Date.now() + days * dayMs).toISOString();
    return delaySchema.safeParse({ until }).error?.issues.map(({ path, message: text }) => [path.join("."), text]);
  };
  expect(check(1)).toBeUndefined();
  expect(check(-1)).toEqual([["until", "orders.delayPast"]]);
  expect(check(400)).toEqual([["until", "orders.delayTooLong"]]);
});
