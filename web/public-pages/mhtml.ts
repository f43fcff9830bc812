/** The page within a file that a browser saved as one (MHTML). */
export interface PageOfMhtml {
  readonly html: string;
  /** where it was saved from; '' where the file does not say */
  readonly url: string;
}

/** How many bytes are made characters at once: a function takes some ten thousands of arguments. */
const atOnce = 8_192;
/** A file of a browser has some tens of parts; what has more is none. */
const mostParts = 5_000;

/** Whether a text begins as mail does, which is what MHTML is. */
export function looksLikeMhtml(head: string): boolean {
  return /^\s*(from|mime-version|content-type|subject|date|snapshot-content-location):[^\n]*\n/i.test(head) && /multipart\//i.test(head);
}

/** The bytes as one character each, because parts may be of different character sets. (TextDecoder's "latin1" is Windows' and changes some.) */
function getCharacters(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += atOnce) pieces.push(String.fromCharCode(...bytes.subarray(at, at + atOnce)));
  return pieces.join("");
}

/** The headers of a part by their names in small letters, folded lines joined; and where its content begins. */
function buildHeaders(part: string): { headers: ReadonlyMap<string, string>; content: string } {
  const [, head = "", content = ""] = /^\s*([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(part) ?? [];
  const lines = head.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const pairs = lines.map((line) => {
    const at = line.indexOf(":");
    return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const;
  });
  return { headers: new Map(pairs), content };
}

/** A parameter of a header: `boundary` of `multipart/related; boundary="x"`. */
function parameter(header: string, name: string): string {
  const [, quoted, bare] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;]+))`, "i").exec(header) ?? [];
  return quoted ?? bare ?? "";
}

function getBytes(content: string, encoding: string): Uint8Array<ArrayBuffer> {
  const text =
    encoding === "quoted-printable" ? unquoted(content) : encoding === "base64" ? atob(content.replaceAll(/[^\w+/]/g, "")) : content;
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

/** RFC 2045, section 6.7: `=3D` is a byte, and a line that ends in `=` goes on. */
function unquoted(content: string): string {
  return content
    .replaceAll(/[ \t]*=[ \t]*\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/gi, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** The bytes' text in the character set that the part names; UTF-8 where it names none that is known. */
function decoded(bytes: Uint8Array<ArrayBuffer>, charset: string): string {
  try {
    return new TextDecoder(charset || "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/**
 * The page of a file that a browser saved as MHTML (RFC 2557): its first part that is HTML, decoded.
 * @returns null where the file is damaged or holds no page
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
      // Base64 that is none.
      return null;
    }
  }
  return null;
}
