import { templates } from "#src/kit/files/templates.contract.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { importKind } from "#server/warehouse/imports/import-kind.ts";
import type { ImportScope, PreparedRow } from "#server/warehouse/imports/import-kind.ts";
import { postMovements } from "./ledger.commands.ts";
import type { Movement } from "./ledger.commands.ts";
import { saveLots } from "./lots.commands.ts";
import { lockOpenings, findEarlierOpenings } from "./repeated-openings.commands.ts";
import { recheckOpening } from "./recheck-opening-rows.commands.ts";
import { checkOpeningRows } from "./check-opening-rows.queries.ts";
import type { OpeningRow } from "./opening-row.ts";

const template = templates["opening-stock"];
if (template === undefined) throw new Error("stock: the opening-stock template is missing");

/** Movements per statement: some megabytes of JSON at most. */
const mostAtOnce = 10_000;

/** Sorts in the order in which the ledger locks balances: two imports at once cannot deadlock. */
function inOrder({ row: a }: PreparedRow<OpeningRow>, { row: b }: PreparedRow<OpeningRow>): number {
  const key = (one: OpeningRow) =>
    [one.variant_uuid, one.warehouse_uuid, one.location_uuid, one.owner_uuid, one.lot, one.condition].join(" ");
  return key(a) < key(b) ? -1 : 1;
}

function toMovement(importUuid: string, { number, row }: PreparedRow<OpeningRow>): Movement {
  const { condition } = row;
  return {
    source: { type: "opening", uuid: importUuid, line: number },
    variantUuid: row.variant_uuid,
    ownerUuid: row.owner_uuid,
    warehouseUuid: row.warehouse_uuid,
    lot: row.lot,
    quantity: row.quantity,
    from: { place: "opening", condition },
    to: { place: "location", locationUuid: row.location_uuid, condition },
  };
}

async function post(
  tx: Tx,
  scope: ImportScope,
  prepared: readonly PreparedRow<OpeningRow>[],
): Promise<Result<Readonly<Record<string, number>>, RefusalName>> {
  const { providerUuid, userUuid, importUuid, now } = scope;
  const rows = prepared.toSorted(inOrder);
  const changed = await recheckOpening(
    tx,
    providerUuid,
    rows.map(({ row }) => row),
  );
  if (changed !== null) return refuse(changed);
  await lockOpenings(tx, providerUuid);
  if ((await findEarlierOpenings(tx, providerUuid, rows)).size > 0) return refuse("stock.openedAlready");
  for (let from = 0; from < rows.length; from += mostAtOnce) {
    const part = rows.slice(from, from + mostAtOnce);
    const lots = part.filter(({ row }) => row.lot !== "");
    await saveLots(
      tx,
      providerUuid,
      lots.map(({ row }) => ({ variantUuid: row.variant_uuid, ownerUuid: row.owner_uuid, lot: row.lot, expiresOn: null })),
    );
    const posted = await postMovements(
      tx,
      { providerUuid, userUuid, now },
      part.map((row) => toMovement(importUuid, row)),
    );
    if (!posted.ok) return posted;
    await scope.services.followUps.stockFreed(
      tx,
      providerUuid,
      part.map(({ row }) => row.variant_uuid),
    );
  }
  const figures = { lines: rows.length, pieces: rows.reduce((sum, { row }) => sum + row.quantity, 0) };
  await writeAudit(tx, scope, { action: "stock.import-opening", subjectType: "import", subjectUuid: importUuid, detail: figures });
  return ok(figures);
}

/** Imports a warehouse's opening stock from a workbook: each row is a movement from outside to a location. */
export const openingStockImport = importKind<OpeningRow>({
  name: "opening-stock",
  template,
  roles: ["provider", "operator"],
  // It creates stock from nothing, like an adjustment by hand.
  permission: "stockCounts",
  together: null,
  check: checkOpeningRows,
  post,
});
