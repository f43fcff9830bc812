import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import {
  assignTote,
  createWall,
  findByScan,
  getWall,
  listTotes,
  listWalls,
  removeTote,
  sortPiece,
  undoSort,
  updateWall,
} from "#src/outbound/sortation/sortation.contract.ts";
import type { WallRow } from "#src/outbound/sortation/sortation.contract.ts";
import { getCountLimit } from "#server/platform/db/list-count.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { getOrderScope } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { sort, takeBack } from "./sort-piece.commands.ts";
import { assign, changeWall, makeWall, unassign } from "./walls.commands.ts";
import { countOrdersToSort, findScanned, findWall, findWallRow, listToteRows, listWallRows } from "./walls.queries.ts";

async function note(
  { tx, ...context }: CallContext,
  { name }: Call,
  subject: { readonly type: "wall" | "order" | "location"; readonly uuid: string },
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeAudit(tx, context, { action: name, subjectType: subject.type, subjectUuid: subject.uuid, detail });
}

/** Handles a call that changes a wall, and answers with the wall afterwards. */
function changes<C extends typeof createWall | typeof updateWall>(
  call: C,
  run: (scope: OrderScope, input: ParsedInputOf<C>) => Promise<Result<string, RefusalName>>,
): (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<WallRow, RefusalName>> {
  return async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const changed = await run(scope, input);
    if (!changed.ok) return changed;
    const row = await findWallRow(scope, changed.value);
    if (row === null) throw new Error("sortation: a wall that was just changed is missing");
    const { name, code, row_count, column_count, is_active } = row;
    await note(context, call, { type: "wall", uuid: changed.value }, { name, code, row_count, column_count, is_active });
    return ok(row);
  };
}

export const sortationRoutes: readonly Implementation[] = [
  implement(listWalls, async (input, context) => {
    const scope = getOrderScope(context);
    return ok({ result: scope === null ? [] : await listWallRows(scope, input) });
  }),
  implement(getWall, async ({ wall_uuid }, context) => {
    const scope = getOrderScope(context);
    const wall = scope === null ? null : await findWall(scope, wall_uuid);
    return wall === null ? refuse("notFound") : ok(wall);
  }),
  implement(listTotes, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return ok({ result: [], orders_to_sort: 0 });
    // The home page shows the count alone.
    const isCounting = getCountLimit() !== null;
    const [result, orders_to_sort] = await Promise.all([isCounting ? [] : listToteRows(scope, input), countOrdersToSort(scope, input)]);
    return ok({ result, orders_to_sort });
  }),
  implement(findByScan, async ({ code }, context) => {
    const scope = getOrderScope(context);
    return ok(
      scope === null
        ? { kind: "unknown", wall_uuid: null, wall_name: "", tote_uuid: null, tote: "", needs: "none" }
        : await findScanned(scope, code),
    );
  }),
  implement(createWall, changes(createWall, makeWall)),
  implement(updateWall, changes(updateWall, changeWall)),
  implement(assignTote, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const assigned = await assign(scope, input);
    if (!assigned.ok) return assigned;
    await note(context, assignTote, { type: "location", uuid: assigned.value.tote_uuid }, { wall: assigned.value.wall_name });
    return assigned;
  }),
  implement(removeTote, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const removed = await unassign(scope, input);
    if (!removed.ok) return removed;
    await note(context, removeTote, { type: "location", uuid: removed.value }, {});
    return ok({ tote_uuid: removed.value });
  }),
  implement(sortPiece, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const sorted = await sort(scope, input);
    if (!sorted.ok) return sorted;
    const { order_uuid: uuid, sku, slot } = sorted.value;
    await note(context, sortPiece, { type: "order", uuid }, { sku, slot });
    return sorted;
  }),
  implement(undoSort, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const undone = await takeBack(scope, input);
    if (!undone.ok) return undone;
    await note(context, undoSort, { type: "order", uuid: input.order_uuid }, {});
    return undone;
  }),
];
