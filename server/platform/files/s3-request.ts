import type { IncomingMessage } from "node:http";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import type { FileFacts } from "./spool.ts";
import { describeBytes } from "./spool.ts";

/** A bucket of an S3-compatible store, and our credentials. */
export interface S3Bucket {
  /** such as https://s3.eu-central-1.amazonaws.com, with a path if the store needs one */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** true: https://host/bucket/key; false: https://bucket.host/key */
  pathStyle: boolean;
}

/** Bytes to send: their length and hash are signed, so they must be known first; `open` reads them again for each try. */
export interface S3Body extends FileFacts {
  contentType: string;
  open(): Readable;
}

/** How long the store may be silent before a request fails, and the delay before the second try (the third waits twice as long). */
export interface S3Patience {
  timeoutMs: number;
  backoffMs: number;
}

/** The store refused, or could not be reached. Neither message nor fields hold a key of ours. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  /** HTTP status; 0 without a response */
  readonly status: number;
  /** the store's error code, such as `NoSuchKey`, or the network's, such as `ECONNREFUSED`; "" if there is none */
  readonly code: string;

  constructor(what: string, status: number, code: string) {
    const why = status === 0 ? `could not be reached (${code})` : `answered ${status}${code === "" ? "" : ` ${code}`}`;
    super(`files: the S3 store ${why} to ${what}`);
    this.status = status;
    this.code = code;
  }
}

const maxTries = 3;
/** A refusal's explanation is a few hundred bytes; more is not read. */
const maxRefusalBytes = 16 * 1024;
const nothing = describeBytes(new Uint8Array(0));

/** Returns the address of a file, or of the bucket if `key` is null. */
export function getAddress(to: S3Bucket, key: string | null): URL {
  const url = new URL(to.endpoint);
  const parts = [url.pathname.replace(/\/+$/, "")];
  if (to.pathStyle) parts.push(to.bucket);
  else url.hostname = `${to.bucket}.${url.hostname}`;
  if (key !== null) parts.push(key);
  url.pathname = parts.join("/");
  return url;
}

async function signedHeaders(to: S3Bucket, method: string, url: URL, body: S3Body | null): Promise<Record<string, string>> {
  const headers = { "x-amz-content-sha256": body?.sha256 ?? nothing.sha256, ...(body !== null && { "content-type": body.contentType }) };
  const { accessKeyId, secretAccessKey, region } = to;
  const signed = await new AwsV4Signer({ method, url: url.href, headers, accessKeyId, secretAccessKey, region, service: "s3" }).sign();
  return { ...Object.fromEntries(signed.headers), "content-length": String(body?.byteSize ?? 0) };
}

function networkCode(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Sends one request and returns its response once the headers arrive. A silence of `timeoutMs` ends it, also later, during the body. */
function exchange(
  method: string,
  url: URL,
  headers: Record<string, string>,
  body: S3Body | null,
  timeoutMs: number,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === "https:" ? httpsRequest : httpRequest;
    const sent = open(url, { method, headers });
    let answer: IncomingMessage | null = null;
    const source = body?.open();
    let isReaderBehind = false;
    sent.on("socket", (socket) => {
      const onSilence = (): void => {
        // A slow reader of ours does not count as the store's silence; one that has just caught up waits for the store again.
        const wasReaderBehind = isReaderBehind;
        isReaderBehind = answer !== null && answer.readableLength > 0;
        if (isReaderBehind || wasReaderBehind) socket.setTimeout(timeoutMs);
        else (answer ?? sent).destroy(Object.assign(new Error("files: the S3 store stopped responding"), { code: "ETIMEDOUT" }));
      };
      socket.setTimeout(timeoutMs);
      socket.on("timeout", onSilence);
      // The connection may be reused for the next request.
      sent.once("close", () => socket.off("timeout", onSilence).setTimeout(0));
    });
    sent.on("response", (response) => resolve((answer = response)));
    sent.on("error", reject);
    sent.once("close", () => source?.destroy());
    if (source === undefined) sent.end();
    else source.on("error", (error) => sent.destroy(error)).pipe(sent);
  });
}

/** Reads the `<Code>` of a refusal. Its message is ignored: some stores repeat the signed text there. */
async function refusalCode(answer: IncomingMessage): Promise<string> {
  let text = "";
  try {
    for await (const chunk of answer) {
      text += String(chunk);
      if (text.length > maxRefusalBytes) break;
    }
  } catch {
    // Cut off: the status alone must do.
  }
  return /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(text)?.[1] ?? "";
}

async function tryOnce(to: S3Bucket, method: string, key: string | null, body: S3Body | null, timeoutMs: number): Promise<IncomingMessage> {
  const what = `${method} ${to.bucket}${key === null ? "" : `/${key}`}`;
  const url = getAddress(to, key);
  const headers = await signedHeaders(to, method, url, body);
  let answer: IncomingMessage;
  try {
    answer = await exchange(method, url, headers, body, timeoutMs);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new S3Error(what, 0, networkCode(error));
  }
  const status = answer.statusCode ?? 0;
  if (status >= 200 && status < 300) return answer;
  throw new S3Error(what, status, await refusalCode(answer));
}

function mayPass(error: S3Error): boolean {
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/**
 * Sends a request signed with SigV4 (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html), up to three times while the
 * store answers 429 or 5xx or cannot be reached.
 * @param key null for the bucket itself
 * @returns the response, 2xx; the caller reads or destroys its body
 * @throws S3Error for any other response, or none
 */
export async function sendS3(
  to: S3Bucket,
  method: "GET" | "PUT" | "DELETE" | "HEAD",
  key: string | null,
  body: S3Body | null,
  patience: S3Patience,
): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryOnce(to, method, key, body, patience.timeoutMs);
    } catch (error) {
      if (!(error instanceof S3Error) || !mayPass(error) || attempt >= maxTries) throw error;
      await sleep(patience.backoffMs * 2 ** (attempt - 1));
    }
  }
}
