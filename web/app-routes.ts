import type { Area, Permission, Role } from "#src/kit/api/roles-and-permissions.ts";
import { mayEnter } from "#src/kit/api/roles-and-permissions.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";

/** A route of the application: its path, who may open it, and in which mode it exists. */
export interface AppRoute<P extends string = string> {
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

function defineRoute<const P extends string>(area: Area | null, path: P, title: TextKey, rest: Rest = {}): AppRoute<P> {
  return { area, path, title, name: getName(path), ...rest };
}
type Rest = Omit<Partial<AppRoute>, "path">;
const p = <const P extends string>(path: P, title: TextKey, rest: Rest = {}) =>
  defineRoute("p", `/p/${path}`, title, { roles: staff, ...rest });
const ds = <const P extends string>(path: P, title: TextKey, rest: Rest = {}) =>
  defineRoute("ds", `/ds/${path}`, title, { roles: retailer, ...rest });
const open = <const P extends string>(path: P, title: TextKey, rest: Rest = {}) =>
  defineRoute(null, path, title, { isPublic: true, ...rest });
const work = <const P extends string>(path: P, title: TextKey, permission: Permission) => p(path, title, { permission });

/** Routes of an area that need no login, in the area's colours. */
const door = <const A extends Area, const P extends string>(area: A, path: P, title: TextKey, rest: Rest = {}) =>
  defineRoute(area, `/${area}/${path}`, title, { isPublic: true, ...rest });

/**
 * Every route of the application by its exact path: those of the specification (section 2) and the work screens of domain.md. The public pages are
 * rendered at build time (`src/pro/public-frame/public-pages.rules.ts`), so links to them load the whole page.
 */
const all = [
  door("p", "login", "navigation.login"),
  p("home", "navigation.home", { roles: [...staff, "siteAdmin"] }),
  p("key-information", "navigation.keyInformation"),
  door("p", "turn-the-table", "navigation.turnTheTable"),
  p("settings", "navigation.settings", { roles: providerOnly }),
  p("profile", "navigation.profile", { roles: ["operator", "siteAdmin"] }),
  work("warehousing-definition", "navigation.warehousingDefinition", "goods"),
  p("warehousing-setting", "navigation.warehousingSetting", { roles: providerOnly }),
  work("stock", "navigation.stock", "goods"),
  work("addWarehouse", "navigation.warehouseReceipt", "receiving"),
  work("receive", "navigation.receive", "receiving"),
  work("p-returns", "navigation.returns", "receiving"),
  work("put-away", "navigation.putAway", "receiving"),
  work("pick", "navigation.pick", "picking"),
  work("outbound", "navigation.outbound", "orders"),
  work("p-one-piece-for-shipping", "navigation.onePieceForShipping", "orders"),
  work("p-shipping-notice", "navigation.shippingNotice", "orders"),
  work("p-list-of-shipping-orders", "navigation.listOfShippingOrders", "orders"),
  work("p-wave-order", "navigation.waveOrder", "waves"),
  work("p-distribution", "navigation.distribution", "picking"),
  work("p-print-orders", "navigation.printOrders", "waves"),
  work("p-single-order-review", "navigation.singleOrderReview", "review"),
  work("p-secondary-sortation", "navigation.secondarySortation", "sortation"),
  work("p-to-review", "navigation.toReview", "review"),
  work("p-package", "navigation.package", "packing"),
  work("p-weighing", "navigation.weighing", "packing"),
  work("p-express-weighing", "navigation.expressWeighing", "packing"),
  work("p-batch-weighing", "navigation.batchWeighing", "packing"),
  work("p-print-waybill", "navigation.printWaybill", "packing"),
  work("p-bagging", "navigation.bagging", "bagging"),
  work("p-exception", "navigation.exception", "exceptions"),
  work("product", "navigation.product", "goods"),
  work("catalogue", "navigation.catalogue", "goods"),
  work("order", "navigation.order", "orders"),
  work("customer", "navigation.customer", "customers"),
  work("rate-cards", "navigation.rateCards", "customers"),
  work("reports", "navigation.reports", "reports"),
  p("mail", "navigation.mail"),
  p("p-alarm", "navigation.alarm"),
  p("webhook", "navigation.webhook", { roles: providerOnly }),
  p("logistics", "navigation.logistics", { roles: providerOnly }),
  work("p-order-info", "navigation.orderInfo", "orders"),
  work("p-product-info", "navigation.productInfo", "goods"),
  work("p-user-info", "navigation.userInfo", "customers"),
  p("downloads", "navigation.downloads"),
  work("audit-log", "navigation.auditLog", "reports"),

  door("ds", "login", "navigation.login"),
  ds("home", "navigation.home", { roles: [...retailer, "siteAdmin"] }),
  ds("key-information", "navigation.keyInformation"),
  door("ds", "third-part-key-information", "navigation.chooseSupplier"),
  door("ds", "turn-the-table", "navigation.turnTheTable"),
  door("ds", "erp-login", "navigation.erpLogin"),
  ds("settings", "navigation.settings"),
  ds("profile", "navigation.profile", { roles: ["siteAdmin"] }),
  door("ds", "thirdpart-success-redirect", "navigation.shopConnected", { isOfHomepage: true }),
  ds("ds-order-info", "navigation.orderInfo", { needsShop: true }),
  ds("ds-product-info", "navigation.productInfo", { needsShop: true }),
  ds("ds-user-info", "navigation.userInfo", { needsShop: true }),
  ds("warehousing", "navigation.warehousing"),
  ds("addWarehouse", "navigation.storageIn"),
  ds("product", "navigation.product"),
  ds("catalogue", "navigation.catalogue"),
  ds("order", "navigation.order"),
  ds("wallet", "navigation.wallet"),
  ds("mail", "navigation.mail"),
  ds("webhook", "navigation.webhook"),
  ds("logistics", "navigation.logistics"),
  ds("my-shop", "navigation.myShop"),
  ds("downloads", "navigation.downloads"),
  ds("audit-log", "navigation.auditLog"),

  open("/signup", "navigation.signUp"),
  open("/tools/config", "navigation.toolsConfig", { isOfHomepage: true }),
  open("/404", "navigation.notFound"),
];

/** A path of the application. */
export type Path = (typeof all)[number]["path"];

export const appRoutes: readonly AppRoute<Path>[] = all;

const byPath = new Map<string, AppRoute>(appRoutes.map((one) => [one.path, one]));

/** Returns the route at a path; null if there is none. */
export function findRoute(pathname: string): AppRoute | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  return byPath.get(path) ?? null;
}

/** Whether a person may open a route (specification, section 4: allowed if its roles include the current role or it has none). */
export function mayVisit(one: AppRoute, role: Role, permissions: readonly string[]): boolean {
  if (one.area !== null && !mayEnter(role, one.area)) return false;
  if (one.roles !== undefined && !one.roles.includes(role)) return false;
  return role !== "operator" || one.permission === undefined || permissions.includes(one.permission);
}
