import { sql } from "kysely";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { addReviewPhotos, listReviewPhotos } from "#src/outbound/review/review.contract.ts";
import { mostReviewPhotos } from "#src/outbound/review/review.rules.ts";
import { selectName, withNames } from "#server/platform/db/limit-first.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/** Turns images that this user uploaded into photos. @returns their files; null if one is not this user's own upload */
async function claimUploads({ tx, providerUuid, userUuid }: OrderScope, filenames: readonly string[]): Promise<string[] | null> {
  const wanted = [...new Set(filenames.map((name) => name.slice(0, name.indexOf("."))))];
  const { rows } = await sql<{ file_uuid: string }>`
    update file set purpose = 'photo'
    where provider_uuid = ${providerUuid} and file_uuid = any (${wanted}::uuid[]) and user_uuid = ${userUuid}::uuid and purpose = 'document'
      and retailer_uuid is null and expires_at is null and extension in ('jpg', 'png', 'gif')
    returning file_uuid`.execute(tx);
  return rows.length === wanted.length ? wanted : null;
}

/** Attaches uploaded images to a review, all or none. The lock on the review makes two that do so at once count one after the other. */
export async function attachPhotos(
  scope: OrderScope,
  { review_uuid, filenames }: ParsedInputOf<typeof addReviewPhotos>,
): Promise<Result<string[], "notFound" | "review.tooManyPhotos">> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { rows } = await sql<{ order_uuid: string; warehouse_uuid: string }>`
    select order_uuid, warehouse_uuid from order_review
    where provider_uuid = ${providerUuid} and review_uuid = ${review_uuid} for no key update`.execute(tx);
  const [review] = rows;
  if (review === undefined) return refuse("notFound");
  const files = await claimUploads(scope, filenames);
  if (files === null) return refuse("notFound");
  const photos = files.map((file_uuid) => ({ photo_uuid: newId(), file_uuid }));
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from order_review_photo where provider_uuid = ${providerUuid} and review_uuid = ${review_uuid}`.execute(
    tx,
  );
  if ((counted[0]?.count ?? 0) + photos.length > mostReviewPhotos) return refuse("review.tooManyPhotos");
  await sql`insert into order_review_photo (provider_uuid, photo_uuid, review_uuid, order_uuid, warehouse_uuid, file_uuid, taken_by, at)
    select ${providerUuid}::uuid, p.photo_uuid, ${review_uuid}::uuid, ${review.order_uuid}::uuid, ${review.warehouse_uuid}::uuid, p.file_uuid,
      ${userUuid}::uuid, ${now}
    from jsonb_to_recordset(${JSON.stringify(photos)}::jsonb) as p (photo_uuid uuid, file_uuid uuid)`.execute(tx);
  return ok(photos.map(({ photo_uuid }) => photo_uuid));
}

/** Lists the photos of an order's reviews, the oldest first; null if the caller does not see the order. */
export async function listPhotos(
  { tx, providerUuid }: OrderScope,
  { order_uuid }: ParsedInputOf<typeof listReviewPhotos>,
): Promise<OutputOf<typeof listReviewPhotos>["result"] | null> {
  const order = await sql`select from sales_order where provider_uuid = ${providerUuid} and order_uuid = ${order_uuid}`.execute(tx);
  if (order.rows.length === 0) return null;
  const people = sql`select taken_by from order_review_photo where provider_uuid = ${providerUuid} and order_uuid = ${order_uuid}`;
  const rows = await withNames(tx, people)
    .selectFrom("order_review_photo as p")
    .innerJoin("file as f", (join) => join.onRef("f.provider_uuid", "=", "p.provider_uuid").onRef("f.file_uuid", "=", "p.file_uuid"))
    .select([
      "p.photo_uuid",
      "p.at",
      sql<string>`f.file_uuid || '.' || f.extension`.as("filename"),
      selectName("p.taken_by").as("taken_by"),
    ])
    .where("p.provider_uuid", "=", providerUuid)
    .where("p.order_uuid", "=", order_uuid)
    .orderBy("p.photo_uuid")
    .execute();
  return rows.map(({ at, ...photo }) => ({ ...photo, at: at.toISOString() }));
}
