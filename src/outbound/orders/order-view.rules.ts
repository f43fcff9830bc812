import { isUuid } from "#src/kit/lib/uuid.ts";
import { orderStatuses } from "./orders.machine.ts";
import type { OrderStatus } from "./orders.machine.ts";
import { kindTabs } from "./orders-search.rules.ts";
import type { KindTab, ListTab } from "./orders-search.rules.ts";
import { orderTabs } from "./orders.rules.ts";
import type { OrderKind } from "./orders.rules.ts";

/** The view of a page of orders. */
export type OrderView =
  | { readonly kind: "list" }
  | { readonly kind: "new" }
  | { readonly kind: "shown"; readonly uuid: string }
  | { readonly kind: "edited"; readonly uuid: string };

/** Parses the address: `?order=<uuid>`, `?order=<uuid>&edit=1`, `?order=new`; the list for anything else. */
export function parseOrderView({ order, edit }: { order?: unknown; edit?: unknown }): OrderView {
  if (order === "new") return { kind: "new" };
  if (!isUuid(order)) return { kind: "list" };
  return { kind: edit === undefined ? "shown" : "edited", uuid: order };
}

/** Returns the search parameters of a view. Keeps those of the list, so that closing an order returns to the same rows. */
export function writeOrderView(old: Readonly<Record<string, unknown>>, view: OrderView): Record<string, unknown> {
  const kept = Object.fromEntries(Object.entries(old).filter(([name]) => !["order", "edit", "part"].includes(name)));
  if (view.kind === "list") return kept;
  if (view.kind === "new") return { ...kept, order: "new" };
  return { ...kept, order: view.uuid, ...(view.kind === "edited" ? { edit: "1" } : {}) };
}

/** Lists the statuses of a tab; all for the tab of all orders. */
export function listStatusesOf(tab: ListTab): readonly OrderStatus[] {
  return tab === "all" ? orderStatuses : orderTabs[tab];
}

const kindsOfTabs = { shippingNotices: "shipping_notice" } as const satisfies Record<KindTab, OrderKind>;

/** Returns the kind of orders that a tab in the address is of; null for a tab of both kinds. */
export function getKindOfTab(tab: unknown): OrderKind | null {
  const found = kindTabs.find((one) => one === tab);
  return found === undefined ? null : kindsOfTabs[found];
}
