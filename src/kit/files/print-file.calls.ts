import type { z } from "zod";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { AddressOf } from "#src/kit/api/address.ts";
import type { CallProblem, Client } from "#src/kit/api/client.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { printFileRequest } from "./files.rules.ts";

/** A call whose input stands in its path already. */
type LinkedCall = AddressOf<Call<z.ZodType<Record<string, never>, Record<string, never>>>>;

/**
 * Saves the PDF of a print-file link: the link's path and query are sent again under the API prefix, with the session's own tokens (specification,
 * section 7, "Files"). A failed download is logged and raises no toast.
 * @param link a full address, of whatever host
 * @param label what the document is called on the screen: the file's name begins with it
 * @param more what is added to the link's query
 * @returns null when the browser has the file, otherwise why it could not be fetched
 * @throws TypeError where the link is no http or https address
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
