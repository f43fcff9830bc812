import { SaxesParser } from "saxes";
import { WorkbookRefusal } from "./workbook-refusal.ts";

/** Attributes by the names in the file, prefixes included; only those of another namespace have one. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives the tokens of a scan. Names come without their prefix: SpreadsheetML is one namespace, whatever prefix a writer chose. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  /** Receives the text between two tags, entities decoded, possibly in several pieces. */
  text(text: string): void;
}

/** No tag or text of a workbook is as long: a cell has at most 32,767 characters. */
const maxTokenChars = 1024 * 1024;
/** SpreadsheetML nests about ten elements deep, extensions included. */
const maxDepth = 100;

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

/** Returns the value of an attribute, whichever prefix the file gave its namespace, or null if the element does not have it. */
export function readPrefixedAttribute(attributes: XmlAttributes, name: string): string | null {
  const key = Object.keys(attributes).find((each) => each.endsWith(`:${name}`) && !each.startsWith("xmlns:"));
  return attributes[key ?? name] ?? null;
}

function refuse(): never {
  throw new WorkbookRefusal("imports.damaged");
}

/**
 * Scans a stream of UTF-8 bytes, the encoding of every spreadsheet program, in the memory of one token. A document type is refused, because
 * it could define entities.
 * @throws WorkbookRefusal if the XML is malformed or exceeds the limits above
 */
export async function scanXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let pendingChars = 0;
  let depth = 0;
  const onText = (text: string): void => {
    pendingChars = 0;
    handler.text(text);
  };
  // With two more handlers V8 turns the parser into a dictionary, and it is three times slower.
  parser.on("error", refuse);
  parser.on("doctype", refuse);
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("opentag", ({ name, attributes }) => {
    pendingChars = 0;
    depth += 1;
    if (depth > maxDepth) refuse();
    handler.open(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    pendingChars = 0;
    depth -= 1;
    handler.close(localName(name));
  });
  const decoder = new TextDecoder();
  const push = (piece: string): void => {
    pendingChars += piece.length;
    parser.write(piece);
    if (pendingChars > maxTokenChars) refuse();
  };
  for await (const chunk of bytes) push(decoder.decode(chunk, { stream: true }));
  push(decoder.decode());
  parser.close();
}
