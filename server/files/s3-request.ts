import type { IncomingMessage } from "node:http";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import type { FileFacts } from "./spool.ts";
import { factsOf } from "./spool.ts";

/** A bucket of any store that speaks S3, and who we are to it. */
export interface S3Bucket {
  /** such as https://s3.eu-central-1.amazonaws.com, with a path if the store wants one */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** true: https://host/bucket/key; false: https://bucket.host/key */
  pathStyle: boolean;
}

/** Bytes to send: their length and hash are signed, so they are known before; `open` gives them anew for each try. */
export interface S3Body extends FileFacts {
  contentType: string;
  open(): Readable;
}

/** How long a silence lasts before it counts as a failure, and the wait before the second try (the third waits twice as long). */
export interface S3Patience {
  timeoutMs: number;
  backoffMs: number;
}

/** The store said no, or could not be reached. Neither message nor fields hold a key of ours. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  /** HTTP status; 0 where there was no answer */
  readonly status: number;
  /** the store's word for it, such as `NoSuchKey`, or the network's, such as `ECONNREFUSED`; "" where there is none */
  readonly code: string;

  constructor(what: string, status: number, code: string) {
    const why = status === 0 ? `could not be reached (${code})` : `answered ${status}${code === "" ? "" : ` ${code}`}`;
    super(`files: the S3 store ${why} to ${what}`);
    this.status = status;
    this.code = code;
  }
}

const maxTries = 3;
/** An answer that explains a refusal is a few hundred bytes; more is not read. */
const maxRefusalBytes = 16 * 1024;
const nothing = factsOf(new Uint8Array(0));

/** Where a file is, or the bucket itself where `key` is null. */
export function addressOf(to: S3Bucket, key: string | null): URL {
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

/** One request and the head of its answer. A silence of `timeoutMs` ends it, also later, while the answer's body comes. */
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
        // A reader of ours who takes long is not the store's silence; one who has just caught up waits for the store anew.
        const wasReaderBehind = isReaderBehind;
        isReaderBehind = answer !== null && answer.readableLength > 0;
        if (isReaderBehind || wasReaderBehind) socket.setTimeout(timeoutMs);
        else (answer ?? sent).destroy(Object.assign(new Error("files: the S3 store fell silent"), { code: "ETIMEDOUT" }));
      };
      socket.setTimeout(timeoutMs);
      socket.on("timeout", onSilence);
      // The connection may be kept for the next request.
      sent.once("close", () => socket.off("timeout", onSilence).setTimeout(0));
    });
    sent.on("response", (response) => resolve((answer = response)));
    sent.on("error", reject);
    sent.once("close", () => source?.destroy());
    if (source === undefined) sent.end();
    else source.on("error", (error) => sent.destroy(error)).pipe(sent);
  });
}

/** The `<Code>` of a refusal. Its message is left out: some stores repeat there what was signed. */
async function refusalCode(answer: IncomingMessage): Promise<string> {
  let text = "";
  try {
    for await (const chunk of answer) {
      text += String(chunk);
      if (text.length > maxRefusalBytes) break;
    }
  } catch {
    // Cut off: the status has to do.
  }
  return /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(text)?.[1] ?? "";
}

async function tryOnce(to: S3Bucket, method: string, key: string | null, body: S3Body | null, timeoutMs: number): Promise<IncomingMessage> {
  const what = `${method} ${to.bucket}${key === null ? "" : `/${key}`}`;
  const url = addressOf(to, key);
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
 * Sends a request signed with SigV4 (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html), up to three times
 * while the store answers 429 or 5xx or cannot be reached.
 * @param key null for the bucket itself
 * @returns the answer, 2xx; its body is to be read or destroyed
 * @throws S3Error for any other answer, and where there is none
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
