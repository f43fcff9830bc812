import { v4 } from "uuid";
import { pause } from "#src/kit/lib/pause.ts";
import { codeName, isSilent, isSuccess } from "./code-lookup.ts";
import type { CodeName } from "./codes.ts";
import { apiPrefix } from "./address.ts";
import type { CallAddress } from "./address.ts";
import type { InputOf, OutputOf } from "./define-call.ts";
import type { Envelope, FieldProblem } from "./envelope.ts";

/** A request times out after this long (specification, section 9). */
export const requestTimeoutMs = 60_000;

export type ProblemKind = "refusal" | "http" | "timeout" | "network";

/** Why a call failed. Users read `msg`; code checks `codeName`. */
export class CallProblem extends Error {
  readonly kind: ProblemKind;
  readonly status: number;
  readonly code: number;
  /** the code's name in the code table; null if it is not there */
  readonly codeName: CodeName | null;
  readonly msg: { en_us: string; zh_cn: string } | null;
  readonly fields: readonly FieldProblem[];

  constructor(kind: ProblemKind, status: number, answer: Envelope<unknown> | null) {
    super(answer?.msg.en_us ?? kind);
    this.name = "CallProblem";
    this.kind = kind;
    this.status = status;
    this.code = answer?.code ?? 0;
    this.codeName = answer === null ? null : codeName(answer.code);
    this.msg = answer?.msg ?? null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only an optional field is read, and checked on the next line
    const data = answer?.data as { fields?: readonly FieldProblem[] } | null | undefined;
    this.fields = Array.isArray(data?.fields) ? data.fields : [];
  }

  /** Whether the problem raises no toast (specification, section 8). */
  get isSilent(): boolean {
    return isSilent(this.code);
  }
}

export interface ClientOptions {
  /** scheme, host and port of the server; empty for the page's own */
  origin: string;
  /** the tokens of the caller; null if nobody is signed in */
  tokens: () => { accessToken: string; csrfToken: string } | null;
  /** called with every problem before it is thrown; for 2003 it redirects to the login page */
  onProblem?: (problem: CallProblem, call: CallAddress, options: CallOptions) => void;
  timeoutMs?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** the same key for repeats of the same operation, such as a second click or a retry. By default, each call has a new key. */
  idempotencyKey?: string;
  /** the caller reports a problem itself, so it raises no toast. An expired login is reported nevertheless. */
  isQuiet?: boolean;
  /** files of a multipart call, with the field name of each */
  files?: readonly { field: string; file: globalThis.Blob; name: string }[];
}

export interface Client {
  /**
   * Makes a call.
   * @throws CallProblem for a refusal, an HTTP error, no network, or no answer within 60 s
   */
  call<C extends CallAddress>(call: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C>>;
  /**
   * Makes a call whose response is a file.
   * @returns its content and the name to save it under
   * @throws CallProblem
   */
  file<C extends CallAddress>(call: C, input: InputOf<C>, options?: CallOptions): Promise<{ blob: globalThis.Blob; name: string }>;
}

/** Returns a new idempotency key. Not `crypto.randomUUID`, which pages on plain http do not have. */
export function newKey(): string {
  return v4();
}

/** Waits before each retry after a network error, in ms. Retries send the same idempotency key, so that nothing is done twice. */
const retryAfterMs = [300, 1500] as const;

function getQuery(input: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== null) query.append(name, String(one));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

function buildBody(call: CallAddress, input: object, files: CallOptions["files"]): { body?: BodyInit; type?: string } {
  if (call.method === "GET") return {};
  if (call.body === "form") return { body: getQuery(input).slice(1), type: "application/x-www-form-urlencoded" };
  if (call.body !== "multipart") return { body: JSON.stringify(input), type: "application/json" };
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) if (value !== undefined && value !== null) form.append(name, String(value));
  for (const { field, file, name } of files ?? []) form.append(field, file, name);
  // The browser sets the content type, with the boundary.
  return { body: form };
}

