import type { ImageType } from "#src/files/files.rules.ts";
import { imageTypeOf, maxImageBytes, maxImagePixels } from "#src/files/files.rules.ts";
import type { Result } from "#src/lib/result.ts";
import { ok, refuse } from "#src/lib/result.ts";
import { imageSizeOf } from "./image-size.ts";
import type { WorkLimits } from "./image-workers.ts";
import { workOnImage } from "./image-workers.ts";
import type { ImageAnswer, ImageOrder } from "./images.worker.ts";

export type ImageProblem = "files.notAnImage" | "files.imageTooLarge" | "files.imageTooManyPixels";

/** An image that we wrote ourselves from pixels. */
export interface CleanImage {
  bytes: Uint8Array;
  contentType: ImageType;
  width: number;
  height: number;
}

export interface ImageLimits extends WorkLimits {
  maxBytes: number;
  /** width times height, as the header names them */
  maxPixels: number;
}

const ordinary: ImageLimits = { maxBytes: maxImageBytes, maxPixels: maxImagePixels, timeoutMs: 20_000, heapMb: 768 };

/** Looks at size, first bytes and header; only what passes is decoded. */
async function work(
  wanted: ImageOrder["wanted"],
  bytes: Uint8Array,
  limits: ImageLimits,
): Promise<Result<NonNullable<ImageAnswer> & { type: ImageType }, ImageProblem>> {
  if (bytes.byteLength > limits.maxBytes) return refuse("files.imageTooLarge");
  const type = imageTypeOf(bytes);
  const size = type === null ? null : imageSizeOf(bytes, type);
  if (type === null || size === null) return refuse("files.notAnImage");
  const pixels = size.width * size.height;
  if (pixels > limits.maxPixels) return refuse("files.imageTooManyPixels");
  const answer = await workOnImage({ wanted, type, bytes, maxPixels: limits.maxPixels }, pixels, limits);
  return answer === null ? refuse("files.notAnImage") : ok({ ...answer, type });
}

/**
 * Makes an image safe to keep and to show: it is decoded and written anew in its own type, so that EXIF, comments, profiles, scripts and
 * whatever was appended stay behind. A JPEG is first turned the way its EXIF wants it. Of a GIF the first frame stays; it moves no more.
 * The work is done by a process with limits on heap and time; a hostile image ends that process and nothing else.
 * @param bytes the file as it was sent; its name plays no part
 * @param limits other than the ordinary ones: 5 MB, 40 million pixels, 20 s
 * @returns a refusal where it is no JPEG, PNG or GIF, cannot be read within the limits, or is too large
 */
export async function reencodeImage(bytes: Uint8Array, limits: Partial<ImageLimits> = {}): Promise<Result<CleanImage, ImageProblem>> {
  const worked = await work("same", bytes, { ...ordinary, ...limits });
  if (!worked.ok) return worked;
  const { type, ...rest } = worked.value;
  return ok({ ...rest, contentType: type });
}

/**
 * Makes a picture of a person: the square in the middle of an image, as a PNG of 128 x 128 pixels; smaller ones grow.
 * @param bytes the file as it was sent
 * @returns the PNG, or a refusal as of `reencodeImage`
 */
export async function avatarOf(bytes: Uint8Array, limits: Partial<ImageLimits> = {}): Promise<Result<Uint8Array, ImageProblem>> {
  const worked = await work("avatar", bytes, { ...ordinary, ...limits });
  return worked.ok ? ok(worked.value.bytes) : worked;
}
