/** What is wrong with a text that should hold reviews: it has nothing, or may lack its end. */
export type FileFlaw = { kind: "empty" } | { kind: "truncated"; what: "JSON" | "HTML" };

/** The first bytes of packed files, in hexadecimal. */
const packers: readonly [string, string][] = [
  ["1f8b", "gzip"],
  ["504b0304", "zip"],
  ["28b52ffd", "zstd"],
  ["fd377a58", "xz"],
  ["425a68", "bzip2"],
  ["377abcaf", "7z"],
];

/** The packer of a compressed file, by its first bytes; null for any other file. */
export function findPacker(bytes: Uint8Array): string | null {
  const head = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return packers.find(([magic]) => head.startsWith(magic))?.[1] ?? null;
}

/** The parts that every workbook begins with. A zip file with none of them at its start is none. */
const workbookParts = ["[Content_Types].xml", "_rels/", "docProps/", "xl/"];

/** Whether a zip file is a workbook, by its first bytes: the name of its first part stands there. */
export function isWorkbookHead(bytes: Uint8Array): boolean {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  return workbookParts.some((part) => head.includes(part));
}

/** Whether JSON ends inside a string, a list or an object. */
function isCutJson(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isText) {
      if (character === "\\") at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
  }
  return isText || depth > 0;
}

/** Whether a text is empty or ends before its end: JSON by its brackets, a whole page of HTML by its closing tag. */
export function findFlaw(text: string): FileFlaw | null {
  const start = text.slice(0, 2_000).replace(/^[\s\ufeff]+/, "");
  if (start === "" && text.trim() === "") return { kind: "empty" };
  if (start.startsWith("{") || start.startsWith("[")) return isCutJson(text) ? { kind: "truncated", what: "JSON" } : null;
  const isCutPage = start.startsWith("<") && /<html[\s>]/i.test(text) && !/<\/html\s*>/i.test(text);
  return isCutPage ? { kind: "truncated", what: "HTML" } : null;
}
