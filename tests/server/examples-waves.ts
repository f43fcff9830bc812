import { sql } from "kysely";
import type { WaveStatus } from "#src/outbound/waves/waves.machine.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { Aim, Example } from "./example.ts";
import { addOrderRows } from "./rows-orders.ts";
import type { OrderRows } from "./rows-orders.ts";
import { addPickRows } from "./rows-picking.ts";
import type { PickRows } from "./rows-picking.ts";
import { staffOf } from "./stage-stock.ts";
import type { Person } from "./world.ts";

function wavesOf({ test }: Aim, person: Person, status: WaveStatus): Promise<PickRows> {
  return test.services.database.transaction(platform, (tx) => addPickRows(tx, person, undefined, 2, status));
}

function allocatedOf({ test }: Aim, person: Person): Promise<OrderRows> {
  return test.services.database.transaction(platform, (tx) => addOrderRows(tx, person, "allocated"));
}

/** Creates an example about one wave or task; the foreign one names another's. */
function about(status: WaveStatus, input: (named: PickRows, own: PickRows) => object): Example {
  return {
    own: async (aim) => {
      const rows = await wavesOf(aim, aim.owner, status);
      return input(rows, rows);
    },
    withForeign: async (aim) => input(await wavesOf(aim, aim.foreign.person, status), await wavesOf(aim, aim.owner, status)),
  };
}

const ofWave = ({ waveUuid }: PickRows) => ({ wave_uuid: waveUuid });
const step = ({ waveUuid }: PickRows) => ({ wave_uuid: waveUuid, version: 1 });
const reason = "aisle closed";

/** Gives the task of a wave to its owner; begun, with its tote. */
async function giveTask({ test }: Aim, person: Person, rows: PickRows, isBegun: boolean): Promise<PickRows> {
  const set = isBegun ? sql`status = 'in_progress', tote_uuid = ${rows.toteUuid}::uuid, started_at = now()` : sql`status = 'assigned'`;
  await test.services.database.transaction(platform, (tx) =>
    sql`update pick_task set ${set}, user_uuid = ${person.userUuid}::uuid, claimed_at = now() where task_uuid = ${rows.taskUuid}`.execute(
      tx,
    ),
  );
  return rows;
}

function picking(input: (named: PickRows, own: PickRows) => object, isBegun = true): Example {
  const of = async (aim: Aim, person: Person) => giveTask(aim, person, await wavesOf(aim, person, "released"), isBegun);
  return {
    own: async (aim) => {
      const rows = await of(aim, aim.owner);
      return input(rows, rows);
    },
    withForeign: async (aim) => input(await of(aim, aim.foreign.person), await of(aim, aim.owner)),
  };
}

/** An input for each call of waves. */
export const wavesExamples: Readonly<Record<string, Example>> = {
  "waves.get-pool": about("planned", ({ warehouseUuid }) => ({ warehouse_uuid: warehouseUuid })),
  "waves.list-waves": about("planned", ({ warehouseUuid }) => ({ warehouse_uuid: warehouseUuid })),
  "waves.query-wave-list-specific-element": about("planned", ({ waveUuid }) => ({ field: ["wave_id"], value: [waveUuid] })),
  "waves.get-wave": about("released", ofWave),
  "waves.list-orders": about("released", ofWave),
  "waves.build-wave": {
    own: async (aim) => ({ warehouse_uuid: (await allocatedOf(aim, aim.owner)).stage.warehouseUuid, kind: "single_item" }),
    withForeign: async (aim) => ({ warehouse_uuid: (await allocatedOf(aim, aim.foreign.person)).stage.warehouseUuid, kind: "single_item" }),
  },
  "waves.build-wave-of": {
    own: async (aim) => ({ order_ids: [(await allocatedOf(aim, aim.owner)).orderUuid], kind: "single_item" }),
    withForeign: async (aim) => ({
      order_ids: [(await allocatedOf(aim, aim.owner)).orderUuid, (await allocatedOf(aim, aim.foreign.person)).orderUuid],
      kind: "single_item",
    }),
  },
  "waves.optimize-wave": about("planned", (rows) => ({ ...step(rows), seconds: 1 })),
  "waves.release-wave": about("planned", step),
  "waves.hold-wave": about("released", (rows) => ({ ...step(rows), reason })),
  "waves.resume-wave": about("held", step),
  "waves.cancel-wave": about("released", (rows) => ({ ...step(rows), reason })),
  "waves.kick-orders": about("released", ({ orderUuids: [named = ""] }, { waveUuid, orderUuids: [own = ""] }) => ({
    wave_uuid: waveUuid,
    order_ids: [own, ...(named === own ? [] : [named])],
    reason,
  })),
  "waves.mark-printed": about("released", ofWave),
  "waves.print-pick-lists": about("released", ofWave),
  "waves.print-orders": about("released", ofWave),
  "orders.accept-cancel": about("released", ({ orderUuids: [named = ""] }, { orderUuids: [own = ""] }) => ({
    order_ids: [own, ...(named === own ? [] : [named])],
  })),
};

