import { sql } from "kysely";
import type { QueryCreator, RawBuilder, SelectQueryBuilder } from "kysely";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { PutawayTask } from "#src/warehouse/receipts/receipts.contract.ts";
import { isBoxLabel, normalizeCode } from "#src/warehouse/receipts/receipts.rules.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest } from "#server/platform/db/list.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { selectMainImage, selectOwnerName, findVariantsByScan } from "#server/warehouse/goods/variants.queries.ts";
import { findLocationByBarcode } from "#server/warehouse/warehouses/locations.queries.ts";
import { formatMoment } from "#server/warehouse/receipts/receipts.queries.ts";
import { limitFirst, selectName, withNames } from "#server/platform/db/limit-first.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";

type Scope = Pick<ReceiptScope, "tx" | "providerUuid">;

interface Row {
  task_uuid: string;
  receipt_uuid: string;
  receipt_number: string;
  warehouse_uuid: string;
  line_uuid: string;
  owner_uuid: string;
  owner_name: string;
  variant_uuid: string;
  sku: string;
  title: string;
  variant_title: string;
  main_image: string;
  lot: string;
  status: string;
  quantity: number;
  from_barcode: string;
  suggested_barcode: string;
  location_barcode: string;
  created_at: Date;
  done_at: Date | null;
  done_by: string;
}

function locationBarcode(column: string) {
  return sql<string>`coalesce((select o.barcode from location o
    where o.provider_uuid = putaway_task.provider_uuid and o.location_uuid = ${sql.ref(column)}), '')`;
}

/** SQL for a user's name; empty if the caller may not see it. */
export function selectColleagueName(column: string) {
  return sql<string>`colleague_name(${sql.ref(column)})`;
}

/** @param doneBy SQL for the name of who did a task */
function selectRow<O>(query: SelectQueryBuilder<DB, "putaway_task", O>, doneBy = selectColleagueName("putaway_task.done_by")) {
  return query
    .innerJoin("receipt as r", (join) =>
      join.onRef("r.provider_uuid", "=", "putaway_task.provider_uuid").onRef("r.receipt_uuid", "=", "putaway_task.receipt_uuid"),
    )
    .innerJoin("receipt_line as l", (join) =>
      join
        .onRef("l.provider_uuid", "=", "putaway_task.provider_uuid")
        .onRef("l.receipt_uuid", "=", "putaway_task.receipt_uuid")
        .onRef("l.line_uuid", "=", "putaway_task.line_uuid"),
    )
    .innerJoin("variant as v", (join) =>
      join.onRef("v.provider_uuid", "=", "l.provider_uuid").onRef("v.variant_uuid", "=", "l.variant_uuid"),
    )
    .innerJoin("product as p", (join) =>
      join.onRef("p.provider_uuid", "=", "v.provider_uuid").onRef("p.product_uuid", "=", "v.product_uuid"),
    )
    .select(["putaway_task.task_uuid", "putaway_task.receipt_uuid", "r.receipt_number", "r.warehouse_uuid", "putaway_task.line_uuid"])
    .select(["putaway_task.owner_uuid", "l.variant_uuid", "v.sku", "p.title", "l.lot", "putaway_task.status", "putaway_task.quantity"])
    .select(["putaway_task.created_at", "putaway_task.done_at", "v.title as variant_title"])
    .select([
      selectOwnerName("putaway_task.owner_uuid").as("owner_name"),
      doneBy.as("done_by"),
      selectMainImage("p").as("main_image"),
      locationBarcode("putaway_task.from_location_uuid").as("from_barcode"),
      locationBarcode("putaway_task.suggested_location_uuid").as("suggested_barcode"),
      locationBarcode("putaway_task.location_uuid").as("location_barcode"),
    ])
    .$castTo<O & Row>();
}

function toTaskStatus(status: string): PutawayTask["status"] {
  if (status === "done" || status === "cancelled") return status;
  return "pending";
}

function toTask(row: Row): PutawayTask {
  return {
    task_uuid: row.task_uuid,
    receipt_uuid: row.receipt_uuid,
    receipt_number: row.receipt_number,
    warehouse_uuid: row.warehouse_uuid,
    line_uuid: row.line_uuid,
    owner_uuid: row.owner_uuid,
    owner_name: row.owner_name,
    variant_uuid: row.variant_uuid,
    sku: row.sku,
    title: row.title,
    variant_title: row.variant_title,
    main_image: row.main_image,
    lot: row.lot,
    status: toTaskStatus(row.status),
    quantity: row.quantity,
    from_barcode: row.from_barcode,
    suggested_barcode: row.suggested_barcode,
    location_barcode: row.location_barcode,
    created_at: formatMoment(row.created_at),
    done_at: formatMoment(row.done_at),
    done_by: row.done_by,
  };
}

