import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Box, listBoxes } from "#src/outbound/packing/boxes.contract.ts";
import type { BoxKind } from "#src/outbound/packing/packing.rules.ts";
import { mostBoxes } from "#src/outbound/packing/packing.rules.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PackScope } from "./packing.queries.ts";

export const boxColumns = [
  "box_type.box_uuid",
  "box_type.name",
  "box_type.kind",
  "box_type.length_mm",
  "box_type.width_mm",
  "box_type.height_mm",
  "box_type.weight_grams",
  "box_type.max_weight_grams",
  "box_type.is_active",
  "box_type.version",
] as const;

interface Row extends Omit<Box, "kind"> {
  kind: string;
}

export function toBox({ kind, ...row }: Row): Box {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
  return { ...row, kind: kind as BoxKind };
}

/** Returns a page of a provider's boxes and consumables, newest first. */
export function listBoxPage(
  { tx, providerUuid }: PackScope,
  { cur_page, page_size, cursor, is_active }: ParsedInputOf<typeof listBoxes>,
): Promise<Result<Page<Box>, "parameterError">> {
  return listPage(
    tx,
    {
      name: "packing.list-boxes",
      table: "box_type",
      base: tx
        .selectFrom("box_type")
        .where("box_type.provider_uuid", "=", providerUuid)
        .$if(is_active !== undefined, (rows) => rows.where("box_type.is_active", "=", is_active === true)),
      keys: [{ column: sql.ref("box_type.box_uuid"), type: "uuid", direction: "desc" }],
      select: (page) => page.select(boxColumns),
      show: ({ position: _position, ...row }): Box => toBox(row),
    },
    { cur_page, page_size, cursor },
  );
}

/** Returns the boxes and consumables in use, by name. */
export async function listActiveBoxes({ tx, providerUuid }: PackScope): Promise<Box[]> {
  const rows = await tx
    .selectFrom("box_type")
    .select(boxColumns)
    .where("box_type.provider_uuid", "=", providerUuid)
    .where("box_type.is_active", "=", true)
    .orderBy("box_type.name")
    .limit(mostBoxes)
    .execute();
  return rows.map(toBox);
}

/** Returns those of some boxes and consumables that the caller may see. */
export async function listBoxesByUuid({ tx, providerUuid }: PackScope, uuids: readonly string[]): Promise<Box[]> {
  const rows = await tx
    .selectFrom("box_type")
    .select(boxColumns)
    .where("box_type.provider_uuid", "=", providerUuid)
    .where(sql<boolean>`box_type.box_uuid = any (${[...uuids]}::uuid[])`)
    .execute();
  return rows.map(toBox);
}
