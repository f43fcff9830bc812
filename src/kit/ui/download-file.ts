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
