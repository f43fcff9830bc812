import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { maxImageBytes, maxImagesPerField } from "#src/kit/files/files.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Upload } from "./context.ts";

/** How large one file may be and how many may come, and the codes for more. */
interface FileLimit {
  readonly maxBytes: number;
  readonly tooLarge: RefusalName;
  readonly maxFiles: number;
  readonly tooMany: RefusalName;
}

/** The limit of pictures, unless the call says otherwise. */
const pictures: FileLimit = {
  maxBytes: maxImageBytes,
  tooLarge: "files.imageTooLarge",
  maxFiles: maxImagesPerField,
  tooMany: "files.tooManyImages",
};

/** The content of a multipart body. */
interface Multipart {
  readonly uploads: Upload[];
  /** the parts that are not files: the call's input, not yet validated */
  readonly fields: Record<string, string>;
}

/** Limits of every call; its own file limits are added. */
const limits = {
  fieldNameSize: 100,
  fields: 10,
  fieldSize: 1000,
  parts: 30,
  headerPairs: 50,
};

/** Lets the server read multipart bodies. */
export async function acceptMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false });
}

async function readParts(request: FastifyRequest, limit: FileLimit): Promise<Result<Multipart, RefusalName>> {
  const uploads: Upload[] = [];
  const fields = new Map<string, string>();
  let problem: RefusalName | null = null;
  // One more than is allowed may come in, so that the refusal can say which rule was broken.
  const most = { fileSize: limit.maxBytes + 1, files: limit.maxFiles + 1 };
  try {
    for await (const part of request.parts({ limits: most })) {
      if (part.type !== "file") {
        if (typeof part.value !== "string" || fields.has(part.fieldname)) return refuse("parameterError");
        fields.set(part.fieldname, part.value);
        continue;
      }
      const bytes = await part.toBuffer();
      if (part.file.truncated || bytes.length > limit.maxBytes) problem ??= limit.tooLarge;
      if (uploads.length >= limit.maxFiles) problem = limit.tooMany;
      uploads.push({
        field: part.fieldname.slice(0, 100),
        name: (part.filename ?? "").slice(0, 200),
        bytes: problem === null ? bytes : Buffer.alloc(0),
      });
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "FST_FILES_LIMIT") return refuse(limit.tooMany);
    // The framework's own refusals have a status. Everything else here comes from the parser (no boundary, one that is too long, a body that ends early)
    // and is the sender's fault, though the parser throws it as a plain Error.
    if (error instanceof Error && "statusCode" in error) throw error;
    request.log.info({ reason: error instanceof Error ? error.message : String(error) }, "malformed multipart");
    return refuse("parameterError");
  }
  return problem === null ? ok({ uploads, fields: Object.fromEntries(fields) }) : refuse(problem);
}

/** Counts a body as it arrives. @returns a promise that resolves once more than `mostBytes` have arrived, after which no more is read; else never */
function exceeded({ raw }: FastifyRequest, mostBytes: number): Promise<Result<never, RefusalName>> {
  let left = mostBytes;
  return new Promise((resolve) => {
    raw.on("data", (chunk: Buffer) => {
      left -= chunk.length;
      if (left >= 0) return;
      raw.unpipe();
      resolve(refuse("tooLarge"));
    });
  });
}

/**
 * Reads a multipart body to its end.
 * @param mostBytes of the whole body, whatever its Content-Length says
 * @param limit of its files; that of pictures, nine of 5 MB, if the call names none
 * @returns the files in their order and the fields by name; the limit's codes if a file is too large or one too many, `tooLarge` if the whole body
 *   is: the connection cannot be used any more then
 */
export async function readMultipart(
  request: FastifyRequest,
  mostBytes: number,
  limit: FileLimit = pictures,
): Promise<Result<Multipart, RefusalName>> {
  if (!request.isMultipart()) return refuse("wrongMediaType");
  // A client that disconnected would be waited for without end.
  if (request.raw.destroyed) return refuse("parameterError");
  return Promise.race([exceeded(request, mostBytes), readParts(request, limit)]);
}
