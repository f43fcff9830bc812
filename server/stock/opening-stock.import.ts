import { templates } from "#src/files/templates.contract.ts";
import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import type { Tx } from "#server/db/tx.ts";
import { importKind } from "#server/imports/import-kind.ts";
import type { ImportScope, PreparedRow } from "#server/imports/import-kind.ts";
import { postMovements } from "./ledger.commands.ts";
import type { Movement } from "./ledger.commands.ts";
import { keepLots } from "./lots.commands.ts";
import { lockOpenings, openedAlready } from "./opened.queries.ts";
import { openingProblem } from "./opening-again.queries.ts";
import { checkOpeningRows } from "./opening-rows.ts";
import type { OpeningRow } from "./opening-row.ts";

const template = templates["opening-stock"];
if (template === undefined) throw new Error("stock: the template of opening stock is not there");

/** Movements of one statement: some megabytes of JSON at most. */
const mostAtOnce = 10_000;

/** In the order in which the ledger locks balances: two imports at once cannot wait for one another. */
function inOrder({ row: a }: PreparedRow<OpeningRow>, { row: b }: PreparedRow<OpeningRow>): number {
  const key = (one: OpeningRow) =>
    [one.variant_uuid, one.warehouse_uuid, one.location_uuid, one.owner_uuid, one.lot, one.condition].join(" ");
  return key(a) < key(b) ? -1 : 1;
}

function movementOf(importUuid: string, { number, row }: PreparedRow<OpeningRow>): Movement {
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
  const changed = await openingProblem(
    tx,
    providerUuid,
    rows.map(({ row }) => row),
  );
  if (changed !== null) return refuse(changed);
  await lockOpenings(tx, providerUuid);
  if ((await openedAlready(tx, providerUuid, rows)).size > 0) return refuse("stock.openedAlready");
  for (let from = 0; from < rows.length; from += mostAtOnce) {
    const part = rows.slice(from, from + mostAtOnce);
    const lots = part.filter(({ row }) => row.lot !== "");
    await keepLots(
      tx,
      providerUuid,
      lots.map(({ row }) => ({ variantUuid: row.variant_uuid, ownerUuid: row.owner_uuid, lot: row.lot, expiresOn: null })),
    );
    const posted = await postMovements(
      tx,
      { providerUuid, userUuid, now },
      part.map((row) => movementOf(importUuid, row)),
    );
    if (!posted.ok) return posted;
  }
  const figures = { lines: rows.length, pieces: rows.reduce((sum, { row }) => sum + row.quantity, 0) };
  await writeAudit(tx, scope, { action: "stock.import-opening", subjectType: "import", subjectUuid: importUuid, detail: figures });
  return ok(figures);
}

/** What stands where when a warehouse begins, from a workbook: each row is a movement from outside to a location. */
export const openingStockImport = importKind<OpeningRow>({
  name: "opening-stock",
  template,
  roles: ["provider", "operator"],
  // It makes stock of nothing, as putting a balance right by hand does.
  permission: "stockCounts",
  together: null,
  check: checkOpeningRows,
  post,
});
