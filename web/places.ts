import type { Area, Permission, Role } from "#src/kit/api/actors.ts";
import { mayEnter } from "#src/kit/api/actors.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";

/** A route of the application: its path, who may open it, and in which mode it exists. */
export interface Place<P extends string = string> {
  /** as the specification writes it */
  readonly path: P;
  /** unique: `p-home` */
  readonly name: string;
  readonly title: TextKey;
  /** null for shared and public routes */
  readonly area: Area | null;
  /** the roles that may open it; by default all that may enter the area */
  readonly roles?: readonly Role[];
  /** the permission that an operator needs */
  readonly permission?: Permission;
  /** needs no login */
  readonly isPublic?: true;
  /** exists in home-page mode */
  readonly isOfHomepage?: true;
  /** about a bound shop: shows nothing without one */
  readonly needsShop?: true;
}

const staff: readonly Role[] = ["provider", "operator"];
const providerOnly: readonly Role[] = ["provider"];
const retailer: readonly Role[] = ["dropShipper"];

function getName(path: string): string {
  const [, first = "", ...rest] = path.split("/");
  const name = rest.join("-");
  if (rest.length === 0) return first;
  return name.startsWith(`${first}-`) ? name : `${first}-${name}`;
}

function place<const P extends string>(area: Area | null, path: P, title: TextKey, rest: Rest = {}): Place<P> {
  return { area, path, title, name: getName(path), ...rest };
}
type Rest = Omit<Partial<Place>, "path">;
const p = <const P extends string>(path: P, title: TextKey, rest: Rest = {}) => place("p", `/p/${path}`, title, { roles: staff, ...rest });
const ds = <const P extends string>(path: P, title: TextKey, rest: Rest = {}) =>
  place("ds", `/ds/${path}`, title, { roles: retailer, ...rest });
const open = <const P extends string>(path: P, title: TextKey, rest: Rest = {}) => place(null, path, title, { isPublic: true, ...rest });
const work = <const P extends string>(path: P, title: TextKey, permission: Permission) => p(path, title, { permission });

/** Routes of an area that need no login, in the area's colours. */
const door = <const A extends Area, const P extends string>(area: A, path: P, title: TextKey, rest: Rest = {}) =>
  place(area, `/${area}/${path}`, title, { isPublic: true, ...rest });

/**
 * Every route of the application by its exact path: those of the specification (section 2) and the work screens of domain.md. The public pages are
 * rendered at build time (`src/pro/public-frame/public-pages.rules.ts`), so links to them load the whole page.
 */
const all = [
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

/** A path of the application. */
export type Path = (typeof all)[number]["path"];

export const places: readonly Place<Path>[] = all;

const byPath = new Map<string, Place>(places.map((one) => [one.path, one]));

/** Returns the route at a path; null if there is none. */
export function placeAt(pathname: string): Place | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  return byPath.get(path) ?? null;
}

/** Whether a person may open a route (specification, section 4: allowed if its roles include the current role or it has none). */
export function mayVisit(one: Place, role: Role, permissions: readonly string[]): boolean {
  if (one.area !== null && !mayEnter(role, one.area)) return false;
  if (one.roles !== undefined && !one.roles.includes(role)) return false;
  return role !== "operator" || one.permission === undefined || permissions.includes(one.permission);
}
