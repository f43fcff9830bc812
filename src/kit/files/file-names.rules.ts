import { storedName } from "./files.contract.ts";

/** The content type of each kind of stored file, by extension. */
export const contentTypes = {
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  pdf: "application/pdf",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;
export type Extension = keyof typeof contentTypes;

export interface OpaqueName {
  readonly fileUuid: string;
  readonly extension: Extension;
}

/** Returns the opaque name of a file: its uuid and its extension. */
export function opaqueName({ fileUuid, extension }: OpaqueName): string {
  return `${fileUuid}.${extension}`;
}

/** Parses an opaque name; null for anything else, such as a path. */
export function readOpaqueName(filename: string): OpaqueName | null {
  if (!storedName.safeParse(filename).success) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has checked the whole name
  return { fileUuid: filename.slice(0, 36), extension: filename.slice(37) as Extension };
}

/** Characters that some file system rejects or that would be invisible in a name (control and direction characters). */
const badCharacters = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu;
const longestPart = 100;

/** Replaces the characters that a file name cannot contain by underscores. */
export function replaceBadCharacters(text: string): string {
  return text.replace(badCharacters, "_");
}

/** Truncates one part of a file name to 100 characters. */
export function truncateNamePart(text: string): string {
  return Array.from(text).slice(0, longestPart).join("");
}

/** Device names of Windows, which are reserved with any extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

function cleanPart(text: string): string {
  return truncateNamePart(replaceBadCharacters(text.toWellFormed()).replace(/^[\s.]+|[\s.]+$/gu, "")).trimEnd();
}

/**
 * Returns the name to save a file under: the non-empty parts joined by hyphens, valid on every operating system, always with the file's own extension.
 * @param parts as typed by users
 */
export function savedName(parts: readonly string[], extension: Extension): string {
  const ending = new RegExp(`\\.${extension}$`, "i");
  const name = parts
    .map((part) => cleanPart(part.replace(ending, "")))
    .filter((part) => part !== "")
    .join("-");
  if (name === "") return `file.${extension}`;
  return `${device.test(name) ? "_" : ""}${name}.${extension}`;
}
