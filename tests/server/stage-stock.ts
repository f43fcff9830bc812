import { newId } from "#server/platform/runtime/clock.ts";
import { actAs } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";

/** A warehouse with locations and some SKUs in the database: only what the ledger needs. */
export interface StockStage {
  providerUuid: string;
  warehouseUuid: string;
  /** alternately `pick` and `reserve`; the last two are `receiving` and `damaged` */
  locations: string[];
  barcodes: string[];
  variants: { variantUuid: string; ownerUuid: string; sku: string }[];
}

interface StageOptions {
  providerUuid: string;
  ownerUuid: string;
  /** pick and reserve locations, half of each */
  shelves?: number;
  variants?: number;
  keepsLots?: boolean;
  /** included in its texts */
  marker?: string;
}

/** Returns the identity of the stage's ledger writers: the provider's staff. */
export function staffOf(providerUuid: string): Acting {
  return { kind: "provider", providerUuid };
}

/** Creates the stage. Afterwards the transaction has the provider's staff identity. */
export async function stageStock(tx: Tx, options: StageOptions): Promise<StockStage> {
  const { providerUuid, ownerUuid, shelves = 4, variants = 2, keepsLots = false, marker = "Lantern" } = options;
  // Starts with a letter: a leading digit would be found by the number at the end of any SKU.
  const tag = `T${newId().slice(-7).toUpperCase()}`;
  actAs(tx, staffOf(providerUuid));
  const warehouseUuid = newId();
  await tx
    .insertInto("warehouse")
    .values({ provider_uuid: providerUuid, warehouse_uuid: warehouseUuid, name: `${marker} ${tag}`, code: `W${tag}` })
    .execute();
  const types = [...Array.from({ length: shelves }, (_, at) => (at < shelves / 2 ? "pick" : "reserve")), "receiving", "damaged"];
  const rows = types.map((type, at) => ({
    provider_uuid: providerUuid,
    location_uuid: newId(),
    warehouse_uuid: warehouseUuid,
    barcode: `${tag}-${at}`,
    type,
    pick_sequence: at,
  }));
  await tx.insertInto("location").values(rows).execute();
  const productUuid = newId();
  await tx
    .insertInto("product")
    .values({ provider_uuid: providerUuid, product_uuid: productUuid, owner_uuid: ownerUuid, title: `${marker} ${tag}` })
    .execute();
  const made = Array.from({ length: variants }, (_, at) => ({
    variantUuid: newId(),
    ownerUuid,
    sku: `${marker === "Lantern" ? "SKU" : marker}-${tag}-${at}`,
  }));
  await tx
    .insertInto("variant")
    .values(
      made.map(({ variantUuid, sku }) => ({
        provider_uuid: providerUuid,
        variant_uuid: variantUuid,
        product_uuid: productUuid,
        owner_uuid: ownerUuid,
        sku,
        keeps_lots: keepsLots,
      })),
    )
    .execute();
  const locations = rows.map(({ location_uuid }) => location_uuid);
  return { providerUuid, warehouseUuid, locations, barcodes: rows.map(({ barcode }) => barcode), variants: made };
}

/** Adds pieces of a SKU to a location as opening stock. */
export async function putStock(
  tx: Tx,
  stage: StockStage,
  put: { variant?: number; location?: number; quantity: number; lot?: string; condition?: "good" | "damaged" | "quarantined"; now?: Date },
): Promise<void> {
  const { variant = 0, location = 0, quantity, lot = "", condition = "good", now = new Date() } = put;
  const { variantUuid = "", ownerUuid = "" } = stage.variants[variant] ?? {};
  const locationUuid = stage.locations[location] ?? "";
  const posted = await postMovements(tx, { providerUuid: stage.providerUuid, userUuid: null, now }, [
    {
      source: { type: "opening", uuid: newId(), line: 1 },
      variantUuid,
      ownerUuid,
      warehouseUuid: stage.warehouseUuid,
      lot,
      quantity,
      from: { place: "opening", condition },
      to: { place: "location", locationUuid, condition },
    },
  ]);
  if (!posted.ok) throw new Error(posted.problem);
}
