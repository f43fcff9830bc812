import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { createAccount } from "./account.ts";
import { serveApi } from "./api/serve.ts";
import { serveControl } from "./control-routes.ts";
import { createDeliveries } from "./deliveries.ts";
import { moveTo } from "./due.ts";
import type { Exchange, Reply, Sandbox } from "./exchange.ts";
import { json, readBody } from "./exchange.ts";
import { createFaults } from "./faults.ts";
import { servePage } from "./pages/serve.ts";
import { keepState, restoreState } from "./state.ts";

export interface PaymentsOptions {
  /** 0 for any free port */
  port: number;
  /** the one key of the API, `sk_test_...` */
  secretKey: string;
  /** the signing secret of webhooks, `whsec_...` */
  webhookSecret: string;
  /** the id of the one price, `price_...` */
  priceId: string;
  /** with null, events wait until a control sets an address */
  webhookUrl: string | null;
  /** the state file that survives restarts; null keeps the state in memory alone */
  statePath: string | null;
}

/** A running payment provider. */
export interface Payments {
  port: number;
  /** Stops it, closes open connections, sends no more events, and saves the state. */
  close(): Promise<void>;
}

const tickMs = 1000;
const hosts = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

function exchangeOf(request: IncomingMessage, body: string): Exchange | null {
  const host = request.headers.host ?? "";
  const target = request.url ?? "/";
  // A name that somebody else points at this machine is not ours.
  if (!hosts.test(host) || !target.startsWith("/") || !URL.canParse(`http://${host}${target}`)) return null;
  return { method: request.method ?? "GET", url: new URL(`http://${host}${target}`), headers: request.headers, body };
}

async function replyTo(sandbox: Sandbox, request: IncomingMessage): Promise<Reply> {
  const body = await readBody(request);
  if (body === null) return json(413, { error: { message: "Body too large." } }, { connection: "close" });
  const exchange = exchangeOf(request, body);
  if (exchange === null) return json(421, { error: { message: "Not a host of the sandbox." } });
  if (exchange.url.pathname.startsWith("/v1/")) return serveApi(sandbox, exchange);
  if (exchange.url.pathname.startsWith("/_control/")) return serveControl(sandbox, exchange);
  return servePage(sandbox, exchange);
}

function send(response: ServerResponse, reply: Reply, isHead: boolean): void {
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
  response.end(isHead ? undefined : reply.body);
}

async function answer(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Events are sent once the request that caused them has been answered.
  response.once("close", () => sandbox.deliveries.start());
  try {
    send(response, await replyTo(sandbox, request), request.method === "HEAD");
  } catch (error) {
    if (request.destroyed && !request.complete) {
      response.destroy();
      return;
    }
    process.stderr.write(`payments: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    if (response.headersSent) response.destroy();
    else send(response, json(500, { error: { type: "api_error", message: "Something went wrong on our side." } }), false);
  } finally {
    // Changes by time alone emit events.
    if (request.method !== "GET" && request.method !== "HEAD") sandbox.changed();
  }
}

function createSandbox({ priceId, secretKey, webhookSecret, webhookUrl }: PaymentsOptions, changed: () => void): Sandbox {
  const account = createAccount(priceId);
  const deliveries = createDeliveries(webhookSecret, webhookUrl, account.clock.now, changed);
  account.onEvent = (event) => {
    deliveries.add(event);
    changed();
  };
  return { account, deliveries, faults: createFaults(), secretKey, log: [], answers: new Map(), changed };
}

/** Listens on 127.0.0.1. @returns the port */
async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("payments: no port");
  return address.port;
}

/**
 * Starts the sandbox payment provider on 127.0.0.1.
 * @throws Error with code EADDRINUSE if the port is taken; UnreadableState if the state file cannot be opened
 */
export async function startPayments(options: PaymentsOptions): Promise<Payments> {
  const { statePath } = options;
  const keeper = statePath === null ? null : keepState(statePath, () => sandbox);
  const sandbox = createSandbox(options, () => keeper?.changed());
  const { account, deliveries } = sandbox;
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 20_000, keepAliveTimeout: 30_000 }, (request, response) => {
    void answer(sandbox, request, response);
  });
  const port = await listen(server, options.port);
  account.origin = `http://127.0.0.1:${port}`;
  try {
    // After listening: a second start, which fails to, does not touch the first one's file. No request is read before this is done.
    if (statePath !== null) restoreState(sandbox, statePath);
  } catch (error) {
    server.close();
    throw error;
  }
  const tick = setInterval(() => {
    moveTo(account, account.clock.now());
    deliveries.start();
  }, tickMs);
  tick.unref();
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        clearInterval(tick);
        deliveries.close();
        server.close(() => {
          keeper?.close();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
