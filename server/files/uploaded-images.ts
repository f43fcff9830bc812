import type { RefusalName } from "#src/api/codes.ts";
import { checkImages, imageHeadBytes } from "#src/files/files.rules.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { Upload } from "#server/http/context.ts";
import type { Extension } from "#src/files/file-names.rules.ts";
import type { CleanImage } from "./images.ts";
import { reencodeImage } from "./images.ts";

/** The part of a multipart body that images travel in. */
export const imagesField = "images";

export interface UploadedImage extends CleanImage {
  /** as it was called where it came from */
  readonly name: string;
  readonly extension: Extension;
}

const extensions = { "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif" } as const;

/**
 * Reads uploads as images and writes each anew; one after the other, for each may take hundreds of megabytes.
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
