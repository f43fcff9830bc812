import { expect, test } from "vitest";
import { CallProblem } from "#src/kit/api/client.ts";
import type { Client } from "#src/kit/api/client.ts";
import { StationQueue } from "./print-at-station.ts";
import type { WaybillRow } from "./waybills.contract.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the queue reads nothing else of a row
const row = (uuid: string) => ({ waybill_uuid: uuid, parcel_number: `P-${uuid}` }) as WaybillRow;

/** A client whose calls fail with these problems, one after the other, and are answered then. */
function failingClient(problems: readonly CallProblem[]) {
  const left = [...problems];
  const calls: { readonly input: unknown; readonly key: string | undefined }[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a station makes no other call
  const client = {
    async call(_call: unknown, input: unknown, options?: { readonly idempotencyKey?: string }) {
      calls.push({ input, key: options?.idempotencyKey });
      const problem = left.shift();
      if (problem !== undefined) throw problem;
      return { done: 1, failed: [], files: [] };
    },
  } as unknown as Client;
  return { client, calls };
}

test("a print whose answer was lost is asked for again with the same labels and key, and what arrives meanwhile comes after it", async () => {
  const { client, calls } = failingClient([new CallProblem("timeout", 0, null)]);
  const queue = new StationQueue();
  queue.add([row("1")]);
  expect(await queue.work(client, "Labels")).toBe(false);
  queue.add([row("1"), row("2")]);
  expect(await queue.work(client, "Labels")).toBe(true);
  const [lost, again, next] = calls;
  expect(again).toEqual(lost);
  expect(again?.key).toBeTypeOf("string");
  expect(next?.input).toMatchObject({ waybill_uuids: ["2"] });
  expect(next?.key).not.toBe(again?.key);
  expect(calls).toHaveLength(3);
});
