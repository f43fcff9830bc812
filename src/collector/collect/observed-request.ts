import type { ObservedRequest } from "#src/collector/marketplaces/marketplaces.contract.ts";

/** The event by which the observer in the page's world sends the content script one of the page's requests; its detail is JSON text. */
export const pageRequestEventName = "quayside:heard";

/** Parses the detail of such an event. Anything on the page may have sent it: returns null unless all four fields are texts. */
export function parseObservedRequest(detail: string): ObservedRequest | null {
  try {
    const value: unknown = JSON.parse(detail);
    if (typeof value !== "object" || value === null) return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field is checked below
    const { url, method, body, csrf } = value as Record<string, unknown>;
    if (typeof url !== "string" || typeof method !== "string" || typeof body !== "string" || typeof csrf !== "string") return null;
    return { url, method, body, csrf };
  } catch {
    return null;
  }
}
