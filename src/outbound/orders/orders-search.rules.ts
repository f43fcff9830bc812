import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";
import type { OrderTab } from "./orders.rules.ts";

// Loaded with the application, as the search parameters of every page: it imports nothing of the orders themselves.

/** The tabs of an order's page. */
export const orderParts = ["lines", "recipient", "money", "stock", "events", "boxes"] as const;
export type OrderPart = (typeof orderParts)[number];

/** The tabs of the lists: all orders, and those of `orderTabs`. */
export const listTabs = ["all", "draft", "submitted", "waiting", "allocated", "working", "shipped", "ended"] as const satisfies readonly (
  | "all"
  | OrderTab
)[];
export type ListTab = (typeof listTabs)[number];

/** A tab of one kind of orders, whatever their state, where a list has both kinds. */
export const kindTabs = ["shippingNotices"] as const;
export type KindTab = (typeof kindTabs)[number];

/** Tabs beside those of the orders, of slices above: see `AddedTabs`. */
export const addedTabs = ["exceptions", "returns", "loadPlan"] as const;

/** The search parameters of the pages of orders; a list adds its filters. */
export const ordersSearch = z.object({
  order: searchParam.text,
  edit: searchParam.text,
  part: searchParam.oneOf(orderParts),
  tab: searchParam.oneOf([...listTabs, ...kindTabs, ...addedTabs]),
  kind: searchParam.text,
  status: searchParam.text,
  to_do: searchParam.text,
  owner: searchParam.uuid,
  warehouse: searchParam.uuid,
  country: searchParam.text,
});
