import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A test's HTTP server on 127.0.0.1. */
export interface SmallServer {
  readonly origin: string;
  readonly server: Server;
  close(): Promise<void>;
}

/** Starts a plain HTTP server, on a free port by default. */
export async function serve(onRequest: RequestListener, port = 0): Promise<SmallServer> {
  const server = createServer(onRequest).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

/** Returns a free port below the ephemeral range, so that nobody else takes it by chance before it is used. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = await serve(() => undefined, port).catch(() => null);
    if (server === null) continue;
    await server.close();
    return port;
  }
}

/** What a proxy does with an answer: pass it on, cut the connection, or cut it within the body. */
export type Fate = "whole" | "nothing" | "half";

export interface Proxy extends SmallServer {
  /** the received requests with headers */
  readonly seen: { url: string; headers: IncomingMessage["headers"] }[];
}

async function forward(request: IncomingMessage, response: ServerResponse, to: string, fate: Fate): Promise<void> {
  const { method = "GET", url = "/", headers } = request;
  const body = await buffer(request);
  const kept = Object.entries(headers).filter(([name]) => !["host", "connection", "content-length", "transfer-encoding"].includes(name));
  const answer = await fetch(to + url, {
    method,
    headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
    ...(method === "GET" ? {} : { body }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (fate === "nothing") return void response.destroy();
  const told = [...answer.headers].filter(([name]) => !["connection", "keep-alive", "transfer-encoding", "content-length"].includes(name));
  response.writeHead(answer.status, { ...Object.fromEntries(told), "content-length": bytes.length });
  if (fate === "whole") return void response.end(bytes);
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

/**
 * A proxy that lets the server work and then loses its answers.
 * @param fates the handling of the first answers, in order; later ones are passed on
 */
export async function flakyProxy(to: string, fates: readonly Fate[]): Promise<Proxy> {
  const seen: Proxy["seen"] = [];
  const small = await serve((request, response) => {
    const fate = fates[seen.length] ?? "whole";
    seen.push({ url: request.url ?? "", headers: request.headers });
    forward(request, response, to, fate).catch(() => response.destroy());
  });
  return { ...small, seen };
}
