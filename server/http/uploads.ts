import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RefusalName } from "#src/api/codes.ts";
import { maxImageBytes, maxImagesPerField } from "#src/files/files.rules.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { Upload } from "./context.ts";

/** What one file may have and how many may come, and the words for more. */
interface FileLimit {
  readonly maxBytes: number;
  readonly tooLarge: RefusalName;
  readonly maxFiles: number;
  readonly tooMany: RefusalName;
}

/** Pictures, unless the call says otherwise. */
const pictures: FileLimit = {
  maxBytes: maxImageBytes,
  tooLarge: "files.imageTooLarge",
  maxFiles: maxImagesPerField,
  tooMany: "files.tooManyImages",
};

/** What a multipart body holds. */
interface Multipart {
  readonly uploads: Upload[];
  /** the parts that are no files: the call's input, which is not believed yet */
  readonly fields: Record<string, string>;
}

/** Of each call; its own file limits come on top. */
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
    // The framework's own refusals have a status. Everything else here comes from the parser (no boundary, one that is too long, a body that ends
    // early) and is the sender's fault, though the parser throws it as a plain Error.
    if (error instanceof Error && "statusCode" in error) throw error;
    request.log.info({ reason: error instanceof Error ? error.message : String(error) }, "malformed multipart");
    return refuse("parameterError");
  }
  return problem === null ? ok({ uploads, fields: Object.fromEntries(fields) }) : refuse(problem);
}

/** Counts a body as it comes. @returns what resolves once more than `mostBytes` have come, of which no more is read then; else never */
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
 * @param mostBytes of the whole body, whatever it said of its length
 * @param limit of its files; that of pictures, nine of 5 MB, where the call names none
 * @returns the files in their order and the fields by name; the limit's words where a file is too large or one too many, `tooLarge` where all of it
 *   is: the connection cannot be used any more then
 */
export async function readMultipart(
  request: FastifyRequest,
  mostBytes: number,
  limit: FileLimit = pictures,
): Promise<Result<Multipart, RefusalName>> {
  if (!request.isMultipart()) return refuse("wrongMediaType");
  // Who went away meanwhile would be waited for without end.
  if (request.raw.destroyed) return refuse("parameterError");
  return Promise.race([exceeded(request, mostBytes), readParts(request, limit)]);
}
