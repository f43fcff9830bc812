import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getRequester, runFor } from "#server/platform/runtime/requester-context.ts";
import type { Services } from "#server/platform/services.ts";
import { answer } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { readBearer } from "./authenticate.ts";
import type { FileAnswer, Implementation } from "./context.ts";
import { perform, refuseUnread } from "./perform.ts";
import type { Incoming, Outcome } from "./request-steps.ts";
import { guessCompany, recallActor } from "./session-memory.ts";
import { readMultipart } from "./uploads.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** the call's name, for logs and metrics */
    call?: string;
    /** whether anonymous clients may make it: they get a smaller share */
    isOpen?: boolean;
  }
  interface FastifyRequest {
    outcome: { name: string; userUuid: string } | null;
  }
}

const quarterMegabyte = 256 * 1024;
const json = "application/json; charset=utf-8";

/** Returns every address of a call. */
export function listAddresses(call: Call): string[] {
  return call.bare === true ? [apiPrefix + call.path, call.path] : [apiPrefix + call.path];
}

/** Returns which methods each address accepts, without its trailing slash. */
export function listMethodsByAddress(calls: readonly Call[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>();
  for (const call of calls)
    for (const address of listAddresses(call)) {
      const key = withoutSlash(address);
      methods.set(key, [...(methods.get(key) ?? []), call.method]);
    }
  return methods;
}

/** An address is the same with and without a trailing slash. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Adds the routes of the calls. The list is in `app.ts`: nothing is discovered in folders. */
export function addCalls(app: FastifyInstance, services: Services, implementations: readonly Implementation[]): void {
  for (const implementation of implementations) {
    const { call } = implementation;
    for (const url of listAddresses(call)) {
      app.route({
        method: call.method,
        url,
        // The files of a multipart call are counted as they are read; the rest of its body has the usual limit.
        bodyLimit: call.body === "multipart" ? quarterMegabyte : (call.bodyLimitBytes ?? quarterMegabyte),
        config: { call: call.name, isOpen: call.roles === "anyone" },
        handler: (request, reply) =>
          handle(services, implementation, request, reply).catch((error: unknown) => {
            if (!reply.sent) throw error;
            // The deadline has answered already; the result of the work goes to the log alone.
            request.log.warn({ err: error }, "failed after its deadline");
            return reply;
          }),
      });
    }
  }
}

async function handle(
  services: Services,
  implementation: Implementation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { call } = implementation;
  const token = readBearer(request.headers.authorization);
  const incoming: Incoming = {
    services,
    now: services.clock.now(),
    host: request.headers.host ?? "",
    isHomepagePort: request.socket.localPort === services.homepagePort(),
    address: request.ip,
    device: (request.headers["user-agent"] ?? "").slice(0, 200),
    cookies: request.headers.cookie ?? "",
    setCookie: (cookie) => void reply.header("set-cookie", request.protocol === "https" ? `${cookie}; Secure` : cookie),
    token,
    remembered: recallActor(token),
    csrf: one(request.headers["x-csrf-token"]),
    idempotencyKey: one(request.headers["idempotency-key"]),
    // A form or a missing body counts as an empty object.
    input: call.method === "GET" ? request.query : (request.body ?? {}),
    uploads: [],
    log: request.log,
    signal: request.workSignal,
  };
  const company = guessCompany(incoming);
  const outcome = await runFor({ company, signal: request.workSignal }, () =>
    call.body === "multipart" ? performUpload(implementation, incoming, request, reply) : perform(implementation, incoming),
  );
  // The deadline passed meanwhile and was answered.
  if (reply.sent) return reply;
  request.outcome = { name: outcome.answer.name, userUuid: outcome.actor?.userUuid ?? "" };
  const { file } = outcome;
  if (file !== undefined)
    return runFor({ company: outcome.actor?.relatedUuid ?? company, signal: request.workSignal }, () => sendFile(services, reply, file));
  return send(reply, outcome.answer);
}

/** Runs a call with uploaded files once its sender is authorised. The files are in memory meanwhile, so only a limited number run at once. */
async function performUpload(
  implementation: Implementation,
  incoming: Incoming,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome> {
  const refused = await refuseUnread(implementation, incoming);
  if (refused !== null) return { answer: refused, actor: null };
  return incoming.services.slowWork.uploads.run(getRequester(), implementation.slowWork ?? "upload", async () => {
    const read = await readFiles(implementation.call, incoming, request, reply);
    return read.ok ? perform(implementation, read.value) : { answer: read.problem, actor: null };
  });
}

/** Reads the files of a request, with the fields beside them as its input. */
async function readFiles(call: Call, incoming: Incoming, request: FastifyRequest, reply: FastifyReply): Promise<Result<Incoming, Answer>> {
  const mostBytes = call.bodyLimitBytes ?? quarterMegabyte;
  // By its Content-Length, before any of it is read; a body without one is counted.
  const isTooLarge = Number(request.headers["content-length"] ?? 0) > mostBytes;
  const read = isTooLarge ? refuse("tooLarge" as const) : await readMultipart(request, mostBytes, call.files);
  // The rest of it is not read.
  if (!read.ok && read.problem === "tooLarge") void reply.header("connection", "close");
  if (!read.ok) return refuse(answer(read.problem));
  const { uploads, fields } = read.value;
  // A body may take its time.
  return ok({ ...incoming, now: incoming.services.clock.now(), uploads, input: fields });
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function send(reply: FastifyReply, { status, body }: { status: number; body: string }): FastifyReply {
  // Answers are personal: no cache on the way may store them.
  return reply.code(status).header("cache-control", "no-store").type(json).send(body);
}

async function sendFile(services: Services, reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const opened = await file.open();
  if (opened === null) return send(reply, answer("notFound"));
  // Stored output only has to be read.
  const stream = file.byteSize === null ? services.slowWork.stream(getRequester(), opened) : opened;
  if (file.byteSize !== null) void reply.header("content-length", file.byteSize);
  return reply
    .type(file.contentType)
    .header("content-disposition", contentDisposition(file.name, file.isInline))
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("cache-control", "private, no-store")
    .send(stream);
}

/** RFC 6266: an ASCII name for old readers, the real one in UTF-8 (RFC 8187). */
export function contentDisposition(name: string, isInline: boolean): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;/]/g, "_");
  const full = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${isInline ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${full}`;
}
