/** The page in an MHTML file, the format in which browsers save a page as one file. */
export interface PageOfMhtml {
  readonly html: string;
  /** the address that it was saved from; '' if unknown */
  readonly url: string;
}

/** How many bytes are converted at once: a function takes only some ten thousand arguments. */
const atOnce = 8_192;
/** A browser saves some tens of parts; a file with more than this is refused. */
const mostParts = 5_000;

/** Whether a text begins with mail headers, as MHTML does. */
export function looksLikeMhtml(head: string): boolean {
  return /^\s*(from|mime-version|content-type|subject|date|snapshot-content-location):[^\n]*\n/i.test(head) && /multipart\//i.test(head);
}

/** Converts each byte to one character, because parts may have different charsets. (TextDecoder's "latin1" is windows-1252 and changes some.) */
function getCharacters(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += atOnce) pieces.push(String.fromCharCode(...bytes.subarray(at, at + atOnce)));
  return pieces.join("");
}

/** Parses a part into its headers, by lower-case name with folded lines joined, and its content. */
function buildHeaders(part: string): { headers: ReadonlyMap<string, string>; content: string } {
  const [, head = "", content = ""] = /^\s*([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(part) ?? [];
  const lines = head.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const pairs = lines.map((line) => {
    const at = line.indexOf(":");
    return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const;
  });
  return { headers: new Map(pairs), content };
}

/** Returns a parameter of a header: `boundary` of `multipart/related; boundary="x"`. */
function parameter(header: string, name: string): string {
  const [, quoted, bare] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;]+))`, "i").exec(header) ?? [];
  return quoted ?? bare ?? "";
}

function getBytes(content: string, encoding: string): Uint8Array<ArrayBuffer> {
  const text =
    encoding === "quoted-printable" ? unquoted(content) : encoding === "base64" ? atob(content.replaceAll(/[^\w+/]/g, "")) : content;
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

/** Decodes quoted-printable (RFC 2045, section 6.7): `=3D` is a byte, and `=` at the end of a line continues it. */
function unquoted(content: string): string {
  return content
    .replaceAll(/[ \t]*=[ \t]*\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/gi, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Decodes bytes in a part's charset; UTF-8 if it is missing or unknown. */
function decoded(bytes: Uint8Array<ArrayBuffer>, charset: string): string {
  try {
    return new TextDecoder(charset || "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/**
 * Extracts the page from an MHTML file (RFC 2557): its first HTML part, decoded.
 * @returns null if the file is damaged or contains no page
 */
export function pageOfMhtml(bytes: Uint8Array<ArrayBuffer>): PageOfMhtml | null {
  const file = buildHeaders(getCharacters(bytes));
  const boundary = parameter(file.headers.get("content-type") ?? "", "boundary");
  if (boundary === "") return null;
  for (const text of file.content.split(`--${boundary}`, mostParts)) {
    const { headers, content } = buildHeaders(text);
    const type = headers.get("content-type") ?? "";
    if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(type)) continue;
    const encoding = (headers.get("content-transfer-encoding") ?? "").toLowerCase();
    try {
      const html = decoded(getBytes(content, encoding), parameter(type, "charset"));
      return { html, url: headers.get("content-location") ?? file.headers.get("snapshot-content-location") ?? "" };
    } catch {
      // Invalid Base64.
      return null;
    }
  }
  return null;
}
