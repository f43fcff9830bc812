import type { Area, Role } from "#src/kit/api/roles-and-permissions.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { later } from "./later.ts";
import { mayVisit, findRoute } from "./app-routes.ts";

/** An entry of the menu: a group, or a route with its path in each area. */
export interface MenuEntry {
  readonly id: string;
  readonly title: TextKey;
  readonly p?: string;
  readonly ds?: string;
  readonly children?: readonly MenuEntry[];
  /** on `/ds`: shown only while the saved list of shops is not empty */
  readonly needsShops?: true;
}

/** The menu tree of both areas (specification, section 2), from one declaration. */
export const menu: readonly MenuEntry[] = [
  { id: "home", title: "navigation.home", p: "/p/home", ds: "/ds/home" },
  {
    id: "inventory",
    title: "navigation.menu.inventory",
    children: [
      {
        id: "warehousing-services",
        title: "navigation.menu.warehousingServices",
        children: [
          { id: "warehousing", title: "navigation.warehousing", ds: "/ds/warehousing" },
          { id: "stock", title: "navigation.stock", p: "/p/stock" },
          { id: "warehousing-setting", title: "navigation.warehousingSetting", p: "/p/warehousing-setting" },
          { id: "warehousing-definition", title: "navigation.warehousingDefinition", p: "/p/warehousing-definition" },
        ],
      },
      {
        id: "storage-in",
        title: "navigation.storageIn",
        children: [
          { id: "receipts", title: "navigation.warehouseReceipt", p: "/p/addWarehouse" },
          { id: "own-receipts", title: "navigation.storageIn", ds: "/ds/addWarehouse" },
          { id: "receive", title: "navigation.receive", p: "/p/receive" },
          { id: "put-away", title: "navigation.putAway", p: "/p/put-away" },
          { id: "returns", title: "navigation.returns", p: "/p/p-returns" },
        ],
      },
      {
        id: "storage-out",
        title: "navigation.menu.storageOut",
        children: [
          { id: "outbound", title: "navigation.outbound", p: "/p/outbound" },
          { id: "pick", title: "navigation.pick", p: "/p/pick" },
          { id: "one-piece", title: "navigation.onePieceForShipping", p: "/p/p-one-piece-for-shipping" },
          { id: "bagging", title: "navigation.bagging", p: "/p/p-bagging" },
          { id: "shipping-orders", title: "navigation.listOfShippingOrders", p: "/p/p-list-of-shipping-orders" },
          { id: "shipping-notice", title: "navigation.shippingNotice", p: "/p/p-shipping-notice" },
          { id: "distribution", title: "navigation.distribution", p: "/p/p-distribution" },
          { id: "waves", title: "navigation.waveOrder", p: "/p/p-wave-order" },
          { id: "print-orders", title: "navigation.printOrders", p: "/p/p-print-orders" },
          { id: "single-order-review", title: "navigation.singleOrderReview", p: "/p/p-single-order-review" },
          { id: "secondary-sortation", title: "navigation.secondarySortation", p: "/p/p-secondary-sortation" },
          { id: "to-review", title: "navigation.toReview", p: "/p/p-to-review" },
          { id: "package", title: "navigation.package", p: "/p/p-package" },
          { id: "weighing", title: "navigation.weighing", p: "/p/p-weighing" },
          { id: "express-weighing", title: "navigation.expressWeighing", p: "/p/p-express-weighing" },
          { id: "batch-weighing", title: "navigation.batchWeighing", p: "/p/p-batch-weighing" },
          { id: "print-waybill", title: "navigation.printWaybill", p: "/p/p-print-waybill" },
          { id: "exceptions", title: "navigation.exception", p: "/p/p-exception" },
        ],
      },
      { id: "products", title: "navigation.product", p: "/p/product", ds: "/ds/product" },
      { id: "catalogue", title: "navigation.catalogue", p: "/p/catalogue", ds: "/ds/catalogue" },
      { id: "orders", title: "navigation.order", p: "/p/order", ds: "/ds/order" },
    ],
  },
  {
    id: "stores",
    title: "navigation.menu.stores",
    needsShops: true,
    children: [
      { id: "order-info", title: "navigation.orderInfo", p: "/p/p-order-info", ds: "/ds/ds-order-info" },
      { id: "product-info", title: "navigation.productInfo", p: "/p/p-product-info", ds: "/ds/ds-product-info" },
      { id: "store-settings", title: "navigation.menu.storeSettings", p: "/p/p-user-info", ds: "/ds/ds-user-info" },
      { id: "user-info", title: "navigation.userInfo", p: "/p/p-user-info?tab=user", ds: "/ds/ds-user-info?tab=user" },
    ],
  },
  { id: "customers", title: "navigation.customer", p: "/p/customer" },
  { id: "rate-cards", title: "navigation.rateCards", p: "/p/rate-cards" },
  { id: "wallet", title: "navigation.wallet", ds: "/ds/wallet" },
  { id: "reports", title: "navigation.reports", p: "/p/reports" },
  {
    id: "account",
    title: "navigation.menu.account",
    children: [
      { id: "my-shop", title: "navigation.myShop", ds: "/ds/my-shop" },
      { id: "key-information", title: "navigation.keyInformation", p: "/p/key-information", ds: "/ds/key-information" },
      { id: "settings", title: "navigation.settings", p: "/p/settings", ds: "/ds/settings" },
      { id: "webhook", title: "navigation.webhook", p: "/p/webhook", ds: "/ds/webhook" },
      { id: "mail", title: "navigation.mail", p: "/p/mail", ds: "/ds/mail" },
      { id: "alarm", title: "navigation.alarm", p: "/p/p-alarm" },
      { id: "logistics", title: "navigation.logistics", p: "/p/logistics", ds: "/ds/logistics" },
      { id: "downloads", title: "navigation.downloads", p: "/p/downloads", ds: "/ds/downloads" },
      { id: "audit-log", title: "navigation.auditLog", p: "/p/audit-log", ds: "/ds/audit-log" },
    ],
  },
];

