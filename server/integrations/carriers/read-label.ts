import { writeOwnSentence } from "#src/carriers/carrier-accounts/own-words.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { CarrierLabel, CarrierProblem, FromCarrier, LabelType } from "./carrier.ts";
import { createProblem, sendToCarrier } from "./send-to-carrier.ts";
import type { SendOptions } from "./send-to-carrier.ts";

export const mostLabelBytes = 8 * 1024 * 1024;

function findType(bytes: Buffer): LabelType | null {
  // Some generators write a few bytes before a PDF's header.
  if (bytes.subarray(0, 1024).includes("%PDF-")) return "application/pdf";
  if (bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))) return "image/png";
  return /^\s*\^XA/.test(bytes.subarray(0, 100).toString("latin1")) ? "text/zpl" : null;
}

/** Reads a label's bytes: an error page is none. */
export function readLabel(bytes: Buffer): Result<CarrierLabel, CarrierProblem> {
  const type = findType(bytes);
  return type === null ? refuse(createProblem("unreadable", writeOwnSentence("labelUnprintable"))) : ok({ bytes, type });
}

/** Reads a label in base64, also in a data URL. */
export function readBase64Label(text: string): Result<CarrierLabel, CarrierProblem> {
  return readLabel(Buffer.from(text.replace(/^data:[^,]{0,100},/, ""), "base64"));
}

/**
 * Fetches a label from the address that the carrier gave. It must be on one of the carrier's own hosts, or where its API is: an answer cannot make
 * this server fetch anything else.
 */
export async function fetchLabel(
  address: string,
  { apiBase, hosts }: { readonly apiBase: string; readonly hosts: readonly string[] },
  options: SendOptions,
): FromCarrier<CarrierLabel> {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isOwn =
    url !== null &&
    (url.origin === new URL(apiBase).origin ||
      (/^https?:$/.test(url.protocol) && hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))));
  if (!isOwn) return refuse(createProblem("unreadable", writeOwnSentence("labelElsewhere")));
  if (url.origin !== new URL(apiBase).origin) url.protocol = "https:";
  const sent = await sendToCarrier({ method: "GET", url: url.href, mostBytes: mostLabelBytes }, options);
  if (!sent.ok) return sent;
  const { status, bytes } = sent.value;
  if (status === 404 || status === 410) return refuse(createProblem("notFound", writeOwnSentence("labelGone"), { code: String(status) }));
  return readLabel(bytes);
}
