import { readOpaqueName } from "#src/kit/files/file-names.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { expireFile } from "#server/platform/files/files.commands.ts";
import type { GoodsContext } from "./lock-variants.commands.ts";
import { lockProduct } from "./product.commands.ts";

type ImageRefusal = "notFound" | "changedMeanwhile" | "files.notAnImage";

/**
 * Sets a product's images in their order. New ones are files that this user uploaded, which the owner and the provider's staff can see from now on.
 * Images that are left out are deleted.
 * @returns the product
 */
export async function saveImages(
  context: GoodsContext,
  userUuid: string,
  { product_uuid, version, images }: { product_uuid: string; version: number; images: readonly string[] },
): Promise<Result<string, ImageRefusal>> {
  const { tx, providerUuid, now } = context;
  const held = await lockProduct(context, product_uuid);
  if (held === null) return refuse("notFound");
  if (held.version !== version) return refuse("changedMeanwhile");
  const names = [...new Set(images)].map(readOpaqueName);
  if (names.some((name) => name === null || name.extension === "pdf" || name.extension === "xlsx" || name.extension === "csv"))
    return refuse("files.notAnImage");
  const wanted = names.flatMap((name) => (name === null ? [] : [name.fileUuid]));
  const before = await tx
    .selectFrom("product_image")
    .select("file_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("product_uuid", "=", held.product_uuid)
    .execute();
  const had = new Set(before.map(({ file_uuid }) => file_uuid));
  const added = wanted.filter((uuid) => !had.has(uuid));
  if (added.length > 0 && !(await takeUploads(context, userUuid, held.owner_uuid, added))) return refuse("notFound");
  await tx.deleteFrom("product_image").where("provider_uuid", "=", providerUuid).where("product_uuid", "=", held.product_uuid).execute();
  if (wanted.length > 0)
    await tx
      .insertInto("product_image")
      .values(
        wanted.map((file_uuid, position) => ({
          provider_uuid: providerUuid,
          product_uuid: held.product_uuid,
          position,
          owner_uuid: held.owner_uuid,
          file_uuid,
        })),
      )
      .execute();
  for (const fileUuid of had) if (!wanted.includes(fileUuid)) await expireFile(tx, { providerUuid, fileUuid }, now);
  await tx
    .updateTable("product")
    .set({ version: version + 1, updated_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("product_uuid", "=", held.product_uuid)
    .execute();
  return ok(held.product_uuid);
}

/**
 * Turns uploads of this user into images of goods: visible to the owner and to staff, whoever uploaded them.
 * @returns false if one of them is not the user's, or was already deleted
 */
async function takeUploads(
  { tx, providerUuid }: GoodsContext,
  userUuid: string,
  ownerUuid: string,
  fileUuids: readonly string[],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("file")
    .set({ purpose: "goods", retailer_uuid: ownerUuid === providerUuid ? null : ownerUuid })
    .where("provider_uuid", "=", providerUuid)
    .where("file_uuid", "in", fileUuids)
    .where("user_uuid", "=", userUuid)
    .where("purpose", "=", "document")
    .where("expires_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === fileUuids.length;
}
