import type { RefusalName } from "#src/api/codes.ts";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { statusAfter } from "#src/receipts/receipts.machine.ts";
import { mostPhotosOfReceipt } from "#src/receipts/receipts.rules.ts";
import type { addPhotos } from "#src/receipts/receiving.contract.ts";
import { newId } from "#server/clock.ts";
import { heldReceipt, moveOn, tellReceipt } from "./hold.commands.ts";
import type { HeldReceipt } from "./hold.commands.ts";
import { linesOf } from "./lines.queries.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

/**
 * Makes images that this person uploaded photos of the receipt's: in sight of its owner too, and no document of anybody's any more.
 * @returns their files; null where one is not this person's own upload
 */
async function takeFiles(
  { tx, providerUuid, userUuid }: ReceiptScope,
  { owner_uuid }: HeldReceipt,
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

async function countOf({ tx, providerUuid }: ReceiptScope, { receipt_uuid }: HeldReceipt): Promise<number> {
  const { count } = await tx
    .selectFrom("receipt_photo")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .executeTakeFirstOrThrow();
  return count;
}

/** Puts uploaded images to a receipt, or to a line of it; all, or none. @returns the photos' uuids, in the order given */
export async function keepPhotos(scope: ReceiptScope, input: ParsedInputOf<typeof addPhotos>): Promise<Result<string[], RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const held = await heldReceipt(scope, input.receipt_uuid);
  if (held === null) return refuse("notFound");
  const status = statusAfter(held.status, "photograph");
  if (status === null) return refuse("receipts.wrongState");
  const lineUuid = input.line_uuid?.toLowerCase() ?? null;
  if (lineUuid !== null && !(await linesOf(scope, held.receipt_uuid)).some(({ line_uuid }) => line_uuid === lineUuid))
    return refuse("notFound");
  const files = await takeFiles(scope, held, input.filenames);
  if (files === null) return refuse("notFound");
  if ((await countOf(scope, held)) + files.length > mostPhotosOfReceipt) return refuse("receipts.tooManyPhotos");
  const { receipt_uuid, owner_uuid } = held;
  const place = { provider_uuid: providerUuid, receipt_uuid, owner_uuid, line_uuid: lineUuid };
  const photos = files.map((file_uuid) => ({ ...place, photo_uuid: newId(), file_uuid, taken_by: userUuid, at: now }));
  await tx.insertInto("receipt_photo").values(photos).execute();
  await tellReceipt(scope, await moveOn(scope, held, { event: "photograph", status, detail: { quantity: files.length } }));
  return ok(photos.map(({ photo_uuid }) => photo_uuid));
}
