import type { Readable } from "node:stream";
import type { FileAnswer } from "#server/http/context.ts";
import { contentTypes, savedName } from "#src/files/file-names.rules.ts";

/**
 * A PDF as the answer of `implementFile`.
 * @param nameParts what it is saved as, as people typed it: joined and made harmless by `savedName`, `.pdf` is added
 */
export function pdfAnswer(nameParts: readonly string[], stream: Readable): FileAnswer {
  return {
    contentType: contentTypes.pdf,
    name: savedName(nameParts, "pdf"),
    isInline: false,
    byteSize: null,
    open: () => Promise.resolve(stream),
  };
}
