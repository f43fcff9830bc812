import { apiPrefix } from "#src/kit/api/address.ts";

/** The images that are taken, known by their content; the extensions are for a file dialog and for names. */
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
 * What a file is by its first bytes.
 * @param bytes a file, or at least its first `imageHeadBytes`
 * @returns null for anything but a JPEG, PNG or GIF
 */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  return signatures.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte))?.[0] ?? null;
}

/** A file that somebody chose; `head` is its first `imageHeadBytes` bytes. The name decides nothing. */
export interface ImageChoice {
  name: string;
  byteSize: number;
  head: Uint8Array;
}

export type ImageChoiceProblem = "files.notAnImage" | "files.imageTooLarge" | "files.tooManyImages";

/** What speaks against images chosen for one field, or null; whether they can be read shows on the server. */
export function checkImages(files: readonly ImageChoice[]): ImageChoiceProblem | null {
  if (files.length > maxImagesPerField) return "files.tooManyImages";
  if (files.some(({ head }) => detectImageType(head) === null)) return "files.notAnImage";
  return files.some(({ byteSize }) => byteSize > maxImageBytes) ? "files.imageTooLarge" : null;
}

/** What some file system does not take in a name, and what would hide in one: control and direction signs. */
const badInNames = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu;
const longestNamePart = 100;

function namePart(text: string): string {
  const clean = text.replace(badInNames, "_").trim();
  return Array.from(clean).slice(0, longestNamePart).join("");
}

/**
 * A print-file link: the full address of a PDF that a call answers with.
 * @param origin scheme, host and port of the site
 * @param path the call's, under the API prefix
 * @param query its input; `filename` becomes a part of the name that the PDF is saved under
 */
export function getPrintFileLink(
  origin: string,
  path: string,
  query: Readonly<Record<string, string>> & { readonly filename: string },
): string {
  return `${origin}${apiPrefix}${path}?${new URLSearchParams(query).toString()}`;
}

/**
 * The request behind a print-file link, from the specification's section 7, "Files".
 * @param link a full http or https address of whatever host; only its path and query are used, under the API prefix
 * @param label what the document is called on the screen
 * @param more what whoever opens the link adds to its query, the language for one
 * @returns the path to ask for as a blob, and the name to save the PDF under: `<label>-<filename>.pdf`, with what there is of the two;
 *   null where the link is no such address
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
  const fileName = namePart((searchParams.get("filename") ?? "").replace(/\.pdf$/i, ""));
  const parts = [namePart(label), fileName].filter((part) => part !== "");
  return { path: `${isPrefixed ? "" : apiPrefix}${pathname}${search}`, fileName: `${parts.join("-") || "document"}.pdf` };
}
