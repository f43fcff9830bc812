import type { ComponentType, ReactNode } from "react";
import { createContext } from "react";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import type { Action } from "#src/kit/ui/list/list-definition.ts";
import type { OrderDetail, OrderRow } from "./orders.contract.ts";
import type { addedTabs } from "./orders-search.rules.ts";

/** Actions that other slices add to the lists of orders, such as gathering them in a wave. */
export const OrderActions = createContext<readonly Action<OrderRow>[]>([]);

/** A tab that another slice adds to the page of orders, behind those of the orders. */
interface AddedTab {
  readonly value: (typeof addedTabs)[number];
  readonly title: TextKey;
  readonly content: ReactNode;
}

/** Tabs that other slices add to the page of orders. */
export const AddedTabs = createContext<readonly AddedTab[]>([]);

/**
 * What other slices say on the page of an order, above its facts: shown from top to bottom, each nothing if it has nothing to say. One that is not loaded yet
 * renders `height-unknown`, so that it pushes nothing away.
 */
export const OrderNotes = createContext<readonly ComponentType<{ readonly of: OrderDetail }>[]>([]);

/** What other slices show on the page of an order, below its tabs: it is read after the page is there, and pushes nothing away there. */
export const OrderSections = createContext<readonly ComponentType<{ readonly of: OrderDetail }>[]>([]);

/** Actions that other slices add to the list of all that goes out, where orders are only opened. */
export const ReadActions = createContext<readonly Action<OrderRow>[]>([]);

/** The boxes of a shipping notice, a tab of its page; null where no slice adds it. */
export const BoxesTab = createContext<((of: OrderDetail) => ReactNode) | null>(null);
