import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LimitReached } from "#server/platform/runtime/fair-limiter.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { answer } from "./answer.ts";
import { withoutSlash } from "./register-calls.ts";

const json = "application/json; charset=utf-8";
/** Headers of answers that bypass the hooks which set those of all others. */
const bareHeaders = {
  "content-type": json,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;
/** How long the sender of a broken request has to read the answer. */
const lastWordMs = 1000;

/** The code of a broken request, by the HTTP status that the framework gave it. */
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

/** PostgreSQL's codes for a temporary failure: it restarts, is full, or a wait timed out. */
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
  // The ledger closed the period of its timestamp meanwhile: a retry has a later timestamp and succeeds.
  "QS003",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  // A file system becomes read-only when its disk has a fault.
  "EROFS",
]);
/** The same in messages of the driver, which has no codes for them. */
const passingWords = /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/;

/** A full disk, or an exhausted quota; PostgreSQL's code is 53100. */
const noSpace = new Set(["ENOSPC", "EDQUOT", "53100"]);

function isPassing(error: Error & { code?: unknown }): boolean {
  return passing.has(String(error.code)) || passingWords.test(error.message);
}

/** Names an error: the request's fault, a temporary failure, or a bug. */
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

/** Answers every failure in the same envelope; internal details go to the log alone. */
export function answerErrors(app: FastifyInstance, methods: ReadonlyMap<string, readonly string[]>): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const name = nameOfError(error);
    if (name === "systemError") request.log.error({ err: error }, "request failed");
    else if (isNotNow(name) || error instanceof LimitReached) request.log.warn({ reason: error.message }, "request rejected for now");
    request.outcome = { name, userUuid: "" };
    if (isNotNow(name) || error instanceof LimitReached) void reply.header("retry-after", name === "noDiskSpace" ? "60" : "1");
    // The rest of its body is not read.
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
 * HTTP/1.1 requires exactly one Host header (RFC 9112, 3.2): with two, a proxy may read one and we the other. Node's own refusal lacks our
 * envelope, and it uses the first of two.
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

/** Answers an address that cannot be decoded (a broken percent sign), which reaches no route and no handler. */
export function answerBrokenAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  void sendNamed(reply.headers(bareHeaders), "parameterError");
}

/** Answers what is not HTTP at all, or came too slowly, with the envelope as well, straight onto the socket. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const name =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "requestTimeout" : error.code === "HPE_HEADER_OVERFLOW" ? "tooLarge" : "parameterError";
  const { status, body } = answer(name);
  const headers = { ...bareHeaders, "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  if (socket.writable) socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines, "", body].join("\r\n"));
  // A client that keeps sending slowly would hold the connection for ever.
  setTimeout(() => socket.destroy(), lastWordMs).unref();
}