function selectTasks({ tx, providerUuid }: Scope, creator: QueryCreator<DB> = tx) {
  return creator.selectFrom("putaway_task").where("putaway_task.provider_uuid", "=", providerUuid);
}

/** Returns one putaway task. @throws Error if it does not exist: the caller has just written it */
export async function getTask(scope: Scope, taskUuid: string): Promise<PutawayTask> {
  return toTask(await selectRow(selectTasks(scope).where("task_uuid", "=", taskUuid)).executeTakeFirstOrThrow());
}

/** Lists the newest putaway tasks of a receipt, at most `most`. */
export async function listReceiptTasks(scope: Scope, receiptUuid: string, most: number): Promise<PutawayTask[]> {
  const { tx, providerUuid } = scope;
  const named = withNames(
    tx,
    sql`select done_by from putaway_task where provider_uuid = ${providerUuid} and receipt_uuid = ${receiptUuid}`,
  );
  const tasks = selectTasks(scope, named).where("putaway_task.receipt_uuid", "=", receiptUuid);
  const rows = await selectRow(tasks, selectName("putaway_task.done_by")).orderBy("putaway_task.task_uuid", "desc").limit(most).execute();
  return rows.map(toTask);
}

/** SQL for whether a task matches a code: the receipt's number or a box, the product's SKU or barcode, or the suggested location. */
async function matchCode({ tx, providerUuid }: Scope, code: string): Promise<RawBuilder<boolean>> {
  const inReceipt = sql`t.provider_uuid = putaway_task.provider_uuid and t.receipt_uuid = putaway_task.receipt_uuid`;
  if (isBoxLabel(code)) {
    const [number] = normalizeCode(code).split("/", 1);
    return sql`exists (select from receipt t where ${inReceipt} and t.receipt_number = ${number ?? ""})`;
  }
  const variants = (await findVariantsByScan(tx, providerUuid, code)).map(({ variant_uuid }) => variant_uuid);
  const location = await findLocationByBarcode(tx, providerUuid, code);
  return sql`(putaway_task.suggested_location_uuid = ${location?.location_uuid ?? null}::uuid or exists (select from receipt_line t
    where ${inReceipt} and t.line_uuid = putaway_task.line_uuid and t.variant_uuid = any (${variants}::uuid[])))`;
}

interface OpenFilter {
  readonly code?: string | undefined;
  readonly warehouse_uuid?: string | undefined;
  readonly receipt_uuid?: string | undefined;
  readonly owner_uuid?: string | undefined;
}

/** Tasks without a suggested location come last. */
const lastOfAll = 2_147_483_647;

/** Returns a page of open putaway tasks, in the walking order of their suggested locations. */
export async function listOpenTasks(
  scope: Scope,
  { cur_page, page_size, cursor, code, warehouse_uuid, receipt_uuid, owner_uuid }: PageRequest & OpenFilter,
): Promise<Result<Page<PutawayTask>, "parameterError">> {
  const named = code === undefined ? sql<boolean>`true` : await matchCode(scope, code);
  const base = selectTasks(scope)
    .leftJoin("location as suggested", (join) =>
      join
        .onRef("suggested.provider_uuid", "=", "putaway_task.provider_uuid")
        .onRef("suggested.location_uuid", "=", "putaway_task.suggested_location_uuid"),
    )
    // Literals: with parameters, no plan that is used again could take the index of the open tasks, and each request planned for 10 ms.
    .where(sql<boolean>`putaway_task.status in ('pending', 'assigned')`)
    .where(named)
    .$if(receipt_uuid !== undefined, (rows) => rows.where("putaway_task.receipt_uuid", "=", receipt_uuid ?? ""))
    .$if(owner_uuid !== undefined, (rows) => rows.where("putaway_task.owner_uuid", "=", owner_uuid ?? ""))
    .$if(warehouse_uuid !== undefined, (rows) =>
      rows.where(
        sql<boolean>`exists (select from receipt w where w.provider_uuid = putaway_task.provider_uuid
          and w.receipt_uuid = putaway_task.receipt_uuid and w.warehouse_uuid = ${warehouse_uuid ?? ""})`,
      ),
    );
  const sequence = sql`coalesce(suggested.put_sequence, ${sql.lit(lastOfAll)})`;
  return listPage(
    scope.tx,
    {
      name: "receipts.list-putaway",
      table: "putaway_task",
      base,
      keys: [
        { column: sequence, type: "bigint", direction: "asc" },
        { column: sql`putaway_task.task_uuid`, type: "uuid", direction: "asc" },
      ],
      select: (page) => selectRow(limitFirst(scope.tx, "putaway_task", page)),
      show: (row) => toTask(row),
    },
    { cur_page, page_size, cursor },
  );
}
