import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Condition } from "#src/warehouse/stock/stock.rules.ts";
import type { listStocktakeLines, StocktakeLine } from "#src/warehouse/stock/stocktake.contract.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { limitFirst, selectName } from "../../platform/db/limit-first.ts";
import { selectMainImage, selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";

type Row = Omit<StocktakeLine, "counted_at" | "condition" | "difference"> & { counted_at: Date | null; condition: string };

/** What is hidden from a reader of lines. */
interface Hidden {
  /** the expected quantities */
  readonly isBlind: boolean;
  /** the first count too: the reader makes the second */
  readonly isBlindRecount: boolean;
}

/** For people who approve counts. */
export const nothingHidden: Hidden = { isBlind: false, isBlindRecount: false };

/** Converts a line to the API's. */
function shown({ counted_at, condition, expected, counted, ...row }: Row, { isBlind, isBlindRecount }: Hidden): StocktakeLine {
  const last = row.recounted ?? counted;
  const told = isBlind ? null : expected;
  return {
    ...row,
    counted: isBlindRecount ? null : counted,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    condition: condition as Condition,
    counted_at: counted_at?.toISOString() ?? null,
    expected: told,
    difference: told === null || last === null ? null : last - told,
  };
}

function selectLines(tx: Tx, providerUuid: string, stocktakeUuid: string) {
  return tx
    .selectFrom("stocktake_line")
    .where("stocktake_line.provider_uuid", "=", providerUuid)
    .where("stocktake_line.stocktake_uuid", "=", stocktakeUuid);
}

const columns = [
  "stocktake_line.line_uuid",
  "stocktake_line.location_uuid",
  "stocktake_line.variant_uuid",
  "v.sku",
  "p.title",
  "v.title as variant_title",
  "stocktake_line.lot",
  "stocktake_line.condition",
  "stocktake_line.expected",
  "stocktake_line.counted",
  "stocktake_line.recounted",
  "stocktake_line.counted_at",
] as const;

const countedBy = sql<string>`colleague_name(stocktake_line.counted_by)`;
const isCounted = sql<SqlBool>`coalesce(stocktake_line.recounted, stocktake_line.counted) is not null`;
/** SQL for whether the last count differs from the ledger at that moment. */
export const lineDiffers: RawBuilder<SqlBool> = sql<SqlBool>`coalesce(stocktake_line.recounted, stocktake_line.counted) <> stocktake_line.expected`;

/** Returns a page of a stocktake's lines, in walking order. */
export async function readStocktakeLinePage(
  tx: Tx,
  providerUuid: string,
  { cur_page, page_size, cursor, stocktake_uuid, is_counted, differs }: Omit<ParsedInputOf<typeof listStocktakeLines>, "provider_uuid">,
): Promise<Result<Page<StocktakeLine>, "parameterError">> {
  // Each line has its location: a foreign key says so. As a left join, PostgreSQL leaves it out of the count (2 ms of 10, for 2,400 lines).
  let base = selectLines(tx, providerUuid, stocktake_uuid).leftJoin("location as l", (join) =>
    join.onRef("l.provider_uuid", "=", "stocktake_line.provider_uuid").onRef("l.location_uuid", "=", "stocktake_line.location_uuid"),
  );
  if (is_counted !== undefined) base = base.where(is_counted ? isCounted : sql<SqlBool>`not (${isCounted})`);
  if (differs !== undefined) base = base.where(differs ? lineDiffers : sql<SqlBool>`(${lineDiffers}) is not true`);
  return listPage(
    tx,
    {
      name: "stock.list-stocktake-lines",
      table: "stocktake_line",
      base,
      keys: [
        { column: sql.ref("l.pick_sequence"), type: "bigint", direction: "asc" },
        { column: sql.ref("stocktake_line.location_uuid"), type: "uuid", direction: "asc" },
        { column: sql.ref("stocktake_line.line_uuid"), type: "uuid", direction: "asc" },
      ],
      select: (rows) =>
        limitFirst(tx, "stocktake_line", rows.select("l.barcode"), ["counted_by"])
          .innerJoin("variant as v", (join) =>
            join.onRef("v.provider_uuid", "=", "stocktake_line.provider_uuid").onRef("v.variant_uuid", "=", "stocktake_line.variant_uuid"),
          )
          .innerJoin("product as p", (join) =>
            join.onRef("p.provider_uuid", "=", "v.provider_uuid").onRef("p.product_uuid", "=", "v.product_uuid"),
          )
          .select(columns)
          .select([
            sql<string>`stocktake_line.barcode`.as("barcode"),
            selectName("stocktake_line.counted_by").as("counted_by"),
            selectOwnerName("stocktake_line.owner_uuid").as("owner_name"),
            selectMainImage("p").as("main_image"),
          ]),
      show: ({ position: _position, ...row }): StocktakeLine => shown(row, nothingHidden),
    },
    { cur_page, page_size, cursor },
  );
}

/** The most lines of a location on a hand-held. */
const mostOfLocation = 500;

/** Returns some of a stocktake's lines in walking order: those of a location, or the given ones. */
export async function readStocktakeLines(
  tx: Tx,
  { providerUuid, stocktakeUuid, ...hidden }: { readonly providerUuid: string; readonly stocktakeUuid: string } & Hidden,
  asked: { readonly locationUuid: string } | { readonly lineUuids: readonly string[] },
): Promise<StocktakeLine[]> {
  let rows = selectLines(tx, providerUuid, stocktakeUuid)
    .innerJoin("location as l", (join) =>
      join.onRef("l.provider_uuid", "=", "stocktake_line.provider_uuid").onRef("l.location_uuid", "=", "stocktake_line.location_uuid"),
    )
    .innerJoin("variant as v", (join) =>
      join.onRef("v.provider_uuid", "=", "stocktake_line.provider_uuid").onRef("v.variant_uuid", "=", "stocktake_line.variant_uuid"),
    )
    .innerJoin("product as p", (join) =>
      join.onRef("p.provider_uuid", "=", "v.provider_uuid").onRef("p.product_uuid", "=", "v.product_uuid"),
    );
  if ("locationUuid" in asked) {
    rows = rows.where("stocktake_line.location_uuid", "=", asked.locationUuid);
    // Listing a product would give away as much as its number. A blind recount lists what has to be, or was, counted again.
    if (hidden.isBlindRecount)
      rows = rows.where(
        sql<SqlBool>`(stocktake_line.recounted is not null or coalesce(stocktake_line.counted <> stocktake_line.expected, false))`,
      );
    else if (hidden.isBlind) rows = rows.where(isCounted);
  } else rows = rows.where(sql<SqlBool>`stocktake_line.line_uuid = any (${[...asked.lineUuids]}::uuid[])`);
  const found = await rows
    .select(columns)
    .select([
      "l.barcode",
      countedBy.as("counted_by"),
      selectOwnerName("stocktake_line.owner_uuid").as("owner_name"),
      selectMainImage("p").as("main_image"),
    ])
    .orderBy("l.pick_sequence")
    .orderBy("v.sku_key")
    .orderBy("stocktake_line.line_uuid")
    .limit(mostOfLocation)
    .execute();
  return found.map((row) => shown(row, hidden));
}
