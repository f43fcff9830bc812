import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Account } from "./signature.ts";
import { checkSignature } from "./signature.ts";

export interface S3SandboxOptions extends Account {
  /** 0 for any free port */
  port: number;
  /** the only bucket */
  bucket: string;
}

/** A running store. */
export interface S3Sandbox {
  port: number;
  /** Stops it and closes open connections; its objects are lost. */
  close(): Promise<void>;
}

interface StoredObject {
  contentType: string;
  bytes: Buffer;
}

interface Reply {
  status: number;
  type?: string;
  body?: Buffer;
}

const maxObjectBytes = 64 * 1024 * 1024;

function refusal(status: number, code: string): Reply {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return { status, type: "application/xml", body: Buffer.from(body) };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let byteSize = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    byteSize += chunk.length;
    if (byteSize > maxObjectBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function put(request: IncomingMessage, objects: Map<string, StoredObject>, key: string): Promise<Reply> {
  if (request.headers["content-length"] === undefined) return refusal(411, "MissingContentLength");
  const bytes = await bodyOf(request);
  if (bytes === null) return refusal(400, "EntityTooLarge");
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (request.headers["x-amz-content-sha256"] !== hash) return refusal(400, "XAmzContentSHA256Mismatch");
  objects.set(key, { bytes, contentType: request.headers["content-type"] ?? "binary/octet-stream" });
  return { status: 200 };
}

function objectReply(stored: StoredObject | undefined): Reply {
  return stored === undefined ? refusal(404, "NoSuchKey") : { status: 200, type: stored.contentType, body: stored.bytes };
}

async function replyTo(request: IncomingMessage, objects: Map<string, StoredObject>, options: S3SandboxOptions): Promise<Reply> {
  const { method = "GET", url: target = "/", headers } = request;
  const problem = checkSignature({ method, target, headers }, options, Date.now());
  if (problem !== null) return refusal(problem === "AuthorizationHeaderMalformed" ? 400 : 403, problem);
  const [bucket, ...parts] = new URL(target, "http://sandbox.invalid").pathname.slice(1).split("/").map(decodeURIComponent);
  if (bucket !== options.bucket) return refusal(404, "NoSuchBucket");
  const key = parts.join("/");
  if (key === "") return method === "HEAD" ? { status: 200 } : refusal(501, "NotImplemented");
  switch (method) {
    case "PUT":
      return put(request, objects, key);
    case "GET":
    case "HEAD":
      return objectReply(objects.get(key));
    case "DELETE":
      objects.delete(key);
      return { status: 204 };
    default:
      return refusal(405, "MethodNotAllowed");
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  objects: Map<string, StoredObject>,
  options: S3SandboxOptions,
): Promise<void> {
  try {
    const { status, type, body } = await replyTo(request, objects, options);
    request.resume();
    response.writeHead(status, { ...(type !== undefined && { "content-type": type }), "content-length": body?.length ?? 0 });
    response.end(request.method === "HEAD" ? undefined : body);
  } catch (error) {
    if (!request.destroyed || request.complete) process.stderr.write(`s3: ${error instanceof Error ? error.message : String(error)}\n`);
    response.destroy();
  }
}

/**
 * Starts a store on 127.0.0.1 that implements the part of S3's REST API that we use, addressed by path, with one account and one bucket, and
 * objects in memory.
 * @throws Error with code EADDRINUSE if the port is taken
 */
export async function startS3(options: S3SandboxOptions): Promise<S3Sandbox> {
  const objects = new Map<string, StoredObject>();
  const server = createServer((request, response) => {
    void answer(request, response, objects, options);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("s3: no port");
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
