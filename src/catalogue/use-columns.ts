import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { mayCall, useAnswer, useCaller } from "#src/api/caller.tsx";
import { queryOf } from "#src/api/query.ts";
import { getCustomers } from "#src/customers/customers.contract.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { getTerms } from "#src/rate-cards/rate-cards.contract.ts";
import { listPriceTiers } from "./catalogue.contract.ts";
import type { ItemDetail } from "./item-detail.ts";
import type { PriceColumn } from "./prices.rules.ts";
import { columnKey } from "./prices.rules.ts";

/** A column of the price grid with its heading. */
export interface NamedColumn extends PriceColumn {
  readonly key: string;
  readonly name: string;
  /** of a retailer: its price tier, null for none; undefined where that is not known */
  readonly tierUuid: string | null | undefined;
}

/** So many tiers are shown whether they have prices or not; of more, those that have. */
const mostTiers = 6;

export interface ColumnsState {
  readonly shown: readonly NamedColumn[];
  /** tiers that can be shown besides */
  readonly others: readonly NamedColumn[];
  readonly add: (key: string) => void;
  /** shows a retailer's prices; null for who may not see the retailers */
  readonly addRetailer: ((uuid: string, name: string) => void) | null;
}

/** The price tier of each retailer; not known for who may not see terms. */
function useTiersOf(retailerUuids: readonly string[]): ReadonlyMap<string, string | null> {
  const caller = useCaller();
  const answers = useQueries({
    queries: mayCall(caller, getTerms)
      ? retailerUuids.map((uuid) => queryOf(caller.client, caller.scope, getTerms, { retailer_uuid: uuid }))
      : [],
  });
  return new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.retailer_uuid, data.price_tier_uuid] as const])));
}

/** The columns of an item's prices: the list, tiers, and the retailers that have prices of their own. */
export function useColumns({ prices }: ItemDetail, mayEdit: boolean): ColumnsState {
  const { t } = useTranslation();
  const [added, setAdded] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const tiers = useAnswer(listPriceTiers, {}).data?.result ?? [];
  const caller = useCaller();
  const mayChoose = mayEdit && mayCall(caller, getCustomers);
  const retailers = new Map(chosen);
  for (const { scope, scope_uuid, scope_name } of prices)
    if (scope === "retailer" && scope_uuid !== null) retailers.set(scope_uuid, scope_name);
  const priced = new Set(prices.map(({ scope, scope_uuid }) => columnKey({ scope, scopeUuid: scope_uuid })));
  const isShown = (key: string) => priced.has(key) || added.includes(key);
  const tiersOf = useTiersOf([...retailers.keys()]);
  const named = (column: PriceColumn, name: string, tierUuid?: string | null): NamedColumn => ({
    ...column,
    key: columnKey(column),
    name,
    tierUuid,
  });
  const all = [
    named({ scope: "list", scopeUuid: null }, t("catalogue.prices.list")),
    ...tiers.map(({ price_tier_uuid, name }) => named({ scope: "tier", scopeUuid: price_tier_uuid }, name)),
    ...[...retailers].map(([uuid, name]) => named({ scope: "retailer", scopeUuid: uuid }, name, tiersOf.get(uuid))),
  ];
  const stands = ({ scope, key }: NamedColumn) => scope !== "tier" || (mayEdit ? tiers.length <= mostTiers : false) || isShown(key);
  return {
    shown: all.filter(stands),
    others: all.filter((column) => !stands(column)),
    add: (key) => setAdded((now) => [...now, key]),
    addRetailer: mayChoose ? (uuid, name) => setChosen((now) => new Map(now).set(uuid, name)) : null,
  };
}
