import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LimitReached } from "#server/fair-limiter.ts";
import type { RefusalName } from "#src/api/codes.ts";
import { answer } from "./answer.ts";
import { withoutSlash } from "./route.ts";

const json = "application/json; charset=utf-8";
/** Of answers that never reach the hooks which give all others theirs. */
const bareHeaders = {
  "content-type": json,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;
/** How long who sent something broken has to read what we think of it. */
const lastWordMs = 1000;

/** What a broken request is called, by the HTTP status that the framework gave it. */
const byStatus: Readonly<Record<number, RefusalName>> = {
  400: "parameterError",
  401: "notSignedIn",
  403: "forbidden",
  404: "noSuchCall",
  405: "noSuchMethod",
  408: "requestTimeout",
  413: "tooLarge",
  415: "wrongMediaType",
  429: "tooMany",
  503: "unavailable",
};

/** PostgreSQL's ways of saying "not now": it restarts, is full, or something waited too long. */
const passing = new Set([
  "57P01",
  "57P02",
  "57P03",
  "08006",
  "08001",
  "08003",
  "53300",
  "55P03",
  "57014",
  "40001",
  "40P01",
  // Stamped in a time for which the ledger was closed meanwhile: with a time of its own the next try is in order.
  "QS003",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  // A file system becomes read-only when its disk has a fault.
  "EROFS",
]);
/** The same in words of the driver, which has no codes for them. */
const passingWords = /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/;

/** A full disk, or one of which this user may use no more; PostgreSQL's is 53100. */
const noSpace = new Set(["ENOSPC", "EDQUOT", "53100"]);

function isPassing(error: Error & { code?: unknown }): boolean {
  return passing.has(String(error.code)) || passingWords.test(error.message);
}

/** The name of what went wrong: the request's fault, the moment's, or ours. */
export function nameOfError(error: FastifyError): RefusalName {
  if (error instanceof LimitReached) return error.isOwnShare ? "tooMany" : "unavailable";
  if (noSpace.has(error.code)) return "noDiskSpace";
  if (isPassing(error)) return "unavailable";
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return byStatus[status] ?? "parameterError";
  return status === 503 ? "unavailable" : "systemError";
}

function isNotNow(name: RefusalName): boolean {
  return name === "unavailable" || name === "noDiskSpace";
}

function sendNamed(reply: FastifyReply, name: RefusalName): FastifyReply {
  const { status, body } = answer(name);
  return reply.code(status).header("cache-control", "no-store").type(json).send(body);
}

/** Everything that fails answers in the same envelope; what went wrong inside is for the log alone. */
export function answerErrors(app: FastifyInstance, methods: ReadonlyMap<string, readonly string[]>): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const name = nameOfError(error);
    if (name === "systemError") request.log.error({ err: error }, "request failed");
    else if (isNotNow(name) || error instanceof LimitReached) request.log.warn({ reason: error.message }, "not now");
    request.outcome = { name, userUuid: "" };
    if (isNotNow(name) || error instanceof LimitReached) void reply.header("retry-after", name === "noDiskSpace" ? "60" : "1");
    // What is still on its way of its body is not waited for.
    if (error instanceof LimitReached && !request.raw.complete) void reply.header("connection", "close");
    return sendNamed(reply, name);
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods.get(withoutSlash(request.url.split("?", 1)[0] ?? ""));
    const name = allowed === undefined ? "noSuchCall" : "noSuchMethod";
    if (allowed !== undefined) void reply.header("allow", allowed.join(", "));
    request.outcome = { name, userUuid: "" };
    return sendNamed(reply, name);
  });
}

/**
 * HTTP/1.1 wants to be told the host, once (RFC 9112, 3.2): of two, a proxy may believe one and we the other. Node would refuse none without our
 * envelope, and takes the first of two.
 */
export function refuseUnclearHost(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    const { httpVersion, rawHeaders } = request.raw;
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
    if (hosts === 1 || (hosts === 0 && httpVersion !== "1.1")) return;
    request.outcome = { name: "parameterError", userUuid: "" };
    await sendNamed(reply.header("connection", "close"), "parameterError");
  });
}

/** An address that cannot be read (a broken percent sign) meets no route and no handler: this is for it. */
export function answerBrokenAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  void sendNamed(reply.headers(bareHeaders), "parameterError");
}

/** What is no HTTP at all, or came too slowly, gets the envelope as well, straight onto the socket. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const name =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "requestTimeout" : error.code === "HPE_HEADER_OVERFLOW" ? "tooLarge" : "parameterError";
  const { status, body } = answer(name);
  const headers = { ...bareHeaders, "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  if (socket.writable) socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines, "", body].join("\r\n"));
  // Who goes on dripping would hold the connection for ever.
  setTimeout(() => socket.destroy(), lastWordMs).unref();
}
