import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { certificate, servedHosts } from "./certificate.ts";
import type { Csrf } from "./csrf.ts";
import { createCsrf } from "./csrf.ts";
import type { Exchange, Reply } from "./exchange.ts";
import { BodyTooLarge, apiError, readBody } from "./exchange.ts";
import { notFound } from "./pages.ts";
import { imageRoutes, routes } from "./routes.ts";
import { sampleHosts, sampleReply } from "./samples.ts";
import type { State } from "./state.ts";
import { createState } from "./state.ts";

/** A running marketplace. */
export interface Marketplace {
  port: number;
  /** the certificate, PEM, and the hash of its key: for browsers and clients that are to trust it */
  cert: string;
  spki: string;
  /** Stops it and closes open connections. */
  close(): Promise<void>;
}

export interface MarketplaceOptions {
  /** 0 for any free port */
  port: number;
  /** where the certificate is kept; null makes one for this run */
  dataDir: string | null;
}

function getHost(request: IncomingMessage): string {
  return (request.headers.host ?? "").toLowerCase().replace(/:\d+$/, "");
}

function openExchange(request: IncomingMessage, state: State, csrf: Csrf): Exchange | null {
  const host = getHost(request);
  const target = request.url ?? "/";
  if (!servedHosts.includes(host) || !target.startsWith("/") || !URL.canParse(`https://${host}${target}`)) return null;
  return {
    method: request.method ?? "GET",
    host,
    url: new URL(`https://${host}${target}`),
    headers: request.headers,
    parts: [],
    nonce: randomBytes(16).toString("base64"),
    csrf,
    state,
    readBody: () => readBody(request),
  };
}

async function replyTo(exchange: Exchange): Promise<Reply> {
  const sample = await sampleReply(exchange);
  if (sample !== null) return sample;
  const table = exchange.host === "i.etsystatic.com" ? imageRoutes : routes;
  const { pathname } = exchange.url;
  const known = sampleHosts.includes(exchange.host) ? [] : table.filter((route) => route.path.test(pathname));
  const method = exchange.method === "HEAD" ? "GET" : exchange.method;
  const route = known.find((row) => row.method === method);
  if (route !== undefined) return route.handler({ ...exchange, parts: route.path.exec(pathname)?.slice(1) ?? [] });
  if (known.length > 0) return apiError(405, "Method not allowed.");
  return pathname.startsWith("/api/") || pathname.startsWith("/sandbox/") ? apiError(404, "Resource not found.") : notFound(exchange);
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply.onEnd !== undefined && response.closed) reply.onEnd();
  else if (reply.onEnd !== undefined) response.once("close", reply.onEnd);
  if (reply.status === 0) {
    response.destroy();
    return;
  }
  response.writeHead(reply.status, {
    "content-type": reply.type,
    "content-length": Buffer.byteLength(reply.body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...reply.headers,
  });
  response.end(reply.body);
}

async function answer(request: IncomingMessage, response: ServerResponse, state: State, csrf: Csrf): Promise<void> {
  try {
    const exchange = openExchange(request, state, csrf);
    send(response, exchange === null ? apiError(421, "Not a host of the sandbox.") : await replyTo(exchange));
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      send(response, apiError(413, "Body too large.", { connection: "close" }));
      return;
    }
    if (request.destroyed && !request.complete) {
      response.destroy();
      return;
    }
    process.stderr.write(`marketplace: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    if (response.headersSent) response.destroy();
    else send(response, apiError(500, "Something went wrong on our side."));
  }
}

/**
 * Starts the sandbox marketplace on 127.0.0.1.
 * @throws Error with code EADDRINUSE where the port is taken
 */
export async function startMarketplace(options: MarketplaceOptions): Promise<Marketplace> {
  const { key, cert, spki } = await certificate(options.dataDir);
  const state = createState();
  const csrf = createCsrf();
  const server = createServer(
    { key, cert, headersTimeout: 10_000, requestTimeout: 20_000, keepAliveTimeout: 30_000, maxHeaderSize: 32_768 },
    (request, response) => {
      void answer(request, response, state, csrf);
    },
  );
  server.maxConnections = 256;
  // An answer may be delayed for a minute by a control; a connection on which nothing happens for longer is closed.
  server.setTimeout(90_000);
  // A browser that does not trust the certificate hangs up in the handshake: no reason to stop.
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("marketplace: no port");
  return {
    port: address.port,
    cert,
    spki,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
