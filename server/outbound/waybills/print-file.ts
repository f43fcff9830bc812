import { Readable } from "node:stream";
import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { replaceBadCharacters, truncateNamePart } from "#src/kit/files/file-names.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { getPrintFile } from "#src/outbound/waybills/waybills.contract.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import type { OwnLabel, StoredLabel } from "./label-pdf.ts";

interface PrintedRow {
  readonly label_type: string;
  readonly bytes: Buffer | null;
  readonly waybill_number: string;
  readonly tracking_number: string;
  readonly channel_name: string;
  readonly parcel_number: string;
  readonly order_number: string;
  readonly grams: number | null;
  readonly country: string;
  readonly recipient: Readonly<Record<"consignee" | "address" | "city" | "state" | "zip" | "phone", string>> | null;
  readonly sender: Readonly<Record<"name" | "street" | "city" | "state" | "postcode" | "country", string>> | null;
}

/** Reads the labels of a print in its order, with what our own labels show. */
async function readPrinted({ tx, providerUuid }: OrderScope, printUuid: string, kind: "pdf" | "zpl"): Promise<PrintedRow[]> {
  const { rows } = await sql<PrintedRow>`
    select w.label_type, l.bytes, w.waybill_number, w.tracking_number, c.name as channel_name, p.parcel_number, o.order_number,
      coalesce(p.measured_grams, p.expected_grams) as grams, o.country, to_jsonb(r) as recipient, to_jsonb(s) as sender
    from waybill_print n
      join waybill w on w.provider_uuid = n.provider_uuid and w.waybill_uuid = n.waybill_uuid
      join channel c on c.provider_uuid = w.provider_uuid and c.channel_uuid = w.channel_uuid
      join parcel p on p.provider_uuid = w.provider_uuid and p.parcel_uuid = w.parcel_uuid
      join sales_order o on o.provider_uuid = w.provider_uuid and o.order_uuid = w.order_uuid
      left join waybill_label l on l.provider_uuid = w.provider_uuid and l.waybill_uuid = w.waybill_uuid
      left join (select provider_uuid, order_uuid, consignee, address, city, state, zip, coalesce(nullif(phone, ''), mobile) as phone
        from order_recipient) r on w.label_type = 'own' and r.provider_uuid = w.provider_uuid and r.order_uuid = w.order_uuid
      left join warehouse_sender s on w.label_type = 'own' and s.provider_uuid = w.provider_uuid and s.warehouse_uuid = w.warehouse_uuid
    where n.provider_uuid = ${providerUuid} and n.print_uuid = ${printUuid} and (w.label_type = 'text/zpl') = ${kind === "zpl"}
    order by n.line_number`.execute(tx);
  return rows;
}

const joinParts = (...parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined && part !== "").join(" ");

function toOwnLabel({ recipient, sender, country, ...row }: PrintedRow): OwnLabel {
  return {
    channelName: row.channel_name,
    waybillNumber: row.waybill_number,
    trackingNumber: row.tracking_number,
    parcelNumber: row.parcel_number,
    orderNumber: row.order_number,
    grams: row.grams,
    recipient: [
      recipient?.consignee ?? "",
      recipient?.address ?? "",
      joinParts(recipient?.zip, recipient?.city, recipient?.state),
      country,
      recipient?.phone ?? "",
    ].filter((line) => line !== ""),
    sender:
      sender === null
        ? []
        : [sender.name, sender.street, joinParts(sender.postcode, sender.city, sender.state), sender.country].filter((line) => line !== ""),
  };
}

/** Draws and merges labels into one PDF. */
async function buildPdf(rows: readonly PrintedRow[], size: ParsedInputOf<typeof getPrintFile>["size"]): Promise<Buffer> {
  const { drawShippingLabel, mergeLabels } = await import("./label-pdf.ts");
  const labels: StoredLabel[] = [];
  for (const row of rows) {
    const { label_type, bytes } = row;
    if (bytes === null) labels.push({ bytes: await drawShippingLabel(toOwnLabel(row), size), type: "application/pdf" });
    else labels.push({ bytes, type: label_type === "image/png" ? "image/png" : "application/pdf" });
  }
  return mergeLabels(labels);
}

/** Returns the labels of a print as one file. It can be fetched again, and counts no further print. */
export async function answerPrintFile(
  scope: OrderScope,
  { print_uuid, kind, size, filename }: ParsedInputOf<typeof getPrintFile>,
): Promise<Result<FileAnswer, "notFound" | "waybills.noLabel">> {
  const rows = await readPrinted(scope, print_uuid, kind);
  if (rows.length === 0) return refuse("notFound");
  if (rows.some(({ bytes, label_type }) => bytes === null && label_type !== "own")) return refuse("waybills.noLabel");
  const name = filename.replace(/\.(pdf|zpl)$/i, "");
  if (kind === "pdf") return ok(answerPdf(["labels", name], async () => Readable.from([await buildPdf(rows, size)])));
  const bytes = Buffer.concat(rows.flatMap((row) => [row.bytes ?? Buffer.alloc(0), Buffer.from("\n")]));
  return ok({
    contentType: "text/plain; charset=utf-8",
    name: `${truncateNamePart(replaceBadCharacters(`labels-${name}`))}.zpl`,
    isInline: false,
    byteSize: bytes.length,
    open: async () => Readable.from([bytes]),
  });
}
