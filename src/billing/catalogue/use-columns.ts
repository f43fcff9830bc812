import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQuery } from "#src/kit/api/query.ts";
import { getCustomers } from "#src/billing/customers/customers.contract.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { getTerms } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { listPriceTiers } from "./catalogue.contract.ts";
import type { ItemDetail } from "./catalogue.contract.ts";
import type { PriceColumn } from "./price-grid.rules.ts";
import { getColumnKey } from "./price-grid.rules.ts";

/** A column of the price grid with its heading. */
export interface NamedColumn extends PriceColumn {
  readonly key: string;
  readonly name: string;
  /** a retailer's price tier, null for none; undefined if unknown */
  readonly tierUuid: string | null | undefined;
}

/** The number of tiers that are shown even without prices; of further ones, only those with prices. */
const mostTiers = 6;

export interface ColumnsState {
  readonly shown: readonly NamedColumn[];
  /** further tiers to show */
  readonly others: readonly NamedColumn[];
  readonly add: (key: string) => void;
  /** adds a retailer's column; null if the user may not see retailers */
  readonly addRetailer: ((uuid: string, name: string) => void) | null;
}

/** The price tier of each retailer; unknown if the user may not see terms. */
function useRetailerTiers(retailerUuids: readonly string[]): ReadonlyMap<string, string | null> {
  const caller = useCaller();
  const answers = useQueries({
    queries: mayCall(caller, getTerms)
      ? retailerUuids.map((uuid) => buildQuery(caller.client, caller.scope, getTerms, { retailer_uuid: uuid }))
      : [],
  });
  return new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.retailer_uuid, data.price_tier_uuid] as const])));
}

/** The columns of an item's prices: the list, tiers, and retailers with their own prices. */
export function useColumns({ prices }: ItemDetail, mayEdit: boolean): ColumnsState {
  const { t } = useTranslation();
  const [added, setAdded] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const tiers = useCallQuery(listPriceTiers, {}).data?.result ?? [];
  const caller = useCaller();
  const mayChoose = mayEdit && mayCall(caller, getCustomers);
  const retailers = new Map(chosen);
  for (const { scope, scope_uuid, scope_name } of prices)
    if (scope === "retailer" && scope_uuid !== null) retailers.set(scope_uuid, scope_name);
  const priced = new Set(prices.map(({ scope, scope_uuid }) => getColumnKey({ scope, scopeUuid: scope_uuid })));
  const isShown = (key: string) => priced.has(key) || added.includes(key);
  const findTiers = useRetailerTiers([...retailers.keys()]);
  const named = (column: PriceColumn, name: string, tierUuid?: string | null): NamedColumn => ({
    ...column,
    key: getColumnKey(column),
    name,
    tierUuid,
  });
  const all = [
    named({ scope: "list", scopeUuid: null }, t("catalogue.prices.list")),
    ...tiers.map(({ price_tier_uuid, name }) => named({ scope: "tier", scopeUuid: price_tier_uuid }, name)),
    ...[...retailers].map(([uuid, name]) => named({ scope: "retailer", scopeUuid: uuid }, name, findTiers.get(uuid))),
  ];
  const stands = ({ scope, key }: NamedColumn) => scope !== "tier" || (mayEdit ? tiers.length <= mostTiers : false) || isShown(key);
  return {
    shown: all.filter(stands),
    others: all.filter((column) => !stands(column)),
    add: (key) => setAdded((now) => [...now, key]),
    addRetailer: mayChoose ? (uuid, name) => setChosen((now) => new Map(now).set(uuid, name)) : null,
  };
}
