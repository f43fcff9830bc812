import type { z } from "zod";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { AddressOf } from "#src/kit/api/address.ts";
import type { CallProblem, Client } from "#src/kit/api/client.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { printFileRequest } from "./files.rules.ts";

/** A call whose input is already in its path. */
type LinkedCall = AddressOf<Call<z.ZodType<Record<string, never>, Record<string, never>>>>;

/**
 * Downloads the PDF of a print-file link: requests the link's path and query under the API prefix with the session's tokens (specification, section 7,
 * "Files"). A failed download is logged and raises no toast.
 * @param link a full address on any host
 * @param label the document's name on the screen; the file's name begins with it
 * @param more values added to the link's query
 * @returns null when the file was downloaded, otherwise why not
 * @throws TypeError if the link is not an http or https address
 */
export async function savePrintFile(
  client: Client,
  link: string,
  label: string,
  more: Readonly<Record<string, string>> = {},
): Promise<CallProblem | null> {
  const request = printFileRequest(link, label, more);
  if (request === null) throw new TypeError(`not a print-file link: ${link}`);
  const call: LinkedCall = { name: "files.print-link", method: "GET", path: request.path.slice(apiPrefix.length) };
  return downloadFile(client, call, {}, () => request.fileName);
}
