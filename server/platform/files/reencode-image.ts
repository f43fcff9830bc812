import type { ImageType } from "#src/kit/files/files.rules.ts";
import { detectImageType, maxImageBytes, maxImagePixels } from "#src/kit/files/files.rules.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { workOnImage } from "./image-workers.ts";
import type { ImageOrder } from "./reencode-image.worker.ts";

export type ImageProblem = "files.notAnImage" | "files.imageTooLarge" | "files.imageTooManyPixels";

/** An image encoded again from its pixels. */
export interface CleanImage {
  bytes: Uint8Array;
  contentType: ImageType;
  width: number;
  height: number;
}

export interface ImageLimits {
  maxBytes: number;
  /** width times height, as the header names them */
  maxPixels: number;
  /** of the process that decodes; a progressive JPEG of 40 million pixels that has to be rotated needs 430 MB */
  maxMemoryMb: number;
  timeoutMs: number;
  /** ends the work */
  signal?: AbortSignal | undefined;
}

const ordinary: ImageLimits = { maxBytes: maxImageBytes, maxPixels: maxImagePixels, maxMemoryMb: 1024, timeoutMs: 20_000 };

/** What an image becomes, where it does not keep its type. */
const newTypes: Partial<Record<ImageOrder["wanted"], ImageType>> = { avatar: "image/png", print: "image/jpeg" };

/** Checks size and first bytes; only what passes goes to a worker, which reads the header before it decodes. */
async function work(
  wanted: ImageOrder["wanted"],
  bytes: Uint8Array,
  { maxBytes, timeoutMs, signal, ...limits }: ImageLimits,
): Promise<Result<CleanImage, ImageProblem>> {
  if (bytes.byteLength > maxBytes) return refuse("files.imageTooLarge");
  const type = detectImageType(bytes);
  if (type === null) return refuse("files.notAnImage");
  const answer = await workOnImage({ wanted, type, bytes, ...limits }, timeoutMs, signal);
  if (answer === "isTooLarge") return refuse("files.imageTooManyPixels");
  return answer === "isUnreadable" ? refuse("files.notAnImage") : ok({ ...answer, contentType: newTypes[wanted] ?? type });
}

/**
 * Makes an image safe to store and to show: it is decoded and encoded again in its own type, which drops EXIF, comments, profiles, scripts and
 * appended data. EXIF's orientation is applied first. Of a GIF the first frame remains. A process with limits on memory and time does the work; a
 * hostile image ends only that process.
 * @param bytes the file as uploaded; its name does not matter
 * @param limits other than the default ones: 5 MB, 40 million pixels, 20 s
 * @returns a refusal if it is no JPEG, PNG or GIF, cannot be read within the limits, or is too large
 */
export async function reencodeImage(bytes: Uint8Array, limits: Partial<ImageLimits> = {}): Promise<Result<CleanImage, ImageProblem>> {
  return work("same", bytes, { ...ordinary, ...limits });
}

/**
 * Creates the picture of a person: the central square of an image, as a PNG of 128 x 128 pixels; smaller ones are enlarged.
 * @param bytes the file as uploaded
 * @returns the PNG, or a refusal as of `reencodeImage`
 */
export async function createAvatar(bytes: Uint8Array, limits: Partial<ImageLimits> = {}): Promise<Result<Uint8Array, ImageProblem>> {
  const worked = await work("avatar", bytes, { ...ordinary, ...limits });
  return worked.ok ? ok(worked.value.bytes) : worked;
}

/**
 * Creates a picture that a PDF can hold: a JPEG on white of at most 1,200 pixels a side.
 * @param bytes a stored image
 * @returns the JPEG and its size in pixels, or a refusal as of `reencodeImage`
 */
export async function createPrintImage(bytes: Uint8Array, limits: Partial<ImageLimits> = {}): Promise<Result<CleanImage, ImageProblem>> {
  return work("print", bytes, { ...ordinary, ...limits });
}