/** Returns the file name in a Content-Disposition header, preferring the UTF-8 form (RFC 6266). */
export function nameOfDisposition(header: string | null): string {
  const full = /filename\*=UTF-8''([^;]+)/i.exec(header ?? "")?.[1];
  if (full !== undefined) return decodeURIComponent(full);
  return /filename="([^"]*)"/i.exec(header ?? "")?.[1] ?? "";
}

/** A response whose body has been read completely. */
interface FullResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly disposition: string | null;
  readonly body: globalThis.Blob;
}

async function readEnvelope({ body }: FullResponse): Promise<Envelope<unknown> | null> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only our server answers; the code is checked here
    const answer = JSON.parse(await body.text()) as Partial<Envelope<unknown>> | null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only our server answers; the code is checked here
    return typeof answer?.code === "number" ? (answer as Envelope<unknown>) : null;
  } catch {
    return null;
  }
}

/** Creates a client for calls: one per area, with its own tokens. */
export function createClient(options: ClientOptions): Client {
  async function attempt(call: CallAddress, input: object, given: CallOptions, key: string): Promise<FullResponse> {
    const tokens = options.tokens();
    const { body, type } = buildBody(call, input, given.files);
    const timeout = AbortSignal.timeout(options.timeoutMs ?? requestTimeoutMs);
    const headers: Record<string, string> = {};
    if (type !== undefined) headers["content-type"] = type;
    if (tokens !== null) Object.assign(headers, { authorization: `Bearer ${tokens.accessToken}`, "x-csrf-token": tokens.csrfToken });
    if (call.method !== "GET" && call.idempotency !== "own") headers["idempotency-key"] = key;
    const url = options.origin + apiPrefix + call.path + (call.method === "GET" ? getQuery(input) : "");
    try {
      const reply = await fetch(url, {
        method: call.method,
        headers,
        // The only cookie marks a known device; no cookie is sent to other origins, such as from the extension.
        credentials: "same-origin",
        cache: "no-store",
        signal: given.signal === undefined ? timeout : AbortSignal.any([given.signal, timeout]),
        ...(body === undefined ? {} : { body }),
      });
      // Reads the whole body here, so that a connection lost half way or a timeout counts as a failed attempt.
      const { status, ok } = reply;
      return { status, ok, disposition: reply.headers.get("content-disposition"), body: await reply.blob() };
    } catch (error) {
      // The caller aborted the request.
      if (given.signal?.aborted === true) throw error;
      throw new CallProblem(timeout.aborted ? "timeout" : "network", 0, null);
    }
  }

  async function response(call: CallAddress, input: object, given: CallOptions): Promise<FullResponse> {
    const key = given.idempotencyKey ?? newKey();
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(call, input, given, key);
      } catch (error) {
        const wait = retryAfterMs[tries];
        const mayRetry = error instanceof CallProblem && error.kind === "network" && call.idempotency !== "own";
        if (!mayRetry || wait === undefined) throw error;
        await pause(wait, given.signal);
        given.signal?.throwIfAborted();
      }
    }
  }

  async function reportFailure<T>(call: CallAddress, given: CallOptions, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CallProblem) options.onProblem?.(error, call, given);
      throw error;
    }
  }

  return {
    call: (call, input, given = {}) =>
      reportFailure(call, given, async () => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input of every call is an object
        const reply = await response(call, input as object, given);
        const answer = await readEnvelope(reply);
        if (answer === null || !reply.ok) throw new CallProblem("http", reply.status, answer);
        if (!isSuccess(answer.code)) throw new CallProblem("refusal", reply.status, answer);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server answers by the call's output schema
        return answer.data as OutputOf<typeof call>;
      }),
    file: (call, input, given = {}) =>
      reportFailure(call, given, async () => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input of every call is an object
        const reply = await response(call, input as object, given);
        if (reply.ok && reply.disposition !== null) return { blob: reply.body, name: nameOfDisposition(reply.disposition) };
        throw new CallProblem(reply.ok ? "refusal" : "http", reply.status, await readEnvelope(reply));
      }),
  };
}
