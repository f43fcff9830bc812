import type { Duplex } from "node:stream";
import pg from "pg";
import { Parser } from "pg-protocol/dist/parser.js";
import type { BackendMessage } from "pg-protocol/dist/messages.js";

const dataRow = 68;
/** A message's code and length (PostgreSQL, 55.7). */
const headerBytes = 5;

/** A row as it arrived. One object for all rows of a connection: its bytes are read before the next. */
export class RowMessage {
  readonly name = "dataRow";
  bytes: Buffer = Buffer.alloc(0);
  /** the first byte of the message's body */
  from = 0;
  /** one after its last */
  to = 0;

  /** The values as texts, which pg's own queries read. */
  get fields(): (string | null)[] {
    const { bytes, from } = this;
    let at = from + 2;
    return Array.from({ length: bytes.readInt16BE(from) }, () => {
      const length = bytes.readInt32BE(at);
      const value = length === -1 ? null : bytes.toString("utf8", at + 4, at + 4 + length);
      at += 4 + Math.max(length, 0);
      return value;
    });
  }
}

/**
 * Reads what PostgreSQL sends. pg's own parser makes texts of all values of a row; rows that arrived in one piece are told as their bytes, and everything
 * else is left to that parser.
 * @param tell is called with each message, in order
 */
export function readMessages(stream: Duplex, tell: (message: BackendMessage | RowMessage) => void): void {
  const parser = new Parser();
  const row = new RowMessage();
  /** the beginning of a header */
  let beginning: Buffer | null = null;
  /** how much of a message that the parser has begun is still to come */
  let missing = 0;
  stream.on("data", (chunk: Buffer) => {
    const bytes: Buffer = beginning === null ? chunk : Buffer.concat([beginning, chunk]);
    beginning = null;
    let parsed = 0;
    let at = Math.min(missing, bytes.length);
    missing -= at;
    while (at + headerBytes <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) {
        missing = end - bytes.length;
        at = bytes.length;
      } else if (bytes[at] === dataRow) {
        if (parsed < at) parser.parse(bytes.subarray(parsed, at), tell);
        row.bytes = bytes;
        row.from = at + headerBytes;
        row.to = end;
        tell(row);
        parsed = end;
        at = end;
      } else at = end;
    }
    if (parsed < at) parser.parse(bytes.subarray(parsed, at), tell);
    if (at < bytes.length) beginning = bytes.subarray(at);
  });
}

/** pg's client, which hears of rows as their bytes; for the option `Client` of a pool. */
export class RowClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this;
    // pg calls it once the stream is open, and again once it is encrypted.
    const attachListeners = (stream: Duplex) =>
      readMessages(stream, (message) => connection.emit(message.name === "error" ? "errorMessage" : message.name, message));
    Object.assign(connection, { attachListeners });
  }
}
