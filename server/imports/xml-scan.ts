import { WorkbookRefusal } from "./workbook-refusal.ts";

/** What a scan tells of. Names come without their namespace's prefix: SpreadsheetML is one namespace, whatever a writer calls it. */
export interface XmlHandler {
  /** @param attributes as they are written; see `attribute` */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** text between two tags, its entities read; it may come in several pieces */
  text(text: string): void;
}

/** No tag or text of a workbook is as long: a cell has at most 32,767 characters. */
const maxTokenChars = 1024 * 1024;

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function characterOf(code: number): string {
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : "";
}

/** A text with its entities read. What is none of XML's own is left as it stands: a workbook declares none. */
function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
    if (decimal !== undefined) return characterOf(Number(decimal));
    return named[name ?? ""] ?? whole;
  });
}

const readers = new Map<string, RegExp>();

/** An attribute's value, whichever prefix it has; null where it is not there. @param attributes as `open` was given them */
export function attribute(attributes: string, name: string): string | null {
  let reader = readers.get(name);
  if (reader === undefined) {
    reader = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    readers.set(name, reader);
  }
  const found = reader.exec(attributes);
  return found === null ? null : unescaped(found[1] ?? found[2] ?? "");
}

const [doubleQuote, singleQuote, closing] = [34, 39, 62];

/** Where the tag ends that begins at `at`: at the first `>` outside of quotes. -1 where it is not there yet. */
function tagEnd(text: string, at: number): number {
  let quote = 0;
  for (let index = at + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === closing) return index;
    else if (code === doubleQuote || code === singleQuote) quote = code;
  }
  return -1;
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

/** What is skipped, or told as text, by how it begins. Anything else that begins with `<!` is a document type, which no workbook has: it could define entities. */
const sections = [
  { begin: "<!--", end: "-->", isText: false },
  { begin: "<![CDATA[", end: "]]>", isText: true },
  { begin: "<?", end: "?>", isText: false },
] as const;

/**
 * Scans XML piece by piece, in the memory of one token. It is no judge of well-formed XML: it reads what spreadsheets write, and refuses what it
 * cannot read. For 50,000 rows of 12 cells, two thirds of them texts of their own, SheetJS takes 300 MB, and
 * this with its reader 110.
 */
export class XmlScan {
  readonly #handler: XmlHandler;
  #rest = "";

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** Scans a further piece. @throws WorkbookRefusal for what cannot be read */
  push(piece: string): void {
    const text = this.#rest + piece;
    let at = 0;
    for (let next = this.#token(text, at); next !== null; next = this.#token(text, at)) at = next;
    this.#rest = text.slice(at);
    if (this.#rest.length > maxTokenChars) throw new WorkbookRefusal("imports.damaged");
  }

  /** To be called at the end. @throws WorkbookRefusal where a tag was cut off */
  end(): void {
    if (this.#rest.trim() !== "") throw new WorkbookRefusal("imports.damaged");
  }

  /** Tells of the token at `at`. @returns where it ends; null where it is not there whole yet */
  #token(text: string, at: number): number | null {
    const bracket = text.indexOf("<", at);
    if (bracket === -1) return null;
    if (bracket > at) {
      this.#handler.text(unescaped(text.slice(at, bracket)));
      return bracket;
    }
    const sign = text[at + 1];
    return sign === "!" || sign === "?" ? this.#section(text, at) : this.#tag(text, at);
  }

  #section(text: string, at: number): number | null {
    const section = sections.find(({ begin }) => text.startsWith(begin, at));
    if (section === undefined) {
      // "<!D" may still become nothing that we know; "<!-" and "<![CD" may.
      if (sections.some(({ begin }) => begin.startsWith(text.slice(at, at + begin.length)))) return null;
      throw new WorkbookRefusal("imports.damaged");
    }
    const end = text.indexOf(section.end, at + section.begin.length);
    if (end === -1) return null;
    if (section.isText) this.#handler.text(text.slice(at + section.begin.length, end));
    return end + section.end.length;
  }

  #tag(text: string, at: number): number | null {
    const end = tagEnd(text, at);
    if (end === -1) return null;
    if (text[at + 1] === "/") {
      this.#handler.close(localName(text.slice(at + 2, end).trim()));
      return end + 1;
    }
    const isEmpty = text[end - 1] === "/";
    const written = text.slice(at + 1, isEmpty ? end - 1 : end);
    const space = written.search(/\s/);
    const name = localName(space === -1 ? written : written.slice(0, space));
    this.#handler.open(name, space === -1 ? "" : written.slice(space));
    if (isEmpty) this.#handler.close(name);
    return end + 1;
  }
}

/** Scans all of a stream of bytes (UTF-8, which every spreadsheet program writes). @throws WorkbookRefusal for what cannot be read */
export async function scanXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const scan = new XmlScan(handler);
  const decoder = new TextDecoder();
  for await (const chunk of bytes) scan.push(decoder.decode(chunk, { stream: true }));
  scan.push(decoder.decode());
  scan.end();
}