/** The person for whom the menu is drawn. */
export interface MenuViewer {
  readonly area: Area;
  readonly role: Role;
  readonly permissions: readonly string[];
  /** whether the saved list of shops is a non-empty array */
  readonly hasShops: boolean;
}

/** A visible entry: a group with its visible children, or a route with its address. */
export interface ShownEntry {
  readonly id: string;
  readonly title: TextKey;
  readonly href: string | null;
  readonly children: readonly ShownEntry[];
}

/**
 * Returns the entries that a person may see, filtered recursively and without empty groups.
 * @param unbuilt names of routes without a feature yet; they are left out
 */
export function buildMenu(viewer: MenuViewer, entries: readonly MenuEntry[] = menu, unbuilt: readonly string[] = later): ShownEntry[] {
  return entries.flatMap((entry): ShownEntry[] => {
    if (entry.needsShops === true && viewer.area === "ds" && !viewer.hasShops) return [];
    const { id, title } = entry;
    if (entry.children !== undefined) {
      const children = buildMenu(viewer, entry.children, unbuilt);
      return children.length === 0 ? [] : [{ id, title, href: null, children }];
    }
    const href = entry[viewer.area];
    const route = href === undefined ? null : findRoute(href.split("?", 1)[0] ?? "");
    if (href === undefined || route === null || unbuilt.includes(route.name) || !mayVisit(route, viewer.role, viewer.permissions))
      return [];
    return [{ id, title, href, children: [] }];
  });
}

/** Returns the groups above an entry and the entry itself, for breadcrumbs; empty if no entry has the address. */
export function buildTrailTo(href: string, entries: readonly ShownEntry[]): ShownEntry[] {
  for (const entry of entries) {
    if (entry.href === href) return [entry];
    const below = buildTrailTo(href, entry.children);
    if (below.length > 0) return [entry, ...below];
  }
  return [];
}

/** Returns the routes below some entries, without the groups. */
export function listLeaves(entries: readonly ShownEntry[]): (ShownEntry & { readonly href: string })[] {
  return entries.flatMap((entry) => (entry.href === null ? listLeaves(entry.children) : [{ ...entry, href: entry.href }]));
}

/** Returns the trail of the current route: by the entry with its search (`?tab=user`) first, else by its path. */
export function buildTrailHere(here: { readonly pathname: string; readonly href: string }, entries: readonly ShownEntry[]): ShownEntry[] {
  const whole = buildTrailTo(here.href, entries);
  return whole.length > 0 ? whole : buildTrailTo(here.pathname, entries);
}
