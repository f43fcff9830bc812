import type { RefusalName } from "#src/kit/api/codes.ts";
import { templates } from "#src/kit/files/templates.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { orderPermission } from "#src/outbound/orders/orders.contract.ts";
import { mostDraftsNamed } from "#src/warehouse/imports/imports.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { takeNextNumbers } from "#server/platform/db/document-number.commands.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { publishOrders } from "#server/outbound/orders/order-events.commands.ts";
import { resolveLines } from "#server/outbound/orders/order-lines.commands.ts";
import type { LineInput, ResolvedLine } from "#server/outbound/orders/order-lines.commands.ts";
import { importKind } from "#server/warehouse/imports/import-kind.ts";
import type { ImportOutcome, ImportScope, PreparedRow } from "#server/warehouse/imports/import-kind.ts";
import { checkOrderRows, findTakenReferences, getImportOwner, toOrderScope } from "./check-order-rows.queries.ts";
import type { ImportedOrderRow } from "./check-order-rows.queries.ts";
import { insertDrafts } from "./insert-drafts.commands.ts";
import type { NewDraft } from "./insert-drafts.commands.ts";

const template = templates["orders"];
if (template === undefined) throw new Error("orders: the orders template is missing");

/** The rest of a line, its title for one, comes from its product. */
function toLineInput({ variant_uuid, quantity, declared_name, declared_value_cents, declared_currency }: ImportedOrderRow): LineInput {
  return {
    variant_uuid,
    quantity,
    title: "",
    unit_price_cents: null,
    declared_name,
    declared_name_zh: "",
    hs_code: "",
    origin_country: "",
    declared_value_cents,
    declared_currency,
  };
}

interface ResolvedRow {
  readonly row: ImportedOrderRow;
  readonly line: ResolvedLine;
}

async function numberDrafts(tx: Tx, scope: ImportScope, rows: readonly ResolvedRow[]): Promise<NewDraft[]> {
  const owner_uuid = getImportOwner(scope);
  const groups = [...Map.groupBy(rows, ({ row }) => row.reference.toLowerCase()).values()];
  const numbers = await takeNextNumbers(tx, scope.providerUuid, "order", scope.now, groups.length);
  return groups.flatMap((group, index) => {
    const [first] = group;
    if (first === undefined) return [];
    return [{ order_uuid: newId(), order_number: numbers[index] ?? "", owner_uuid, head: first.row, lines: group.map(({ line }) => line) }];
  });
}

/** Creates a draft for each order number. Publishes one change for all: clients then read their lists again. */
async function post(
  tx: Tx,
  scope: ImportScope,
  prepared: readonly PreparedRow<ImportedOrderRow>[],
): Promise<Result<ImportOutcome, RefusalName>> {
  const orderScope = toOrderScope(tx, scope);
  const rows = prepared.map(({ row }) => row);
  // Found again: since the check, products may have been merged or archived, and claims withdrawn.
  const lines = await resolveLines(orderScope, getImportOwner(scope), rows.map(toLineInput));
  if (!lines.ok) return lines;
  const resolved = rows.flatMap((row, index) => {
    const line = lines.value[index];
    return line === undefined ? [] : [{ row, line }];
  });
  const drafts = await numberDrafts(tx, scope, resolved);
  // Checked again once the number sequence is locked: of two posts of one workbook, the second finds the orders of the first.
  const references = drafts.map(({ head }) => head.reference.toLowerCase());
  if ((await findTakenReferences(tx, scope, references)).size > 0) return refuse("orders.referenceTaken");
  const inserted = await insertDrafts(orderScope, drafts);
  if (!inserted.ok) return inserted;
  await publishOrders(orderScope, drafts);
  const figures = { orders: drafts.length, lines: rows.length, pieces: rows.reduce((sum, { quantity }) => sum + quantity, 0) };
  await writeAudit(tx, scope, {
    action: "orders.import-orders",
    subjectType: "import",
    subjectUuid: scope.importUuid,
    detail: { ...figures, first_number: drafts[0]?.order_number ?? "", last_number: drafts.at(-1)?.order_number ?? "" },
  });
  const named = drafts.slice(0, mostDraftsNamed);
  return ok({
    ...figures,
    drafts: named.map(({ order_uuid, order_number }) => ({ document_uuid: order_uuid, document_number: order_number })),
  });
}

/** Imports orders from a workbook: the rows of one order number become one draft, with that number as its reference. */
export const ordersImport = importKind<ImportedOrderRow>({
  name: "orders",
  template,
  roles: ["provider", "operator", "dropShipper"],
  permission: orderPermission,
  together: "order_number",
  check: checkOrderRows,
  post,
});
