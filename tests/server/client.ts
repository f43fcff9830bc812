import type { FastifyInstance } from "fastify";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { Call, InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import { deriveCsrfToken } from "#server/platform/http/authenticate.ts";

/** The HTTP status, and the envelope if there was one. */
export interface Reply<T> {
  status: number;
  code: number;
  data: T;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface CallOptions {
  token?: string | null;
  /** the CSRF header; the token's own by default */
  csrf?: string | null;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** without the prefix */
  bare?: boolean;
  address?: string;
  /** the files of a multipart call */
  files?: readonly UploadedFile[];
}

export interface UploadedFile {
  field: string;
  name: string;
  bytes: Uint8Array;
}

const boundary = "quayside-test-boundary";

/** Builds a multipart body (RFC 7578). @param fields the parts that are not files */
export function multipartOf(files: readonly UploadedFile[], fields: Readonly<Record<string, unknown>> = {}): Buffer {
  const plain = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`),
  );
  const parts = files.flatMap(({ field, name, bytes }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...plain, ...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

export const multipartType = `multipart/form-data; boundary=${boundary}`;

function payloadOf(call: Call, input: unknown, files: readonly UploadedFile[]): { payload?: Buffer | string | object; type?: string } {
  if (call.method === "GET") return {};
  if (call.body === "form") return { payload: queryOf(input as object).slice(1), type: "application/x-www-form-urlencoded" };
  if (call.body === "multipart") return { payload: multipartOf(files, input as Record<string, unknown>), type: multipartType };
  return { payload: JSON.stringify(input), type: "application/json" };
}

function queryOf(input: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) query.append(name, typeof one === "object" ? JSON.stringify(one) : String(one));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Builds the headers that our client sends with a token. */
export function headersOf({ token, csrf, idempotencyKey, headers }: CallOptions): Record<string, string> {
  const csrfToken = csrf === undefined && typeof token === "string" ? deriveCsrfToken(token) : csrf;
  return {
    ...(typeof token === "string" ? { authorization: `Bearer ${token}` } : {}),
    ...(typeof csrfToken === "string" ? { "x-csrf-token": csrfToken } : {}),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    ...headers,
  };
}

/** Calls the real server without a socket; sends any input, even if the types forbid it. */
export async function send(app: FastifyInstance, call: Call, input: unknown, options: CallOptions = {}): Promise<Reply<unknown>> {
  const path = (options.bare === true ? "" : apiPrefix) + call.path;
  const inQuery = call.method === "GET";
  const { payload, type } = payloadOf(call, input, options.files ?? []);
  const reply = await app.inject({
    method: call.method,
    url: inQuery ? path + queryOf(input as object) : path,
    headers: { ...headersOf(options), ...(type === undefined ? {} : { "content-type": type }) },
    ...(payload === undefined ? {} : { payload }),
    ...(options.address === undefined ? {} : { remoteAddress: options.address }),
  });
  const isEnvelope = String(reply.headers["content-type"]).startsWith("application/json");
  const body = isEnvelope ? (JSON.parse(reply.body) as { code?: number; data?: unknown }) : {};
  return { status: reply.statusCode, code: body.code ?? 0, data: body.data, text: reply.body, headers: reply.headers };
}

/** The same with the call's own types. */
export async function request<C extends Call>(
  app: FastifyInstance,
  call: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<Reply<OutputOf<C>>> {
  return (await send(app, call, input, options)) as Reply<OutputOf<C>>;
}
