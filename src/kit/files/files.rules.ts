import { apiPrefix } from "#src/kit/api/address.ts";
import { replaceBadCharacters, truncateNamePart } from "./file-names.rules.ts";

/** The accepted images, recognised by their content; the extensions are for the file dialog and for names. */
export const imageTypes = [
  { contentType: "image/jpeg", extensions: ["jpg", "jpeg"] },
  { contentType: "image/png", extensions: ["png"] },
  { contentType: "image/gif", extensions: ["gif"] },
] as const;

export type ImageType = (typeof imageTypes)[number]["contentType"];

export const maxImageBytes = 5 * 1024 * 1024;
export const maxImagePixels = 40_000_000;
export const maxImagesPerField = 9;

const signatures: readonly (readonly [ImageType, readonly number[]])[] = [
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
];

/** How many of a file's first bytes `detectImageType` needs. */
export const imageHeadBytes = 8;

/**
 * Recognises an image by its first bytes.
 * @param bytes a file, or at least its first `imageHeadBytes` bytes
 * @returns null for anything but a JPEG, PNG or GIF
 */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  return signatures.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte))?.[0] ?? null;
}

/** A chosen file; `head` is its first `imageHeadBytes` bytes. The name is not checked. */
export interface ImageChoice {
  name: string;
  byteSize: number;
  head: Uint8Array;
}

export type ImageChoiceProblem = "files.notAnImage" | "files.imageTooLarge" | "files.tooManyImages";

/** Returns why the images chosen for one field cannot be uploaded, or null. Only the server finds out whether they can be decoded. */
export function checkImages(files: readonly ImageChoice[]): ImageChoiceProblem | null {
  if (files.length > maxImagesPerField) return "files.tooManyImages";
  if (files.some(({ head }) => detectImageType(head) === null)) return "files.notAnImage";
  return files.some(({ byteSize }) => byteSize > maxImageBytes) ? "files.imageTooLarge" : null;
}

/** Keeps dots at the ends, unlike `savedName`. */
const cleanPart = (text: string) => truncateNamePart(replaceBadCharacters(text).trim());

/**
 * Returns a print-file link: the full address of a call that answers with a PDF.
 * @param origin scheme, host and port of the site
 * @param path the call's path, under the API prefix
 * @param query the call's input; `filename` becomes part of the name that the PDF is saved under
 */
export function getPrintFileLink(
  origin: string,
  path: string,
  query: Readonly<Record<string, string>> & { readonly filename: string },
): string {
  return `${origin}${apiPrefix}${path}?${new URLSearchParams(query).toString()}`;
}

/**
 * Returns the request behind a print-file link (specification, section 7, "Files").
 * @param link a full http or https address on any host; only its path and query are used, under the API prefix
 * @param label the document's name on the screen
 * @param more values added to the link's query, such as the language
 * @returns the path to request as a blob, and the name to save the PDF under, `<label>-<filename>.pdf`, leaving out an empty part; null if the link is
 *   not such an address
 */
export function printFileRequest(
  link: string,
  label: string,
  more: Readonly<Record<string, string>> = {},
): { path: string; fileName: string } | null {
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  const { protocol, pathname, search, searchParams } = url;
  if (protocol !== "https:" && protocol !== "http:") return null;
  const isPrefixed = pathname === apiPrefix || pathname.startsWith(`${apiPrefix}/`);
  const fileName = cleanPart((searchParams.get("filename") ?? "").replace(/\.pdf$/i, ""));
  const parts = [cleanPart(label), fileName].filter((part) => part !== "");
  return { path: `${isPrefixed ? "" : apiPrefix}${pathname}${search}`, fileName: `${parts.join("-") || "document"}.pdf` };
}
