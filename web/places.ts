import type { Area, Permission, Role } from "#src/api/actors.ts";
import { mayEnter } from "#src/api/actors.ts";
import type { TextKey } from "#src/i18n/text-key.ts";

/** A place of the application: a path of the specification, who may go there, and in which mode. */
export interface Place {
  /** as the specification writes it */
  readonly path: string;
  /** unique: `p-home` */
  readonly name: string;
  readonly title: TextKey;
  /** null for shared and public places */
  readonly area: Area | null;
  /** who may; all that may enter the area where nothing is said */
  readonly roles?: readonly Role[];
  /** what an operator must be permitted */
  readonly permission?: Permission;
  /** passes without login */
  readonly isPublic?: true;
  /** in the list of home-page mode */
  readonly isOfHomepage?: true;
  /** about a bound shop: without one there is nothing to show */
  readonly needsShop?: true;
}

const staff: readonly Role[] = ["provider", "operator"];
const providerOnly: readonly Role[] = ["provider"];
const retailer: readonly Role[] = ["dropShipper"];

function nameOf(path: string): string {
  const [, first = "", ...rest] = path.split("/");
  const name = rest.join("-");
  if (rest.length === 0) return first;
  return name.startsWith(`${first}-`) ? name : `${first}-${name}`;
}

function place(area: Area | null, path: string, title: TextKey, rest: Partial<Place> = {}): Place {
  return { area, path, title, name: nameOf(path), ...rest };
}
const p = (path: string, title: TextKey, rest: Partial<Place> = {}) => place("p", `/p/${path}`, title, { roles: staff, ...rest });
const ds = (path: string, title: TextKey, rest: Partial<Place> = {}) => place("ds", `/ds/${path}`, title, { roles: retailer, ...rest });
const open = (path: string, title: TextKey, rest: Partial<Place> = {}) => place(null, path, title, { isPublic: true, ...rest });
const work = (path: string, title: TextKey, permission: Permission) => p(path, title, { permission });

/** Doors of an area: without login, and in the area's own colours. */
const door = (area: Area, path: string, title: TextKey, rest: Partial<Place> = {}) =>
  place(area, `/${area}/${path}`, title, { isPublic: true, ...rest });

/**
 * Every place that the application draws, by its exact path: the specification's (section 2) and the work screens of domain.md. The public pages are
 * drawn at build (`src/public-pages/public-pages.rules.ts`): the way to them is a full load.
 */
export const places: readonly Place[] = [
  door("p", "login", "places.login"),
  p("home", "places.home", { roles: [...staff, "siteAdmin"] }),
  p("key-information", "places.keyInformation"),
  door("p", "turn-the-table", "places.turnTheTable"),
  p("settings", "places.settings", { roles: providerOnly }),
  p("profile", "places.profile", { roles: ["operator", "siteAdmin"] }),
  work("warehousing-definition", "places.warehousingDefinition", "goods"),
  p("warehousing-setting", "places.warehousingSetting", { roles: providerOnly }),
  work("stock", "places.stock", "goods"),
  work("addWarehouse", "places.warehouseReceipt", "receiving"),
  work("receive", "places.receive", "receiving"),
  work("put-away", "places.putAway", "receiving"),
  work("outbound", "places.outbound", "orders"),
  work("p-one-piece-for-shipping", "places.onePieceForShipping", "orders"),
  work("p-shipping-notice", "places.shippingNotice", "orders"),
  work("p-list-of-shipping-orders", "places.listOfShippingOrders", "orders"),
  work("p-wave-order", "places.waveOrder", "waves"),
  work("p-distribution", "places.distribution", "picking"),
  work("p-print-orders", "places.printOrders", "waves"),
  work("p-single-order-review", "places.singleOrderReview", "review"),
  work("p-secondary-sortation", "places.secondarySortation", "sortation"),
  work("p-to-review", "places.toReview", "review"),
  work("p-package", "places.package", "packing"),
  work("p-weighing", "places.weighing", "packing"),
  work("p-express-weighing", "places.expressWeighing", "packing"),
  work("p-batch-weighing", "places.batchWeighing", "packing"),
  work("p-print-waybill", "places.printWaybill", "packing"),
  work("p-bagging", "places.bagging", "bagging"),
  work("p-exception", "places.exception", "exceptions"),
  work("product", "places.product", "goods"),
  work("catalogue", "places.catalogue", "goods"),
  work("order", "places.order", "orders"),
  work("customer", "places.customer", "customers"),
  work("rate-cards", "places.rateCards", "customers"),
  work("reports", "places.reports", "reports"),
  p("mail", "places.mail"),
  p("p-alarm", "places.alarm"),
  p("webhook", "places.webhook", { roles: providerOnly }),
  p("logistics", "places.logistics", { roles: providerOnly }),
  work("p-order-info", "places.orderInfo", "orders"),
  work("p-product-info", "places.productInfo", "goods"),
  work("p-user-info", "places.userInfo", "customers"),
  p("downloads", "places.downloads"),
  work("audit-log", "places.auditLog", "reports"),

  door("ds", "login", "places.login"),
  ds("home", "places.home", { roles: [...retailer, "siteAdmin"] }),
  ds("key-information", "places.keyInformation"),
  door("ds", "third-part-key-information", "places.chooseSupplier"),
  door("ds", "turn-the-table", "places.turnTheTable"),
  door("ds", "erp-login", "places.erpLogin"),
  ds("settings", "places.settings"),
  ds("profile", "places.profile", { roles: ["siteAdmin"] }),
  door("ds", "thirdpart-success-redirect", "places.shopConnected", { isOfHomepage: true }),
  ds("ds-order-info", "places.orderInfo", { needsShop: true }),
  ds("ds-product-info", "places.productInfo", { needsShop: true }),
  ds("ds-user-info", "places.userInfo", { needsShop: true }),
  ds("warehousing", "places.warehousing"),
  ds("addWarehouse", "places.storageIn"),
  ds("product", "places.product"),
  ds("catalogue", "places.catalogue"),
  ds("order", "places.order"),
  ds("wallet", "places.wallet"),
  ds("mail", "places.mail"),
  ds("webhook", "places.webhook"),
  ds("logistics", "places.logistics"),
  ds("my-shop", "places.myShop"),
  ds("downloads", "places.downloads"),
  ds("audit-log", "places.auditLog"),

  open("/signup", "places.signUp"),
  open("/tools/config", "places.toolsConfig", { isOfHomepage: true }),
  open("/404", "places.notFound"),
];

const byPath = new Map(places.map((one) => [one.path, one]));

/** The place at a path; null for none. */
export function placeAt(pathname: string): Place | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  return byPath.get(path) ?? null;
}

/** Whether someone may go there (specification, section 4: kept if its roles include the current role or it has none). */
export function mayVisit(one: Place, role: Role, permissions: readonly string[]): boolean {
  if (one.area !== null && !mayEnter(role, one.area)) return false;
  if (one.roles !== undefined && !one.roles.includes(role)) return false;
  return role !== "operator" || one.permission === undefined || permissions.includes(one.permission);
}
