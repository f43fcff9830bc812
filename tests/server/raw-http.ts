import { connect } from "node:net";
import type { Socket } from "node:net";
import { z } from "zod";

/** An answer over a plain connection. */
export interface RawAnswer {
  /** 0 if the connection ended without an answer */
  status: number;
  /** by lower-case name */
  headers: Record<string, string>;
  body: string;
  /** the whole answer, unparsed */
  text: string;
  /** whether the server closed the connection */
  isClosed: boolean;
}

export interface Exchange {
  port: number;
  /** what is sent; for a list, its parts with `everyMs` between */
  parts: string | Buffer | readonly (string | Buffer)[];
  everyMs?: number;
  /** the longest wait; the answer is what has arrived by then */
  withinMs?: number;
  /** waits until the connection ends, not only for an answer */
  untilClosed?: boolean;
}

/** Parses an answer with a Content-Length, or one that ends with its connection. */
function parse(text: string, isClosed: boolean): RawAnswer {
  const at = text.indexOf("\r\n\r\n");
  const [line = "", ...lines] = text.slice(0, Math.max(0, at)).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((one): [string, string] => [one.slice(0, one.indexOf(":")).toLowerCase(), one.slice(one.indexOf(":") + 1).trim()]),
  );
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0), headers, body: at < 0 ? "" : text.slice(at + 4), text, isClosed };
}

/** A protocol switch has no body. */
function isWhole({ status, headers, body }: RawAnswer): boolean {
  if (status === 101) return true;
  return status > 0 && Buffer.byteLength(body) >= Number(headers["content-length"] ?? Number.POSITIVE_INFINITY);
}

async function sendAll(socket: Socket, { parts, everyMs = 0 }: Exchange): Promise<void> {
  for (const part of typeof parts === "string" || Buffer.isBuffer(parts) ? [parts] : parts) {
    if (socket.destroyed || !socket.writable) return;
    socket.write(part);
    if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** Sends any bytes and returns the answer. */
export async function exchange(order: Exchange): Promise<RawAnswer> {
  const socket = connect(order.port, "127.0.0.1");
  const received: Buffer[] = [];
  let isClosed = false;
  const answer = () => parse(Buffer.concat(received).toString(), isClosed);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, order.withinMs ?? 60_000);
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.on("error", () => undefined);
    socket.on("close", finish);
    socket.on("end", () => {
      isClosed = true;
      finish();
    });
    socket.on("data", (part) => {
      received.push(part);
      if (order.untilClosed !== true && isWhole(answer())) finish();
    });
    void sendAll(socket, order);
  });
  isClosed ||= socket.destroyed;
  socket.destroy();
  return answer();
}

/** Builds the head of a request to `host: quayside.test`. */
export function head(line: string, headers: Readonly<Record<string, string | number>> = {}): string {
  const all = { host: "quayside.test", ...headers };
  return [`${line} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
}

/** Builds a complete request with a JSON body. */
export function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}): string {
  return head(`POST ${path}`, { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers }) + body;
}

const envelope = z.strictObject({ code: z.int(), msg: z.strictObject({ en_us: z.string(), zh_cn: z.string() }), data: z.unknown() });

/** Returns the code of an answer that is exactly our envelope; null for any other. */
export function codeOf({ body }: Pick<RawAnswer, "body">): number | null {
  try {
    return envelope.parse(JSON.parse(body)).code;
  } catch {
    return null;
  }
}

/** What an answer must never contain: parts of stacks, paths, names of our libraries. */
export const insides = /node_modules|node:internal|\bat \S+ \(|\.ts:\d+|file:\/\/|FST_|HPE_|Error:|SyntaxError|kysely|pg-boss|fastify/i;
