import { isUuid } from "#src/lib/uuid.ts";
import type { Claim } from "./claims.contract.ts";

export const itemTones = { draft: "quiet", listed: "good", withdrawn: "warn" } as const;

/** Where a claim stands, what has to be looked at first. */
export type ClaimState = "givenUp" | "gone" | "newPrices" | "active";
export const claimTones = { givenUp: "quiet", gone: "bad", newPrices: "warn", active: "good" } as const;

/** How a claim is shown: a gone item before a new price, for the price of what is gone matters no more. */
export function claimState({ status, is_listed, has_new_prices }: Pick<Claim, "status" | "is_listed" | "has_new_prices">): ClaimState {
  if (status === "withdrawn") return "givenUp";
  if (!is_listed) return "gone";
  return has_new_prices ? "newPrices" : "active";
}

/** The lowest and the highest of some amounts; null where there is none. */
export function spanOf(amounts: readonly (number | null)[]): { readonly from: number; readonly until: number } | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : { from: Math.min(...known), until: Math.max(...known) };
}

/** A currency as somebody types it: three letters, or null. */
export function currencyIn(text: string): string | null {
  const code = text.normalize("NFKC").trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

/** A uuid of the address; null for anything else. */
export function uuidIn(value: unknown): string | null {
  return isUuid(value) ? value : null;
}
