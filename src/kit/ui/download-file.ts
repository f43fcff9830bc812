import type { CallAddress } from "#src/kit/api/address.ts";
import type { Client } from "#src/kit/api/client.ts";
import { CallProblem } from "#src/kit/api/client.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { saveBlob } from "./save-blob.ts";

/**
 * Downloads the file that a call answers with. A failed download is logged and raises no toast (specification, section 8); a dialog that asked
 * for input may show the returned problem in place.
 * @param name what to save the file as; by default the name that the server sent
 * @returns null when the browser has the file, otherwise why it could not be fetched
 */
export async function downloadFile<C extends CallAddress>(
  client: Client,
  call: C,
  input: InputOf<C>,
  name?: (sent: string) => string,
): Promise<CallProblem | null> {
  try {
    const { blob, name: sent } = await client.file(call, input, { isQuiet: true });
    saveBlob(blob, name?.(sent) ?? sent);
    return null;
  } catch (error) {
    if (!(error instanceof CallProblem)) throw error;
    console.error(`download failed: ${call.name}`, error.kind, error.status, error.code);
    return error;
  }
}

/** How long a print dialog may stay open before the file behind it is given up. */
const printMs = 300_000;

/**
 * Opens the PDF that a call answers with in the browser's print dialog, without leaving the page. Where the browser lets no script print a PDF
 * (Firefox), the file is saved instead.
 * @returns null when the browser has the file, otherwise why it could not be fetched
 */
export async function printFile<C extends CallAddress>(client: Client, call: C, input: InputOf<C>): Promise<CallProblem | null> {
  try {
    const { blob, name } = await client.file(call, input, { isQuiet: true });
    const url = URL.createObjectURL(blob);
    const frame = document.createElement("iframe");
    // Out of sight, not hidden: a browser need not render a hidden frame.
    Object.assign(frame.style, { position: "fixed", insetInlineEnd: "0", bottom: "0", inlineSize: "0", blockSize: "0", border: "0" });
    frame.ariaHidden = "true";
    frame.tabIndex = -1;
    frame.src = url;
    frame.addEventListener("load", () => {
      try {
        frame.contentWindow?.print();
      } catch (error) {
        console.warn("the browser prints no PDF of a page, so it is saved", error);
        saveBlob(blob, name);
      }
    });
    document.body.append(frame);
    setTimeout(() => {
      frame.remove();
      URL.revokeObjectURL(url);
    }, printMs);
    return null;
  } catch (error) {
    if (!(error instanceof CallProblem)) throw error;
    console.error(`print failed: ${call.name}`, error.kind, error.status, error.code);
    return error;
  }
}
