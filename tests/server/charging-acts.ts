import { newId } from "#server/platform/runtime/clock.ts";
import { actAs } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { Movement } from "#server/warehouse/stock/ledger.commands.ts";
import { reserveStock, shipReservations } from "#server/warehouse/stock/reservations.commands.ts";
import { staffOf } from "./stage-stock.ts";

/*
 * A provider's warehouses with goods of several owners, and what is done there, inserted into the database at any time in the past: only what charging
 * needs.
 */

/** An act. Its names are indexes of the stage's lists, so that two stages can have the same acts. */
export interface Act {
  readonly kind: "receive" | "unreceive" | "put" | "unput" | "return" | "scrap" | "ship" | "find" | "lose" | "transfer";
  readonly at: number;
  readonly warehouse: number;
  readonly variant: number;
  readonly quantity: number;
  /** the receipt it belongs to; for shipments the order, for transfers the target warehouse */
  readonly about: number;
  /** of a shipment: the index of the stage's owner whose order it is; the goods' owner if omitted */
  readonly forOwner?: number;
  /** the index of the act that is reverted */
  readonly of?: number;
}

export interface ChargingStage {
  readonly providerUuid: string;
  readonly warehouses: readonly { readonly uuid: string; readonly dock: string; readonly shelf: string }[];
  readonly variants: readonly { readonly uuid: string; readonly ownerUuid: string }[];
  /** of the variants, without repetition */
  readonly owners: readonly string[];
  /** in the order of their ids, by warehouse and owner of a variant */
  readonly receipts: readonly (readonly string[])[];
  readonly orders: readonly string[];
  /** the inspection, task or decision of each act by index */
  readonly sources: Map<number, string>;
}

export interface StageWish {
  readonly providerUuid: string;
  readonly zones: readonly string[];
  /** by variant: its owner and the size of a piece; null: unknown */
  readonly variants: readonly { readonly ownerUuid: string; readonly size: readonly [number, number, number] | null }[];
  readonly receiptsEach?: number;
  readonly orderCount?: number;
}

const receiptLine = "00000000-0000-7000-8000-000000000001";

/** Creates the stage. Afterwards the transaction has the provider's staff identity. */
export async function stageCharging(tx: Tx, wish: StageWish): Promise<ChargingStage> {
  const { providerUuid: provider_uuid, zones, receiptsEach = 3, orderCount = 0 } = wish;
  actAs(tx, staffOf(provider_uuid));
  const tag = newId().slice(-6).toUpperCase();
  const warehouses = zones.map(() => ({ uuid: newId(), dock: newId(), shelf: newId() }));
  await tx
    .insertInto("warehouse")
    .values(
      warehouses.map(({ uuid }, at) => ({
        provider_uuid,
        warehouse_uuid: uuid,
        name: `House ${at} ${tag}`,
        code: `H${at}${tag}`,
        time_zone: zones[at] ?? "UTC",
      })),
    )
    .execute();
  const locations = warehouses.flatMap(({ uuid, dock, shelf }, at) => [
    { provider_uuid, location_uuid: dock, warehouse_uuid: uuid, barcode: `D${at}${tag}`, type: "receiving" },
    { provider_uuid, location_uuid: shelf, warehouse_uuid: uuid, barcode: `S${at}${tag}`, type: "pick" },
  ]);
  await tx.insertInto("location").values(locations).execute();
  const variants = wish.variants.map(({ ownerUuid }) => ({ uuid: newId(), ownerUuid }));
  for (const [at, { uuid, ownerUuid }] of variants.entries()) {
    const product_uuid = newId();
    const [length_mm = null, width_mm = null, height_mm = null] = wish.variants[at]?.size ?? [];
    await tx
      .insertInto("product")
      .values({ provider_uuid, product_uuid, owner_uuid: ownerUuid, title: `Lamp ${at}` })
      .execute();
    await tx
      .insertInto("variant")
      .values({
        provider_uuid,
        variant_uuid: uuid,
        product_uuid,
        owner_uuid: ownerUuid,
        sku: `S${at}-${tag}`,
        length_mm,
        width_mm,
        height_mm,
      })
      .execute();
  }
  const owners = [...new Set(variants.map(({ ownerUuid }) => ownerUuid))];
  const receipts = [];
  for (const { uuid } of warehouses)
    for (const owner of owners) receipts.push(await addReceipts(tx, provider_uuid, uuid, owner, receiptsEach));
  return {
    providerUuid: provider_uuid,
    warehouses,
    variants,
    owners,
    receipts,
    orders: Array.from({ length: orderCount }, () => newId()),
    sources: new Map(),
  };
}

async function addReceipts(tx: Tx, provider_uuid: string, warehouse_uuid: string, owner_uuid: string, count: number): Promise<string[]> {
  const uuids = Array.from({ length: count }, () => newId());
  const now = new Date(0);
  await tx
    .insertInto("receipt")
    .values(
      uuids.map((receipt_uuid) => ({
        provider_uuid,
        receipt_uuid,
        receipt_number: receipt_uuid,
        warehouse_uuid,
        owner_uuid,
        created_by: provider_uuid,
        created_at: now,
      })),
    )
    .execute();
  const variant = await tx
    .selectFrom("variant")
    .select("variant_uuid")
    .where("owner_uuid", "=", owner_uuid)
    .limit(1)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("receipt_line")
    .values(
      uuids.map((receipt_uuid) => ({
        provider_uuid,
        receipt_uuid,
        line_uuid: receiptLine,
        line_number: 1,
        owner_uuid,
        variant_uuid: variant.variant_uuid,
        expected: 1,
      })),
    )
    .execute();
  return uuids;
}

