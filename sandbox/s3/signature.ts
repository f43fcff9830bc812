import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** The credentials and the region. */
export interface Account {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** The signed parts of a request; `target` is path and query as received. */
export interface SignedRequest {
  method: string;
  target: string;
  headers: IncomingHttpHeaders;
}

/** Why a signature is refused, as an S3 error code. */
export type SignatureProblem =
  | "AccessDenied"
  | "AuthorizationHeaderMalformed"
  | "InvalidAccessKeyId"
  | "RequestTimeTooSkewed"
  | "SignatureDoesNotMatch";

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
const stamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const maxSkewMs = 15 * 60 * 1000;
/** S3 requires these to be signed. */
const requiredHeaders = ["host", "x-amz-content-sha256", "x-amz-date"];

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Path and query in the canonical form: each part decoded and encoded once, the query sorted. */
function canonicalTarget(target: string): [path: string, query: string] {
  const { pathname, searchParams } = new URL(target, "http://sandbox.invalid");
  const path = pathname
    .split("/")
    .map((part) => encode(decodeURIComponent(part)))
    .join("/");
  const pairs = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return [path, pairs.toSorted().join("&")];
}

function canonicalRequest(request: SignedRequest, signedHeaders: string): string {
  const lines = signedHeaders.split(";").map(
    (name) =>
      `${name}:${String(request.headers[name] ?? "")
        .trim()
        .replace(/ +/g, " ")}`,
  );
  const hash = String(request.headers["x-amz-content-sha256"]);
  return [request.method, ...canonicalTarget(request.target), ...lines, "", signedHeaders, hash].join("\n");
}

function timeOf(date: string): number {
  const parts = stamp.exec(date)?.slice(1).map(Number);
  if (parts === undefined) return Number.NaN;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * Checks the `Authorization` header of a request by Signature Version 4, from its description at
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html.
 * @param nowMs the server's time, epoch milliseconds; a request may be 15 minutes off
 * @returns null if it is signed as it should be. Whether the body has the signed hash is not looked at.
 */
export function checkSignature(request: SignedRequest, account: Account, nowMs: number): SignatureProblem | null {
  const header = request.headers.authorization;
  if (header === undefined) return "AccessDenied";
  const parts = authorization.exec(header);
  if (parts === null) return "AuthorizationHeaderMalformed";
  const [, accessKeyId = "", day = "", region = "", signedHeaders = "", signature = ""] = parts;
  const date = String(request.headers["x-amz-date"]);
  const signedNames = signedHeaders.split(";");
  if (region !== account.region || !date.startsWith(day)) return "AuthorizationHeaderMalformed";
  if (accessKeyId !== account.accessKeyId) return "InvalidAccessKeyId";
  if (!requiredHeaders.every((name) => signedNames.includes(name))) return "AccessDenied";
  if (!(Math.abs(nowMs - timeOf(date)) <= maxSkewMs)) return "RequestTimeTooSkewed";

  const hash = createHash("sha256").update(canonicalRequest(request, signedHeaders)).digest("hex");
  const toSign = ["AWS4-HMAC-SHA256", date, `${day}/${region}/s3/aws4_request`, hash].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${account.secretAccessKey}`, day), region), "s3"), "aws4_request");
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, "hex")) ? null : "SignatureDoesNotMatch";
}
