import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { canDo as canDoException, exceptionEvents, exceptionStatuses } from "#src/outbound/exceptions/exceptions.machine.ts";
import { canDo, orderEvents, orderStatuses } from "#src/outbound/orders/orders.machine.ts";
import { getNextTaskStatus, pickTaskEvents, pickTaskStatuses } from "#src/outbound/picking/picking.machine.ts";
import { getNextWaveStatus, waveEvents, waveStatuses } from "#src/outbound/waves/waves.machine.ts";
import type { WaveStatus } from "#src/outbound/waves/waves.machine.ts";
import { kick } from "#server/outbound/waves/change-wave.commands.ts";
import { listMembers } from "#server/outbound/waves/locked-waves.commands.ts";
import { roles, openMachineScene, inScope, listActs, noJobs, reason } from "./machine-scene.ts";
import type { Refusal } from "./machine-scene.ts";
import { orderActs, findOrder, exceptionActs } from "./machine-acts-orders.ts";
import type { FoundCase } from "./machine-acts-orders.ts";
import { readWave, findWave, waveActs, findTask, taskActs } from "./machine-acts-waves.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openMachineScene();
});
afterAll(() => close());

/** What an order answers that is not in the state for an event. */
const orderRefusals: readonly Refusal[] = [codes["orders.wrongState"].code, codes["bagging.partlyShipped"].code];

describe("an order", () => {
  test("has an act for every event that a role may cause", () => {
    const caused = orderEvents.filter((event) => roles.some((role) => orderStatuses.some((status) => canDo(role, event, status))));
    expect(Object.keys(orderActs).toSorted()).toEqual(caused.toSorted());
  });

  test.each(orderStatuses)("that is %s takes the steps that the machine allows to each role, and no other", async (status) => {
    for (const [event, act] of listActs(orderEvents, orderActs))
      for (const role of roles) {
        const refusal = await inScope(role, async (scope) => {
          const of = await findOrder(scope, status);
          return act.fire({ ...scope, retailerUuid: role === "dropShipper" ? of.owner_uuid : null }, of);
        });
        const isTaken = act.roles.includes(role) && !orderRefusals.includes(refusal);
        expect(isTaken, `${role}: ${event}`).toBe(canDo(role, event, status));
      }
  });
});

describe("an exception", () => {
  test("has an act for every event that a role may cause", () => {
    const caused = exceptionEvents.filter((event) =>
      roles.some((role) => exceptionStatuses.some((status) => canDoException(role, event, status))),
    );
    expect(Object.keys(exceptionActs).toSorted()).toEqual(caused.toSorted());
  });

  test.each(exceptionStatuses)("that is %s takes the steps that the machine allows to each role, and no other", async (status) => {
    for (const [event, act] of listActs(exceptionEvents, exceptionActs))
      for (const role of roles) {
        const refusal = await inScope(role, async (scope) => {
          const { rows } = await sql<FoundCase>`select exception_uuid, version, owner_uuid from exception_case
            where type = 'address' and status = ${status} order by exception_uuid limit 1`.execute(scope.tx);
          const [of] = rows;
          if (of === undefined) throw new Error(`no exception is ${status}`);
          return act.fire({ ...scope, retailerUuid: role === "dropShipper" ? of.owner_uuid : null }, of);
        });
        const isTaken = act.roles.includes(role) && refusal !== codes["exceptions.wrongState"].code;
        expect(isTaken, `${role}: ${event}`).toBe(canDoException(role, event, status));
      }
  });
});

/** What a wave answers that is not in the state for an event. */
const waveRefusals: readonly Refusal[] = [codes["waves.wrongState"].code, codes["waves.notPlanned"].code];

describe("a wave", () => {
  test.each(waveStatuses)("that is %s takes the steps that the machine allows to the staff, and no other", async (status) => {
    for (const [event, act] of listActs(waveEvents, waveActs)) {
      // One call resumes a wave; whether anything was picked decides where it goes.
      if (status !== "held" && event === "resume_picking") continue;
      for (const role of roles) {
        const refusal = await inScope(role === "dropShipper" ? "provider" : role, async (scope) =>
          act.fire(scope, await findWave(scope, status, event === "resume_picking")),
        );
        const isTaken = act.roles.includes(role) && !waveRefusals.includes(refusal);
        expect(isTaken, `${role}: ${event}`).toBe(getNextWaveStatus(status, event) !== null && role !== "dropShipper");
      }
    }
  });

  test.each(waveStatuses)("that is %s loses a member only where the machine lets it, and is then what the machine says", async (status) => {
    const kicked = await inScope("operator", async (scope) => {
      const { wave_uuid } = await findWave(scope, status);
      const members = await listMembers(scope, wave_uuid);
      // An order that was shipped stays in its wave.
      const left =
        members.length === 0 ? [codes["waves.notMember"]] : await kick(scope, noJobs, members.slice(0, 1), { wave_uuid, reason });
      const now = await readWave(scope, sql`wave_uuid = ${wave_uuid}`);
      const { rows } = await sql<{ status: WaveStatus }>`select status from wave where wave_uuid = ${now.wave_uuid}`.execute(scope.tx);
      return left.length > 0 ? null : (rows[0]?.status ?? null);
    });
    expect(kicked).toBe(getNextWaveStatus(status, "kick"));
  });
});

describe("a pick task", () => {
  test.each(pickTaskStatuses)("that is %s takes the steps that the machine allows to the staff, and no other", async (status) => {
    for (const [event, act] of listActs(pickTaskEvents, taskActs)) {
      // One call claims a task: what nobody has is not taken over.
      if (status === "pending" && event === "take_over") continue;
      for (const role of roles) {
        const refusal = await inScope(role === "dropShipper" ? "provider" : role, async (scope) =>
          act.fire(scope, await findTask(scope, status)),
        );
        const isTaken = act.roles.includes(role) && refusal === null;
        expect(isTaken, `${role}: ${event}`).toBe(getNextTaskStatus(status, event) !== null && role !== "dropShipper");
      }
    }
  });
});
