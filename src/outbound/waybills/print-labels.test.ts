import { expect, test } from "vitest";
import { CallProblem } from "#src/kit/api/client.ts";
import type { Client } from "#src/kit/api/client.ts";
import { envelope } from "#src/kit/api/envelope.ts";
import { countPrint } from "./print-labels.ts";
import type { WaybillRow } from "./waybills.contract.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of a row is read
const rows = [{ waybill_uuid: "1", parcel_number: "P-1" }] as WaybillRow[];

test("a print that somebody asks for again after its answer was lost has the same key, and a new one once it is answered", async () => {
  const problems = [new CallProblem("timeout", 0, null), null, new CallProblem("refusal", 200, envelope("waybills.noLabel", null)), null];
  const sent: (string | undefined)[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a print makes no other call
  const client = {
    async call(_call: unknown, _input: unknown, options?: { readonly idempotencyKey?: string }) {
      sent.push(options?.idempotencyKey);
      const problem = problems.shift() ?? null;
      if (problem !== null) throw problem;
      return { done: 1, failed: [], files: [] };
    },
  } as unknown as Client;
  for (const isDone of [false, true, false, true]) {
    const printed = countPrint(client, rows, "");
    await (isDone ? expect(printed).resolves.toMatchObject({ done: 1 }) : expect(printed).rejects.toBeInstanceOf(CallProblem));
  }
  const [lost, again, refused, last] = sent;
  expect(again).toBe(lost);
  expect(new Set([again, refused, last]).size).toBe(3);
});
