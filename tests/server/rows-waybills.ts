import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { WaybillStatus } from "#src/outbound/waybills/waybills.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { addOrderRows } from "./rows-orders.ts";
import type { OrderRows } from "./rows-orders.ts";
import { markerOf } from "./rows.ts";
import type { StockStage } from "./stage-stock.ts";
import type { Person } from "./world.ts";

/** A packed order of a person's company with its parcel, and what a waybill needs. */
export interface WaybillRows extends OrderRows {
  readonly parcelUuid: string;
  readonly parcelNumber: string;
  readonly channelUuid: string;
  /** another channel of the company */
  readonly otherChannelUuid: string;
  readonly waybillUuid: string;
  readonly waybillNumber: string;
  readonly printUuid: string;
}

/** What the waybill of a test is. */
interface WaybillWish {
  readonly status?: WaybillStatus;
  readonly isByHand?: boolean;
  readonly isHandedOver?: boolean;
  readonly hasLabel?: boolean;
  /** no waybill, but a weighed parcel that one can be requested for */
  readonly isWithout?: boolean;
  /** where its goods are; by default a new warehouse */
  readonly stage?: StockStage;
}

async function addChannel(tx: Tx, providerUuid: string, name: string, accountUuid: string | null): Promise<string> {
  const channel_uuid = newId();
  await tx
    .insertInto("channel")
    .values({ provider_uuid: providerUuid, channel_uuid, name: `${name} ${channel_uuid}`, code: "", carrier_account_uuid: accountUuid })
    .execute();
  return channel_uuid;
}

/** Creates a waybill with everything that its state implies. @param tx acts for the provider's staff afterwards */
export async function addWaybillRows(
  tx: Tx,
  person: Person,
  { status = "issued", isByHand = false, isHandedOver = false, hasLabel = status === "issued", isWithout = false, stage }: WaybillWish = {},
): Promise<WaybillRows> {
  const rows = await addOrderRows(tx, person, "packed", stage);
  const { providerUuid: provider_uuid, warehouseUuid: warehouse_uuid } = rows.stage;
  const marker = markerOf(person);
  const [parcel_uuid, waybill_uuid, print_uuid, carrier_account_uuid] = [newId(), newId(), newId(), newId()];
  const parcelNumber = `P-${newId().slice(-12)}`.toUpperCase();
  const now = new Date();
  await tx
    .insertInto("carrier_account")
    .values({ provider_uuid, carrier_account_uuid, api_name: "4px", label: `${marker} ${carrier_account_uuid}`.slice(-60) })
    .execute();
  const channelUuid = await addChannel(tx, provider_uuid, marker, isByHand ? null : carrier_account_uuid);
  const otherChannelUuid = await addChannel(tx, provider_uuid, marker, null);
  await sql`update sales_order set channel_uuid = ${channelUuid} where provider_uuid = ${provider_uuid} and order_uuid = ${rows.orderUuid}`.execute(
    tx,
  );
  await tx
    .insertInto("parcel")
    .values({
      provider_uuid,
      parcel_uuid,
      parcel_number: parcelNumber,
      order_uuid: rows.orderUuid,
      warehouse_uuid,
      piece_count: 3,
      expected_grams: 900,
      ...(isWithout ? { status: "weighed", measured_grams: 905, weighed_at: now } : {}),
      packed_by: person.userUuid,
      packed_at: now,
    })
    .execute();
  const made = {
    ...rows,
    parcelUuid: parcel_uuid,
    parcelNumber,
    channelUuid,
    otherChannelUuid,
    waybillUuid: waybill_uuid,
    waybillNumber: `${marker} ${waybill_uuid}`.slice(-60),
    printUuid: print_uuid,
  };
  if (isWithout) return made;
  const isIssued = status === "issued" || status === "void_requested" || status === "void_asked";
  await tx
    .insertInto("waybill")
    .values({
      provider_uuid,
      waybill_uuid,
      parcel_uuid,
      order_uuid: rows.orderUuid,
      owner_uuid: rows.ownerUuid,
      warehouse_uuid,
      channel_uuid: channelUuid,
      carrier_account_uuid: isByHand ? null : carrier_account_uuid,
      reference: `${parcelNumber}-ABCDEFGH`,
      status,
      ...(isIssued ? { issued_at: now, waybill_number: made.waybillNumber } : {}),
      ...(status === "failed" ? { problem_kind: "refused", problem_text: marker } : {}),
      ...(status === "voided" ? { voided_at: now } : {}),
      ...(status === "voided" || status === "void_requested" || status === "void_asked" ? { void_reason: marker } : {}),
      ...(isHandedOver ? { handed_over_at: now } : {}),
      label_type: hasLabel ? (isByHand ? "own" : "application/pdf") : "",
      requested_at: now,
    })
    .execute();
  if (!hasLabel) return made;
  // An empty PDF of one page.
  const bytes = Buffer.from(emptyPdf);
  if (!isByHand)
    await tx
      .insertInto("waybill_label")
      .values({
        provider_uuid,
        waybill_uuid,
        warehouse_uuid,
        type: "application/pdf",
        bytes,
        sha256: createHash("sha256").update(bytes).digest(),
        stored_at: now,
      })
      .execute();
  await tx
    .insertInto("waybill_print")
    .values({ provider_uuid, print_uuid, line_number: 1, waybill_uuid, warehouse_uuid, printed_by: person.userUuid, printed_at: now })
    .execute();
  await tx
    .insertInto("waybill_track")
    .values({
      provider_uuid,
      waybill_uuid,
      digest: "a",
      owner_uuid: rows.ownerUuid,
      warehouse_uuid,
      at: now,
      sequence: 1,
      text: marker,
      seen_at: now,
    })
    .execute();
  return made;
}

const emptyPdf = [
  "%PDF-1.4",
  "1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj",
  "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj",
  "3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 283 425] >> endobj",
  "trailer << /Size 4 /Root 1 0 R >>",
  "%%EOF",
].join("\n");