/** Puts a piece that no order needs into the tote of a wave. */
async function fillTote({ test }: Aim, rows: PickRows): Promise<PickRows> {
  const { providerUuid } = rows.stage;
  await test.services.database.transaction(staffOf(providerUuid), async (tx) => {
    const posted = await postMovements(tx, { providerUuid, userUuid: null, now: new Date() }, [
      {
        source: { type: "opening", uuid: newId(), line: 1 },
        variantUuid: rows.variantUuid,
        ownerUuid: rows.ownerUuid,
        warehouseUuid: rows.warehouseUuid,
        lot: "",
        quantity: 1,
        from: { place: "opening", condition: "good" },
        to: { place: "location", locationUuid: rows.toteUuid, condition: "good" },
      },
    ]);
    if (!posted.ok) throw new Error(posted.problem);
  });
  return rows;
}

function toReturn({ toteUuid }: PickRows, { variantUuid, ownerUuid, shelf }: PickRows) {
  return { tote_uuid: toteUuid, variant_uuid: variantUuid, owner_uuid: ownerUuid, lot: "", quantity: 1, location: shelf };
}

/** An input for each call of picking. */
export const pickingExamples: Readonly<Record<string, Example>> = {
  "picking.list-tasks": about("released", ({ warehouseUuid }) => ({ warehouse_uuid: warehouseUuid })),
  "picking.get-task": about("released", ({ taskUuid }) => ({ task_uuid: taskUuid })),
  "picking.claim-next": {
    own: async (aim) => ofWave(await wavesOf(aim, aim.owner, "released")),
    withForeign: async (aim) => ofWave(await wavesOf(aim, aim.foreign.person, "released")),
    foreignIs: "picking.noTask",
  },
  "picking.claim-task": about("released", ({ taskUuid }) => ({ task_uuid: taskUuid })),
  "picking.pick-lines": picking(({ taskUuid }, { shelfUuid }) => ({ task_uuid: taskUuid, line_numbers: [1], location_uuid: shelfUuid })),
  "picking.report-short": picking(({ taskUuid }) => ({ task_uuid: taskUuid, line_number: 1, picked_quantity: 1, reason: "missing" })),
  "picking.skip-lines": picking(({ taskUuid }) => ({ task_uuid: taskUuid, line_numbers: [1] })),
  "picking.leave-task": picking(({ taskUuid }) => ({ task_uuid: taskUuid }), false),
  "picking.start-task": picking(({ taskUuid }, { tote }) => ({ task_uuid: taskUuid, tote }), false),
  "picking.list-left-pieces": {
    own: async (aim) => ({ warehouse_uuid: (await fillTote(aim, await wavesOf(aim, aim.owner, "released"))).warehouseUuid }),
    withForeign: async (aim) => ({
      warehouse_uuid: (await fillTote(aim, await wavesOf(aim, aim.foreign.person, "released"))).warehouseUuid,
    }),
  },
  "picking.return-to-shelf": {
    own: async (aim) => {
      const rows = await fillTote(aim, await wavesOf(aim, aim.owner, "released"));
      return toReturn(rows, rows);
    },
    withForeign: async (aim) =>
      toReturn(await fillTote(aim, await wavesOf(aim, aim.foreign.person, "released")), await wavesOf(aim, aim.owner, "released")),
  },
};
