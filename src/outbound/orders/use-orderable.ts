import { useDeferredValue } from "react";
import { listClaims } from "#src/billing/catalogue/claims.contract.ts";
import { getProviderInput, mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { listVariants } from "#src/warehouse/goods/goods.contract.ts";

/** A product that an order's line may name. */
interface Orderable {
  readonly sku: string;
  readonly name: string;
}

/** Letters after which products are searched, and how many of each kind are suggested. */
const fewestLetters = 2;
const mostSuggested = 8;

const joinParts = (...parts: readonly string[]) => [...new Set(parts.filter((part) => part !== ""))].join(" · ");

/**
 * Searches the products that an owner's orders may name: its own with their bundles, and for a retailer those that it has claimed.
 * @param ownerUuid null for a retailer, who only orders for itself
 */
export function useOrderable(search: string, ownerUuid: string | null): readonly Orderable[] {
  const asked = useDeferredValue(search.trim());
  const caller = useCaller();
  const isAsked = asked.length >= fewestLetters;
  const input = { ...getProviderInput(caller), search: asked, page_size: mostSuggested };
  const own = useCallQuery(
    listVariants,
    { ...input, ...(ownerUuid === null ? {} : { owner_uuid: ownerUuid }) },
    { enabled: isAsked, staleTime: 60_000 },
  );
  const claimed = useCallQuery(
    listClaims,
    { ...input, status: "active" },
    { enabled: isAsked && mayCall(caller, listClaims), staleTime: 60_000 },
  );
  if (!isAsked) return [];
  const ownOnes = (own.data?.result ?? []).map(({ sku, product_title, title }) => ({ sku, name: joinParts(product_title, title) }));
  const claimedOnes = (claimed.data?.result ?? []).flatMap(({ title, variants }) =>
    variants.map((variant) => ({ sku: variant.own_sku || variant.sku, name: joinParts(title, variant.title) })),
  );
  const found = new Set(ownOnes.map(({ sku }) => sku.toLowerCase()));
  return [...ownOnes, ...claimedOnes.filter(({ sku }) => !found.has(sku.toLowerCase()))];
}
