import { storedName } from "./files.contract.ts";

/** Each kind of file that is stored, by its extension, with what it travels as. */
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

/** The opaque name of a file: its uuid and its extension. */
export function opaqueName({ fileUuid, extension }: OpaqueName): string {
  return `${fileUuid}.${extension}`;
}

/** Reads an opaque name; null for anything else, a path among them. */
export function readOpaqueName(filename: string): OpaqueName | null {
  if (!storedName.safeParse(filename).success) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has checked the whole name
  return { fileUuid: filename.slice(0, 36), extension: filename.slice(37) as Extension };
}

/** What some file system does not take in a name, and what would hide in one: control and direction signs. */
const bad = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu;
/** Names of devices on Windows, whatever follows their dot. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const longestPart = 100;

function cleanPart(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(bad, "_")
    .replace(/^[\s.]+|[\s.]+$/gu, "");
  return Array.from(clean).slice(0, longestPart).join("").trimEnd();
}

/**
 * The name that a file is saved under: the parts that are there joined by hyphens, harmless on every system, with the file's own extension
 * whatever somebody asked for.
 * @param parts as people typed them
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
