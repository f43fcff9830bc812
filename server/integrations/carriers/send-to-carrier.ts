import { z } from "zod";
import type { CarrierProblemKind } from "#src/carriers/carrier-accounts/carrier-problem.rules.ts";
import { writeOwnSentence } from "#src/carriers/carrier-accounts/own-words.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { CarrierProblem } from "./carrier.ts";

/** A request, with the exact bytes that were signed. */
export interface CarrierRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** whether it changes something at the carrier, so that a lost answer is `unclear` */
  readonly isWrite?: boolean;
  /** the largest answer; 4 MB by default */
  readonly mostBytes?: number;
}

/** How an account's requests are sent. */
export interface SendOptions {
  /** of one request with its answer; 20 s by default */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface CarrierAnswer {
  readonly status: number;
  readonly bytes: Buffer;
}

const usualTimeoutMs = 20_000;
const usualMostBytes = 4 * 1024 * 1024;
const mostTextLength = 500;
const longestWaitMs = 3_600_000;

/** Creates a problem. Control characters are removed, and long texts cut. */
export function createProblem(
  kind: CarrierProblemKind,
  text: string,
  { code = "", retryAfterMs = null }: { readonly code?: string; readonly retryAfterMs?: number | null } = {},
): CarrierProblem {
  const clean = (value: string, length: number) =>
    value
      .replace(/[\p{Cc}\p{Cs}]+/gu, " ")
      .trim()
      .slice(0, length)
      .toWellFormed();
  return { kind, code: clean(code, 60), text: clean(text, mostTextLength), retryAfterMs };
}

/** Replaces secrets that a carrier repeats, also as they appear in an address. */
export function removeSecrets(problem: CarrierProblem, secrets: readonly string[]): CarrierProblem {
  const forms = [...new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]))].filter((secret) => secret.length > 3);
  const remove = (text: string) => forms.reduce((left, secret) => left.replaceAll(secret, "[secret]"), text);
  return { ...problem, code: remove(problem.code), text: remove(problem.text) };
}

/** Errors of a connection that was never established: the carrier did not see the request. */
const unsent: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** Returns the code of a failed connection, which names nothing secret; the error's message may repeat the address with its signature. */
function getFailureCode(error: unknown): string {
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    if ("code" in inner && typeof inner.code === "string") return inner.code;
    if (inner.name === "TimeoutError") return "TIMEOUT";
  }
  return "NO_ANSWER";
}

/** Returns how long `Retry-After` says to wait: seconds, or a date. */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const ms = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(Math.ceil(ms), 0), longestWaitMs) : null;
}

/** Reads a body; null if it is larger than allowed. */
async function readBytes(response: Response, mostBytes: number): Promise<Buffer | null> {
  if (Number(response.headers.get("content-length") ?? 0) > mostBytes) {
    await response.body?.cancel();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let byteSize = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of response.body ?? []) {
    byteSize += chunk.length;
    if (byteSize > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The kind of a failure after which it is not known whether the carrier acted. */
function getLostKind({ isWrite = false }: CarrierRequest, otherwise: "unreachable" | "unreadable"): CarrierProblemKind {
  return isWrite ? "unclear" : otherwise;
}

function checkStatus(request: CarrierRequest, response: Response): CarrierProblem | null {
  const { status } = response;
  const code = String(status);
  if (status === 429) {
    const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"), Date.now());
    return createProblem("rateLimited", writeOwnSentence("tooManyRequests"), { code, retryAfterMs });
  }
  if (status >= 500) return createProblem(getLostKind(request, "unreachable"), writeOwnSentence("serverFailed", code), { code });
  // Nobody else receives what was signed for the carrier.
  if (status >= 300 && status < 400) return createProblem(getLostKind(request, "unreadable"), writeOwnSentence("redirected"), { code });
  return null;
}

/**
 * Sends a request to a carrier. Statuses from 200 to 299 and from 400 are answers to read, except 429.
 * No error contains the address, the headers or the body.
 */
export async function sendToCarrier(
  request: CarrierRequest,
  { timeoutMs = usualTimeoutMs, signal }: SendOptions = {},
): Promise<Result<CarrierAnswer, CarrierProblem>> {
  const { method, url, headers = {}, body, mostBytes = usualMostBytes } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      ...(body !== undefined && { body }),
    });
    const problem = checkStatus(request, response);
    if (problem !== null) {
      await response.body?.cancel();
      return refuse(problem);
    }
    const bytes = await readBytes(response, mostBytes);
    if (bytes === null) return refuse(createProblem(getLostKind(request, "unreadable"), writeOwnSentence("tooLarge")));
    return ok({ status: response.status, bytes });
  } catch (error) {
    const code = getFailureCode(error);
    const kind = unsent.has(code) ? "unreachable" : getLostKind(request, "unreachable");
    return refuse(
      createProblem(kind, code === "TIMEOUT" ? writeOwnSentence("tooSlow", timeoutMs) : writeOwnSentence("noAnswer"), { code }),
    );
  }
}

/** Parses an answer as JSON of a schema. 401 and 403 without a readable body are `badCredentials`, other statuses from 400 `refused`. */
export function parseAnswer<S extends z.ZodType>(
  request: CarrierRequest,
  { status, bytes }: CarrierAnswer,
  schema: S,
): Result<z.output<S>, CarrierProblem> {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    value = undefined;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const code = String(status);
  if (status === 401 || status === 403) return refuse(createProblem("badCredentials", writeOwnSentence("credentialsRejected"), { code }));
  if (status >= 400) return refuse(createProblem("refused", writeOwnSentence("answeredStatus", code), { code }));
  return refuse(createProblem(getLostKind(request, "unreadable"), writeOwnSentence("notAsPublished")));
}

/** What a carrier's words say when its codes are not published. */
const wordings = [
  [
    "badCredentials",
    /(invalid|wrong|illegal) (sign|signature|token)\b|sign(ature)? (is )?(invalid|error|failed|wrong|incorrect)|app_?key|api_?token|access_?token|user_?id|签名|授权|鉴权|令牌|unauthori[sz]ed|authenticat/i,
  ],
  ["notFound", /can ?not (be )?f(i|ou)nd|not (be )?found|not exist|no such|不存在|未找到|无此|查无/i],
  ["duplicate", /already (exist|been used|in use)|duplicate|in processing|重复|已存在/i],
  ["rateLimited", /too many|too frequent|rate limit|频繁|限流/i],
] as const satisfies readonly (readonly [CarrierProblemKind, RegExp])[];

/** Creates the problem of a refusal in a carrier's words. @param known the kind if its code is published */
export function readRefusal(code: string, text: string, known?: CarrierProblemKind): CarrierProblem {
  const kind = known ?? wordings.find(([, wording]) => wording.test(text))?.[0] ?? "refused";
  return createProblem(kind, text === "" ? writeOwnSentence("noReason") : text, { code });
}

/** Control characters except tabs and line breaks. The database takes no text with U+0000. */
const controls = /[^\P{Cc}\t\n\r]/gu;

/** A text or a number, as text without control characters; empty if missing. */
export const looseText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? "" : String(value).toWellFormed().replace(controls, "").trim()));
