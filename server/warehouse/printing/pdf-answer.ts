import type { Readable } from "node:stream";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { contentTypes, savedName } from "#src/kit/files/file-names.rules.ts";

/**
 * A PDF as the answer of `implementFile`.
 * @param nameParts what it is saved as, as people typed it: joined and made harmless by `savedName`, `.pdf` is added
 * @param open loads what draws it, too: fonts and barcodes take 65 MB, which a server that prints nothing has no use for
 */
export function answerPdf(nameParts: readonly string[], open: () => Promise<Readable>): FileAnswer {
  return {
    contentType: contentTypes.pdf,
    name: savedName(nameParts, "pdf"),
    isInline: false,
    byteSize: null,
    open,
  };
}
