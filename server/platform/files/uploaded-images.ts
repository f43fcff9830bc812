import type { RefusalName } from "#src/kit/api/codes.ts";
import { checkImages, imageHeadBytes } from "#src/kit/files/files.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Upload } from "#server/platform/http/context.ts";
import type { Extension } from "#src/kit/files/file-names.rules.ts";
import type { CleanImage } from "./reencode-image.ts";
import { reencodeImage } from "./reencode-image.ts";

/** The name of the multipart field of images. */
export const imagesField = "images";

export interface UploadedImage extends CleanImage {
  /** its original name */
  readonly name: string;
  readonly extension: Extension;
}

const extensions = { "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif" } as const;

/**
 * Reads uploads as images and encodes each again, one after the other, because each may take hundreds of megabytes.
 * @param signal ends the work
 * @returns all of them, or the first refusal
 */
export async function cleanImages(
  uploads: readonly Upload[],
  signal: AbortSignal | undefined,
): Promise<Result<UploadedImage[], RefusalName>> {
  if (uploads.length === 0) return refuse("files.nothingSent");
  if (uploads.some(({ field }) => field !== imagesField)) return refuse("parameterError");
  const problem = checkImages(
    uploads.map(({ name, bytes }) => ({ name, byteSize: bytes.length, head: bytes.subarray(0, imageHeadBytes) })),
  );
  if (problem !== null) return refuse(problem);
  const images: UploadedImage[] = [];
  for (const { name, bytes } of uploads) {
    const image = await reencodeImage(bytes, { signal });
    if (!image.ok) return refuse(image.problem);
    images.push({ ...image.value, name, extension: extensions[image.value.contentType] });
  }
  return ok(images);
}
