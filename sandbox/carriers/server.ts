import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { demoAccounts } from "./accounts.ts";
import type { Account } from "./accounts.ts";
import { serveControl } from "./control-routes.ts";
import type { Exchange, Reply, Requested, Sandbox } from "./exchange.ts";
import { json, parseObject, readBody } from "./exchange.ts";
import { createFaults, createRateLimit } from "./faults.ts";
import type { Fault, WrongAnswer } from "./faults.ts";
import { readFourPx } from "./four-px-wire.ts";
import { drawLabel, writeZpl } from "./label.ts";
import { createShipments } from "./shipments.ts";
import { readState, writeChange } from "./state-file.ts";
import { readYanwen } from "./yanwen-wire.ts";
import { readYunExpress } from "./yunexpress-wire.ts";

export interface CarriersOptions {
  /** 0 for any free port */
  readonly port: number;
  /** those of the demo by default */
  readonly accounts?: readonly Account[];
  /** waybills that an account may create in any second; 50 by default */
  readonly perSecond?: number;
  /** the file that keeps shipments across restarts; without it they are in memory alone */
  readonly statePath?: string | undefined;
}

/** Running carriers. */
export interface Carriers {
  readonly port: number;
  /** Stops them and closes open connections. */
  close(): Promise<void>;
}

const hosts = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const mostLogged = 1000;

function readExchange(request: IncomingMessage, body: string): Exchange | null {
  const host = request.headers.host ?? "";
  const target = request.url ?? "/";
  // A name that somebody else points at this machine is not ours.
  if (!hosts.test(host) || !target.startsWith("/") || !URL.canParse(`http://${host}${target}`)) return null;
  return { method: request.method ?? "GET", url: new URL(`http://${host}${target}`), headers: request.headers, body };
}

/** Reads a request for a label's file, whose address only the account has seen. */
function readLabelFile({ shipments }: Sandbox, { method, url }: Exchange): Requested | null {
  const [, carrier, number = "", format] = /^\/(4px|yunexpress)\/label\/(\w+)\.(pdf|zpl)$/.exec(url.pathname) ?? [];
  if (method !== "GET" || (carrier !== "4px" && carrier !== "yunexpress")) return null;
  const serve = (): Reply => {
    const shipment = shipments.list().findLast((one) => one.carrier === carrier && one.waybillNumber === number);
    const has = shipment?.labelFormat === "ZPL" ? "zpl" : "pdf";
    if (shipment === undefined || shipment.isLabelForgotten || format !== has) return json(404, { error: "No such label." });
    if (format === "zpl") return { status: 200, type: "text/plain; charset=utf-8", body: writeZpl(shipment) };
    return { status: 200, type: "application/pdf", body: drawLabel(shipment) };
  };
  return { carrier, operation: "labelFile", serve };
}

/** Names another shipment in an answer, wherever the reference of the request is. */
function renameReference(body: string, exchange: Exchange): string {
  const order = parseObject(exchange.body) ?? {};
  const reference = ["ref_no", "customer_order_number", "orderNumber"].map((name) => order[name]).find((value) => value !== undefined);
  return typeof reference === "string" ? body.replaceAll(JSON.stringify(reference), JSON.stringify(`${reference}-OTHER`)) : body;
}

function spoil(reply: Reply, wrong: WrongAnswer, exchange: Exchange): Reply {
  const body = reply.body.toString();
  switch (wrong) {
    case "html":
      return { ...reply, type: "text/html; charset=utf-8", body: "<html><body>Service maintenance</body></html>" };
    case "empty":
      return { ...reply, body: "{}" };
    case "cut":
      return { ...reply, body: body.slice(0, Math.floor(body.length / 2)) };
    case "otherReference":
      return { ...reply, body: renameReference(body, exchange) };
  }
}

/** Serves a request as its fault orders; null drops the connection. */
async function serveFaulty({ serve }: Requested, fault: Fault, exchange: Exchange): Promise<Reply | null> {
  if (fault.delayMs > 0) await wait(fault.delayMs, undefined, { ref: false });
  if (fault.status !== null) return json(fault.status, { error: "The sandbox was told to fail." });
  if (fault.twice) serve();
  const reply = serve();
  if (fault.lateMs > 0) await wait(fault.lateMs, undefined, { ref: false });
  if (fault.lost) return null;
  return fault.wrong === null ? reply : spoil(reply, fault.wrong, exchange);
}

/** Names the account of a request that need not be signed yet. */
function findClient({ tokens }: Sandbox, { url, headers }: Exchange): string {
  const { searchParams } = url;
  return searchParams.get("app_key") ?? searchParams.get("user_id") ?? tokens.get(String(headers["token"]))?.account.clientId ?? "";
}

async function serveCarrier(sandbox: Sandbox, requested: Requested, exchange: Exchange): Promise<Reply | null> {
  const { carrier, operation } = requested;
  const isWithin = operation !== "create" || sandbox.limit.take(`${carrier} ${findClient(sandbox, exchange)}`, Date.now());
  const fault = isWithin ? sandbox.faults.next(carrier, operation) : null;
  const served = fault === null ? requested.serve : () => serveFaulty(requested, fault, exchange);
  const reply = isWithin ? await served() : json(429, { success: false, code: "429", msg: "Too many requests" }, { "retry-after": "1" });
  const { log } = sandbox;
  if (log.length >= mostLogged) log.shift();
  const { method, url, body } = exchange;
  const text = reply === null || Buffer.isBuffer(reply.body) ? "" : reply.body;
  log.push({ carrier, operation, method, target: url.pathname + url.search, body, status: reply?.status ?? 0, answer: text });
  return reply;
}

async function findReply(sandbox: Sandbox, request: IncomingMessage): Promise<Reply | null> {
  const body = await readBody(request);
  if (body === null) return json(413, { error: "Body too large." }, { connection: "close" });
  const exchange = readExchange(request, body);
  if (exchange === null) return json(421, { error: "Not a host of the sandbox." });
  if (exchange.url.pathname.startsWith("/_control/")) return serveControl(sandbox, exchange);
  for (const read of [readFourPx, readYunExpress, readYanwen, readLabelFile]) {
    const requested = read(sandbox, exchange);
    if (requested !== null) return serveCarrier(sandbox, requested, exchange);
  }
  return json(404, { error: "No carrier has this address." });
}

async function answer(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const reply = await findReply(sandbox, request);
    if (reply === null) {
      response.destroy();
      return;
    }
    response.writeHead(reply.status, { "content-type": reply.type, "content-length": Buffer.byteLength(reply.body), ...reply.headers });
    response.end(reply.body);
  } catch (error) {
    if (!request.destroyed || request.complete)
      process.stderr.write(`carriers: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    response.destroy();
  }
}

/**
 * Starts the sandbox carriers on 127.0.0.1: one server for all three.
 * @throws Error with code EADDRINUSE if the port is taken
 */
export async function startCarriers({ port, accounts = demoAccounts, perSecond = 50, statePath }: CarriersOptions): Promise<Carriers> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 20_000, keepAliveTimeout: 30_000 }, (request, response) => {
    void answer(sandbox, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("carriers: no port");
  // After listening: a second start, which fails to, does not touch the first one's file. No request is read before this is done.
  const sandbox: Sandbox = {
    accounts,
    shipments:
      statePath === undefined
        ? createShipments()
        : createShipments({ earlier: readState(statePath), changed: (shipment) => writeChange(statePath, shipment) }),
    faults: createFaults(),
    limit: createRateLimit(perSecond),
    tokens: new Map(),
    forgetsLabels: false,
    log: [],
    origin: `http://127.0.0.1:${address.port}`,
  };
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
