import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getNextStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { mostPhotosOfReceipt } from "#src/warehouse/receipts/receipts.rules.ts";
import type { addPhotos } from "#src/warehouse/receipts/receiving.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { lockReceipt, applyStep, publishReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import { listLines } from "#server/warehouse/receipts/lines.queries.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";

/**
 * Turns images that this user uploaded into the receipt's photos, which its owner sees too.
 * @returns their files; null if one is not this user's own upload
 */
async function claimUploads(
  { tx, providerUuid, userUuid }: ReceiptScope,
  { owner_uuid }: LockedReceipt,
  filenames: readonly string[],
): Promise<string[] | null> {
  const wanted = [...new Set(filenames.map((name) => name.slice(0, name.indexOf("."))))];
  const files = await tx
    .updateTable("file")
    .set({ purpose: "photo", retailer_uuid: owner_uuid === providerUuid ? null : owner_uuid })
    .where("provider_uuid", "=", providerUuid)
    .where("file_uuid", "in", wanted)
    .where("user_uuid", "=", userUuid)
    .where("purpose", "=", "document")
    .where("retailer_uuid", "is", null)
    .where("expires_at", "is", null)
    .where("extension", "in", ["jpg", "png", "gif"])
    .returning("file_uuid")
    .execute();
  return files.length === wanted.length ? wanted : null;
}

async function countPhotos({ tx, providerUuid }: ReceiptScope, { receipt_uuid }: LockedReceipt): Promise<number> {
  const { count } = await tx
    .selectFrom("receipt_photo")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .executeTakeFirstOrThrow();
  return count;
}

/** Attaches uploaded images to a receipt or one of its lines, all or none. @returns the photos' uuids, in the given order */
export async function attachPhotos(scope: ReceiptScope, input: ParsedInputOf<typeof addPhotos>): Promise<Result<string[], RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const locked = await lockReceipt(scope, input.receipt_uuid);
  if (locked === null) return refuse("notFound");
  const status = getNextStatus(locked.status, "photograph");
  if (status === null) return refuse("receipts.wrongState");
  const lineUuid = input.line_uuid?.toLowerCase() ?? null;
  if (lineUuid !== null && !(await listLines(scope, locked.receipt_uuid)).some(({ line_uuid }) => line_uuid === lineUuid))
    return refuse("notFound");
  const files = await claimUploads(scope, locked, input.filenames);
  if (files === null) return refuse("notFound");
  if ((await countPhotos(scope, locked)) + files.length > mostPhotosOfReceipt) return refuse("receipts.tooManyPhotos");
  const { receipt_uuid, owner_uuid } = locked;
  const place = { provider_uuid: providerUuid, receipt_uuid, owner_uuid, line_uuid: lineUuid };
  const photos = files.map((file_uuid) => ({ ...place, photo_uuid: newId(), file_uuid, taken_by: userUuid, at: now }));
  await tx.insertInto("receipt_photo").values(photos).execute();
  await publishReceipt(scope, await applyStep(scope, locked, { event: "photograph", status, detail: { quantity: files.length } }));
  return ok(photos.map(({ photo_uuid }) => photo_uuid));
}
