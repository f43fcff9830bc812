import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** A text in each encoding that browsers accept. */
export interface Encoded {
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

/** Encodes a text for many answers: at a higher level than on the fly, and fast enough for the first. */
export async function encodeBody(text: string): Promise<Encoded> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, zipped] = await Promise.all([toBrotli(identity, { params }), toGzip(identity, { level: 9 })]);
  return { identity, gzip: zipped, br };
}

/** Picks the best of our encodings for an Accept-Encoding (RFC 9110, 12.5.3); `identity` if it names neither. */
export function chooseEncoding(accepted: string | undefined): keyof Encoded {
  const weights = new Map(
    (accepted ?? "").split(",").map((one): [string, number] => {
      const [name = "", ...parameters] = one
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  const takes = (name: string) => (weights.get(name) ?? 0) > 0;
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}
