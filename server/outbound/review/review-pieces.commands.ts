import { sql } from "kysely";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { reviewPieces, undoPieces } from "#src/outbound/review/review.contract.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { lockOpenReview, publishReview } from "./locked-review.commands.ts";

type ReviewProgress = OutputOf<typeof reviewPieces>;

/** Adds scanned pieces to a line of an open review, or takes some back. Returns null if the line has no room for them, or not so many. */
async function addToLine(
  scope: OrderScope,
  { review_uuid, line_number }: Pick<ParsedInputOf<typeof reviewPieces>, "review_uuid" | "line_number">,
  pieces: number,
): Promise<Result<ReviewProgress | null, "notFound" | "review.orderLeft">> {
  const { tx, providerUuid } = scope;
  const locked = await lockOpenReview(scope, review_uuid);
  if (!locked.ok) return locked;
  const { rows } = await sql<ReviewProgress & { is_changed: boolean }>`
    with line as (
      update order_review_line set reviewed_quantity = reviewed_quantity + ${pieces}
      where provider_uuid = ${providerUuid} and review_uuid = ${review_uuid} and line_number = ${line_number}
        and reviewed_quantity + ${pieces} between 0 and quantity
      returning reviewed_quantity
    ), sum as (
      update order_review set reviewed_pieces = reviewed_pieces + ${pieces}, version = version + 1
      where provider_uuid = ${providerUuid} and review_uuid = ${review_uuid} and exists (select from line)
      returning reviewed_pieces, version
    )
    select k.review_uuid, 'open' as status, v.piece_count, coalesce((select reviewed_pieces from sum), v.reviewed_pieces) as reviewed_pieces, k.line_number,
      coalesce((select reviewed_quantity from line), k.reviewed_quantity) as reviewed_quantity,
      coalesce((select version from sum), v.version) as version, exists (select from line) as is_changed
    from order_review_line k join order_review v on v.provider_uuid = k.provider_uuid and v.review_uuid = k.review_uuid
    where k.provider_uuid = ${providerUuid} and k.review_uuid = ${review_uuid} and k.line_number = ${line_number}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return refuse("notFound");
  const { is_changed, ...progress } = row;
  if (!is_changed) return ok(null);
  await publishReview(scope, locked.value);
  return ok(progress);
}

/** Counts scanned pieces of a line. */
export async function countPieces(
  scope: OrderScope,
  { quantity, ...line }: ParsedInputOf<typeof reviewPieces>,
): Promise<Result<ReviewProgress, "notFound" | "review.orderLeft" | "review.tooMany">> {
  const added = await addToLine(scope, line, quantity);
  if (!added.ok) return added;
  return added.value === null ? refuse("review.tooMany") : ok(added.value);
}

/** Takes counted pieces of a line back. */
export async function takeBackPieces(
  scope: OrderScope,
  { quantity, ...line }: ParsedInputOf<typeof undoPieces>,
): Promise<Result<ReviewProgress, "notFound" | "review.orderLeft" | "review.nothingToUndo">> {
  const taken = await addToLine(scope, line, -quantity);
  if (!taken.ok) return taken;
  return taken.value === null ? refuse("review.nothingToUndo") : ok(taken.value);
}
