import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { refuse, ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { writeOrderEvents } from "#server/outbound/orders/order-events.commands.ts";
import { insertLines } from "#server/outbound/orders/order-lines.commands.ts";
import type { ResolvedLine } from "#server/outbound/orders/order-lines.commands.ts";
import type { OrderScope } from "#server/outbound/orders/order-scope.ts";
import type { ImportedHead } from "./read-order-row.ts";

/** A draft with its lines, ready to insert. */
export interface NewDraft {
  readonly order_uuid: string;
  readonly order_number: string;
  readonly owner_uuid: string;
  readonly head: ImportedHead & { readonly channel_uuid: string | null };
  readonly lines: readonly ResolvedLine[];
}

/** Lines per batch: some megabytes of JSON at most. */
const linesAtOnce = 10_000;

/** Divides drafts into batches of limited size; each has at least one. */
function* inBatches(drafts: readonly NewDraft[]): Generator<NewDraft[]> {
  let batch: NewDraft[] = [];
  let lineCount = 0;
  for (const draft of drafts) {
    if (batch.length > 0 && lineCount + draft.lines.length > linesAtOnce) {
      yield batch;
      [batch, lineCount] = [[], 0];
    }
    batch.push(draft);
    lineCount += draft.lines.length;
  }
  if (batch.length > 0) yield batch;
}

async function insertBatch(scope: OrderScope, drafts: readonly NewDraft[]): Promise<void> {
  const { tx, providerUuid, userUuid, now } = scope;
  const rows = drafts.map(({ head, lines, ...draft }) => ({
    ...draft,
    ...head,
    line_count: lines.length,
    piece_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
  const json = JSON.stringify(rows);
  await sql`insert into sales_order (provider_uuid, order_uuid, order_number, reference, owner_uuid, channel_uuid, country, cod_type, cod_cents, cod_currency,
      ioss_number, vat_number, remark, line_count, piece_count, created_by, created_at)
    select ${providerUuid}::uuid, o.order_uuid, o.order_number, o.reference, o.owner_uuid, o.channel_uuid, o.country, o.cod_type, o.cod_cents, o.cod_currency,
      o.ioss_number, o.vat_number, o.remark, o.line_count, o.piece_count, ${userUuid ?? providerUuid}::uuid, ${now}
    from jsonb_to_recordset(${json}::jsonb) as o (order_uuid uuid, order_number text, reference text, owner_uuid uuid, channel_uuid uuid, country text,
      cod_type text, cod_cents bigint, cod_currency text, ioss_number text, vat_number text, remark text, line_count integer, piece_count integer)`.execute(
    tx,
  );
  await sql`insert into order_recipient (provider_uuid, order_uuid, owner_uuid, consignee, phone, address, city, state, zip, id_number)
    select ${providerUuid}::uuid, r.order_uuid, r.owner_uuid, r.consignee, r.phone, r.address, r.city, r.state, r.zip, r.id_number
    from jsonb_to_recordset(${json}::jsonb) as r (order_uuid uuid, owner_uuid uuid, consignee text, phone text, address text, city text, state text,
      zip text, id_number text)`.execute(tx);
  await insertLines(scope, drafts);
  await writeOrderEvents(
    scope,
    drafts.map(({ order_uuid, owner_uuid }) => ({ order_uuid, owner_uuid, event: "create", from_status: "", to_status: "draft" })),
  );
}

/**
 * Inserts any number of drafts with their recipients, lines and events, batch by batch. Publishes nothing.
 * @returns a refusal if another order of the owner got one of their references meanwhile; roll back then
 */
export async function insertDrafts(scope: OrderScope, drafts: readonly NewDraft[]): Promise<Result<void, RefusalName>> {
  try {
    for (const batch of inBatches(drafts)) await insertBatch(scope, batch);
    return ok(undefined);
  } catch (error) {
    if (getViolatedUnique(error) === "sales_order_reference_key") return refuse("orders.referenceTaken");
    throw error;
  }
}
