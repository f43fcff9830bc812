import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RefusalName } from "#src/api/codes.ts";
import { maxImageBytes, maxImagesPerField } from "#src/files/files.rules.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { Upload } from "./context.ts";

/** One more than is allowed may come in, so that the refusal can say which rule was broken. */
const limits = {
  fieldNameSize: 100,
  fields: 10,
  fieldSize: 1000,
  parts: 30,
  headerPairs: 50,
  files: maxImagesPerField + 1,
  fileSize: maxImageBytes + 1,
};

/** Lets the server read multipart bodies. */
export async function acceptMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false });
}

/**
 * Reads the files of a multipart body to their end.
 * @returns the files in their order; `files.imageTooLarge` where one is over 5 MB, `files.tooManyImages` past nine
 */
export async function readUploads(request: FastifyRequest): Promise<Result<Upload[], RefusalName>> {
  if (!request.isMultipart()) return refuse("wrongMediaType");
  const uploads: Upload[] = [];
  let problem: RefusalName | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type !== "file") return refuse("parameterError");
      const bytes = await part.toBuffer();
      if (part.file.truncated || bytes.length > maxImageBytes) problem ??= "files.imageTooLarge";
      uploads.push({
        field: part.fieldname.slice(0, 100),
        name: (part.filename ?? "").slice(0, 200),
        bytes: problem === null ? bytes : Buffer.alloc(0),
      });
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "FST_FILES_LIMIT") return refuse("files.tooManyImages");
    throw error;
  }
  if (uploads.length > maxImagesPerField) problem = "files.tooManyImages";
  return problem === null ? ok(uploads) : refuse(problem);
}