/** Returns the receipt of an act. */
function receiptOf({ warehouses, variants, owners, receipts }: ChargingStage, { warehouse, variant, about }: Act): string {
  const uuids = receipts[(warehouse % warehouses.length) * owners.length + owners.indexOf(variants[variant]?.ownerUuid ?? "")];
  return uuids?.[about] ?? "";
}

interface Doing {
  readonly tx: Tx;
  readonly stage: ChargingStage;
  readonly act: Act;
  readonly place: number;
  readonly sourceUuid: string;
  readonly now: Date;
}

const condition = "good" as const;

/** Builds a movement's places and source. */
function movementOf({ stage, act, sourceUuid }: Doing): Movement {
  const { dock = "", shelf = "", uuid: warehouseUuid = "" } = stage.warehouses[act.warehouse] ?? {};
  const at = (locationUuid: string) => ({ place: "location" as const, locationUuid, condition });
  const outside = (place: "arrival" | "shipment" | "scrap" | "adjustment") => ({ place, condition });
  const other = stage.warehouses[act.about];
  const ways = {
    receive: { type: "receipt", from: outside("arrival"), to: at(dock) },
    unreceive: { type: "receipt-undo", from: at(dock), to: outside("arrival") },
    put: { type: "putaway", from: at(dock), to: at(shelf) },
    unput: { type: "putaway-undo", from: at(shelf), to: at(dock) },
    return: { type: "decision", from: at(dock), to: outside("shipment") },
    scrap: { type: "decision", from: at(dock), to: outside("scrap") },
    ship: { type: "shipment", from: at(shelf), to: outside("shipment") },
    find: { type: "adjustment", from: outside("adjustment"), to: at(shelf) },
    lose: { type: "adjustment", from: at(shelf), to: outside("adjustment") },
    transfer: { type: "move", from: at(shelf), to: at(other?.shelf ?? "") },
  };
  const { type, from, to } = ways[act.kind];
  const variant = stage.variants[act.variant];
  return {
    source: { type, uuid: sourceUuid, line: 1 },
    variantUuid: variant?.uuid ?? "",
    ownerUuid: variant?.ownerUuid ?? "",
    warehouseUuid,
    ...(act.kind === "transfer" ? { toWarehouseUuid: other?.uuid ?? "" } : {}),
    lot: "",
    quantity: act.quantity,
    from,
    to,
  };
}

/** Inserts the source row of a receipt's movement. */
async function writeSource({ tx, stage, act, sourceUuid, now }: Doing): Promise<void> {
  const { quantity } = act;
  const row = {
    provider_uuid: stage.providerUuid,
    receipt_uuid: receiptOf(stage, act),
    line_uuid: receiptLine,
    owner_uuid: stage.variants[act.variant]?.ownerUuid ?? "",
  };
  const by = stage.providerUuid;
  const house = stage.warehouses[act.warehouse];
  if (act.kind === "receive")
    await tx
      .insertInto("inspection")
      .values({ ...row, inspection_uuid: sourceUuid, qualified_quantity: quantity, unqualified_quantity: 0, inspected_by: by, at: now })
      .execute();
  if (act.kind === "put")
    await tx
      .insertInto("putaway_task")
      .values({ ...row, task_uuid: sourceUuid, quantity, from_location_uuid: house?.dock ?? "", created_at: now })
      .execute();
  if (act.kind === "return" || act.kind === "scrap")
    await tx
      .insertInto("unqualified_decision")
      .values({ ...row, decision_uuid: sourceUuid, decision: act.kind, quantity, decided_by: by, at: now })
      .execute();
}

async function ship({ tx, stage, act, now }: Doing): Promise<void> {
  const { variantUuid, ownerUuid, warehouseUuid, quantity } = movementOf({ tx, stage, act, now, place: 0, sourceUuid: "" });
  const source = { type: "order", uuid: stage.orders[act.about] ?? "" };
  const reserved = await reserveStock(
    tx,
    stage.providerUuid,
    source,
    [{ line: 1, variantUuid, ownerUuid, warehouseUuid, quantity, lot: null }],
    now,
  );
  const forRetailer = act.forOwner === undefined ? null : (stage.owners[act.forOwner] ?? "");
  const context = { providerUuid: stage.providerUuid, userUuid: null, now };
  const shipped = reserved.ok ? await shipReservations(tx, context, source, forRetailer) : reserved;
  if (!shipped.ok) throw new Error(`it could not be shipped (${shipped.problem})`);
}

/** Performs acts, each at its own time. @param tx acts for the provider's staff */
export async function perform(tx: Tx, stage: ChargingStage, acts: readonly Act[], firstPlace = 0): Promise<void> {
  for (const [index, act] of acts.entries()) {
    const place = firstPlace + index;
    const isUndo = act.kind === "unreceive" || act.kind === "unput";
    const sourceUuid = (isUndo ? stage.sources.get(act.of ?? -1) : undefined) ?? newId();
    stage.sources.set(place, sourceUuid);
    const doing = { tx, stage, act, place, sourceUuid, now: new Date(act.at) };
    if (act.kind === "ship") {
      await ship(doing);
      continue;
    }
    await writeSource(doing);
    const posted = await postMovements(tx, { providerUuid: stage.providerUuid, userUuid: null, now: doing.now }, [movementOf(doing)]);
    if (!posted.ok) throw new Error(`${act.kind} could not be posted (${posted.problem})`);
  }
}
