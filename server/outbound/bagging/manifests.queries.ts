import { sql } from "kysely";
import type { SelectQueryBuilder } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { FoundManifest } from "#src/outbound/bagging/bagging.contract.ts";
import type { listManifests, Manifest, ManifestRow } from "#src/outbound/bagging/manifests.contract.ts";
import type { ManifestStatus } from "#src/outbound/bagging/bagging.rules.ts";
import { limitFirst } from "#server/platform/db/limit-first.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { formatMoment } from "../orders/orders.queries.ts";
import { listBagsOfManifest, listBlockedOfManifest } from "./bags.queries.ts";
import type { BagScope } from "./bags.queries.ts";

interface Row extends Omit<ManifestRow, "status" | "made_at" | "handed_over_at"> {
  status: string;
  made_at: Date;
  handed_over_at: Date | null;
}

function toManifestRow({ status, made_at, handed_over_at, ...row }: Row): ManifestRow {
  return {
    ...row,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
    status: status as ManifestStatus,
    made_at: made_at.toISOString(),
    handed_over_at: formatMoment(handed_over_at),
  };
}

const ofBags = sql`from bag b where b.provider_uuid = manifest.provider_uuid and b.manifest_uuid = manifest.manifest_uuid`;

/** Adds what a row shows to `manifest`: of its warehouse, its account or channel, and its bags. */
function selectShown<O>(manifests: SelectQueryBuilder<DB, "manifest", O>) {
  return manifests
    .innerJoin("warehouse as h", (join) =>
      join.onRef("h.provider_uuid", "=", "manifest.provider_uuid").onRef("h.warehouse_uuid", "=", "manifest.warehouse_uuid"),
    )
    .leftJoin("carrier_account as a", (join) =>
      join.onRef("a.provider_uuid", "=", "manifest.provider_uuid").onRef("a.carrier_account_uuid", "=", "manifest.carrier_account_uuid"),
    )
    .leftJoin("channel as c", (join) =>
      join.onRef("c.provider_uuid", "=", "manifest.provider_uuid").onRef("c.channel_uuid", "=", "manifest.channel_uuid"),
    )
    .select([
      "manifest.manifest_uuid",
      "manifest.manifest_number",
      "manifest.status",
      "manifest.warehouse_uuid",
      "h.name as warehouse_name",
      "manifest.carrier_account_uuid",
      sql<string>`coalesce(a.label, c.name, '')`.as("carrier_name"),
      sql<string>`manifest.ship_date::text`.as("ship_date"),
      sql<number>`(select count(*)::integer ${ofBags})`.as("bag_count"),
      sql<number>`(select count(*)::integer from bag b
        join bag_parcel k on k.provider_uuid = b.provider_uuid and k.bag_uuid = b.bag_uuid and k.taken_at is null
        where b.provider_uuid = manifest.provider_uuid and b.manifest_uuid = manifest.manifest_uuid)`.as("parcel_count"),
      sql<number>`(select coalesce(sum(b.weight_grams), 0)::integer ${ofBags})`.as("weight_grams"),
      "manifest.made_at",
      "manifest.carrier_person",
      "manifest.handed_over_at",
    ])
    .$castTo<O & Row>();
}

/** Returns a page of manifests, newest first. */
export function listManifestPage(
  { tx, providerUuid }: BagScope,
  { cur_page, page_size, cursor, status, warehouse_uuid }: ParsedInputOf<typeof listManifests>,
): Promise<Result<Page<ManifestRow>, "parameterError">> {
  const base = tx
    .selectFrom("manifest")
    .where("manifest.provider_uuid", "=", providerUuid)
    .$if(status !== undefined, (rows) => rows.where("manifest.status", "=", sql.lit(status ?? "")))
    .$if(warehouse_uuid !== undefined, (rows) => rows.where("manifest.warehouse_uuid", "=", warehouse_uuid ?? ""));
  return listPage(
    tx,
    {
      name: "bagging.list-manifests",
      table: "manifest",
      base,
      keys: [{ column: sql.ref("manifest.manifest_uuid"), type: "uuid", direction: "desc" }],
      select: (page) => selectShown(limitFirst(tx, "manifest", page)),
      show: ({ position: _position, ...row }): ManifestRow => toManifestRow(row),
    },
    { cur_page, page_size, cursor },
  );
}

/** Finds a manifest by its number; null if there is none. */
export async function findManifestByCode(
  { tx, providerUuid }: BagScope,
  code: string,
  warehouseUuid: string | undefined,
): Promise<FoundManifest | null> {
  const row = await tx
    .selectFrom("manifest")
    .select(["manifest_uuid", "manifest_number", "status"])
    .where("provider_uuid", "=", providerUuid)
    .where("manifest_number", "=", code.toUpperCase())
    .$if(warehouseUuid !== undefined, (rows) => rows.where("warehouse_uuid", "=", warehouseUuid ?? ""))
    .executeTakeFirst();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
  return row === undefined ? null : { ...row, status: row.status as ManifestStatus };
}

/** Returns a manifest with its bags; null if the caller may not see it. */
export async function findManifest(scope: BagScope, manifestUuid: string): Promise<Manifest | null> {
  const { tx, providerUuid } = scope;
  const row = await selectShown(tx.selectFrom("manifest").where("manifest.provider_uuid", "=", providerUuid))
    .leftJoin("file as f", (join) =>
      join.onRef("f.provider_uuid", "=", "manifest.provider_uuid").onRef("f.file_uuid", "=", "manifest.signature_file_uuid"),
    )
    .select(["manifest.signed_name", sql<string>`coalesce(f.file_uuid || '.' || f.extension, '')`.as("signature")])
    .where("manifest.manifest_uuid", "=", manifestUuid)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { signed_name, signature, ...shown } = row;
  const bags = await listBagsOfManifest(scope, shown.manifest_uuid);
  const blocked = shown.status === "made" ? await listBlockedOfManifest(scope, shown.manifest_uuid) : [];
  return { ...toManifestRow(shown), signed_name, signature, bags, blocked };
}

/** Returns where the drawn signature of a manifest is stored; null if there is none. */
export async function findSignatureKey({ tx, providerUuid }: BagScope, manifestUuid: string): Promise<string | null> {
  const found = await tx
    .selectFrom("manifest as m")
    .innerJoin("file as f", (join) =>
      join.onRef("f.provider_uuid", "=", "m.provider_uuid").onRef("f.file_uuid", "=", "m.signature_file_uuid"),
    )
    .select("f.store_key")
    .where("m.provider_uuid", "=", providerUuid)
    .where("m.manifest_uuid", "=", manifestUuid)
    .executeTakeFirst();
  return found?.store_key ?? null;
}
