import type { Area, Role } from "#src/kit/api/actors.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { later } from "./later.ts";
import { mayVisit, placeAt } from "./places.ts";

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
  { id: "home", title: "places.home", p: "/p/home", ds: "/ds/home" },
  {
    id: "inventory",
    title: "places.menu.inventory",
    children: [
      {
        id: "warehousing-services",
        title: "places.menu.warehousingServices",
        children: [
          { id: "warehousing", title: "places.warehousing", ds: "/ds/warehousing" },
          { id: "stock", title: "places.stock", p: "/p/stock" },
          { id: "warehousing-setting", title: "places.warehousingSetting", p: "/p/warehousing-setting" },
          { id: "warehousing-definition", title: "places.warehousingDefinition", p: "/p/warehousing-definition" },
        ],
      },
      {
        id: "storage-in",
        title: "places.storageIn",
        children: [
          { id: "receipts", title: "places.warehouseReceipt", p: "/p/addWarehouse" },
          { id: "own-receipts", title: "places.storageIn", ds: "/ds/addWarehouse" },
          { id: "receive", title: "places.receive", p: "/p/receive" },
          { id: "put-away", title: "places.putAway", p: "/p/put-away" },
        ],
      },
      {
        id: "storage-out",
        title: "places.menu.storageOut",
        children: [
          { id: "outbound", title: "places.outbound", p: "/p/outbound" },
          { id: "one-piece", title: "places.onePieceForShipping", p: "/p/p-one-piece-for-shipping" },
          { id: "bagging", title: "places.bagging", p: "/p/p-bagging" },
          { id: "shipping-orders", title: "places.listOfShippingOrders", p: "/p/p-list-of-shipping-orders" },
          { id: "shipping-notice", title: "places.shippingNotice", p: "/p/p-shipping-notice" },
          { id: "distribution", title: "places.distribution", p: "/p/p-distribution" },
          { id: "waves", title: "places.waveOrder", p: "/p/p-wave-order" },
          { id: "print-orders", title: "places.printOrders", p: "/p/p-print-orders" },
          { id: "single-order-review", title: "places.singleOrderReview", p: "/p/p-single-order-review" },
          { id: "secondary-sortation", title: "places.secondarySortation", p: "/p/p-secondary-sortation" },
          { id: "to-review", title: "places.toReview", p: "/p/p-to-review" },
          { id: "package", title: "places.package", p: "/p/p-package" },
          { id: "weighing", title: "places.weighing", p: "/p/p-weighing" },
          { id: "express-weighing", title: "places.expressWeighing", p: "/p/p-express-weighing" },
          { id: "batch-weighing", title: "places.batchWeighing", p: "/p/p-batch-weighing" },
          { id: "print-waybill", title: "places.printWaybill", p: "/p/p-print-waybill" },
          { id: "exceptions", title: "places.exception", p: "/p/p-exception" },
        ],
      },
      { id: "products", title: "places.product", p: "/p/product", ds: "/ds/product" },
      { id: "catalogue", title: "places.catalogue", p: "/p/catalogue", ds: "/ds/catalogue" },
      { id: "orders", title: "places.order", p: "/p/order", ds: "/ds/order" },
    ],
  },
  {
    id: "stores",
    title: "places.menu.stores",
    needsShops: true,
    children: [
      { id: "order-info", title: "places.orderInfo", p: "/p/p-order-info", ds: "/ds/ds-order-info" },
      { id: "product-info", title: "places.productInfo", p: "/p/p-product-info", ds: "/ds/ds-product-info" },
      { id: "store-settings", title: "places.menu.storeSettings", p: "/p/p-user-info", ds: "/ds/ds-user-info" },
      { id: "user-info", title: "places.userInfo", p: "/p/p-user-info?tab=user", ds: "/ds/ds-user-info?tab=user" },
    ],
  },
  { id: "customers", title: "places.customer", p: "/p/customer" },
  { id: "rate-cards", title: "places.rateCards", p: "/p/rate-cards" },
  { id: "wallet", title: "places.wallet", ds: "/ds/wallet" },
  { id: "reports", title: "places.reports", p: "/p/reports" },
  {
    id: "account",
    title: "places.menu.account",
    children: [
      { id: "my-shop", title: "places.myShop", ds: "/ds/my-shop" },
      { id: "key-information", title: "places.keyInformation", p: "/p/key-information", ds: "/ds/key-information" },
      { id: "settings", title: "places.settings", p: "/p/settings", ds: "/ds/settings" },
      { id: "webhook", title: "places.webhook", p: "/p/webhook", ds: "/ds/webhook" },
      { id: "mail", title: "places.mail", p: "/p/mail", ds: "/ds/mail" },
      { id: "alarm", title: "places.alarm", p: "/p/p-alarm" },
      { id: "logistics", title: "places.logistics", p: "/p/logistics", ds: "/ds/logistics" },
      { id: "downloads", title: "places.downloads", p: "/p/downloads", ds: "/ds/downloads" },
      { id: "audit-log", title: "places.auditLog", p: "/p/audit-log", ds: "/ds/audit-log" },
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
export function menuFor(viewer: MenuViewer, entries: readonly MenuEntry[] = menu, unbuilt: readonly string[] = later): ShownEntry[] {
  return entries.flatMap((entry): ShownEntry[] => {
    if (entry.needsShops === true && viewer.area === "ds" && !viewer.hasShops) return [];
    const { id, title } = entry;
    if (entry.children !== undefined) {
      const children = menuFor(viewer, entry.children, unbuilt);
      return children.length === 0 ? [] : [{ id, title, href: null, children }];
    }
    const href = entry[viewer.area];
    const place = href === undefined ? null : placeAt(href.split("?", 1)[0] ?? "");
    if (href === undefined || place === null || unbuilt.includes(place.name) || !mayVisit(place, viewer.role, viewer.permissions))
      return [];
    return [{ id, title, href, children: [] }];
  });
}

/** Returns the groups above an entry and the entry itself, for breadcrumbs; empty if no entry has the address. */
export function trailTo(href: string, entries: readonly ShownEntry[]): ShownEntry[] {
  for (const entry of entries) {
    if (entry.href === href) return [entry];
    const below = trailTo(href, entry.children);
    if (below.length > 0) return [entry, ...below];
  }
  return [];
}

/** Returns the routes below some entries, without the groups. */
export function listLeaves(entries: readonly ShownEntry[]): (ShownEntry & { readonly href: string })[] {
  return entries.flatMap((entry) => (entry.href === null ? listLeaves(entry.children) : [{ ...entry, href: entry.href }]));
}

/** Returns the trail of the current route: by the entry with its search (`?tab=user`) first, else by its path. */
export function trailHere(here: { readonly pathname: string; readonly href: string }, entries: readonly ShownEntry[]): ShownEntry[] {
  const whole = trailTo(here.href, entries);
  return whole.length > 0 ? whole : trailTo(here.pathname, entries);
}
