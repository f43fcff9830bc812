import type { Area, Role } from "#src/kit/api/roles-and-permissions.ts";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { texts as chinese } from "#web/texts/zh_cn.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";
import { themes } from "#src/kit/lib/themes.ts";
import devEnglish from "../../web/dev/en_us.json" with { type: "json" };
import devChinese from "../../web/dev/zh_cn.json" with { type: "json" };
import { later } from "../../web/later.ts";
import type { AppRoute } from "../../web/app-routes.ts";
import { mayVisit, appRoutes } from "../../web/app-routes.ts";
import type { Client } from "#src/kit/api/client.ts";
import { queryBaggedElements } from "#src/outbound/bagging/bagging.contract.ts";
import { listOrders } from "#src/outbound/orders/orders.contract.ts";
import { listWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import type { WaybillRow } from "#src/outbound/waybills/waybills.contract.ts";
import { getEnterRefusal, getRecordTrackRefusal } from "#src/outbound/waybills/waybills.rules.ts";
import { toCamelCase, publicPages } from "#src/pro/public-frame/public-pages.rules.ts";

/** A visitor: a demo account in the areas it may enter, or an anonymous visitor on either of the two sites. */
interface VisitorKind {
  readonly role: Role | null;
  readonly areas: readonly Area[];
  readonly site: "application" | "homepage";
}

export const visitors = {
  provider01: { role: "provider", areas: ["p"], site: "application" },
  operator01: { role: "operator", areas: ["p"], site: "application" },
  retailer01: { role: "dropShipper", areas: ["ds"], site: "application" },
  admin01: { role: "siteAdmin", areas: ["p", "ds"], site: "application" },
  nobody: { role: null, areas: [], site: "application" },
  passerBy: { role: null, areas: [], site: "homepage" },
} as const satisfies Record<string, VisitorKind>;
export type Visitor = keyof typeof visitors;

type InBoth = Readonly<Record<Language, string>>;

/** A page to check, its visitor, and its names. */
export interface Stop {
  readonly visitor: Visitor;
  /** path and search */
  readonly href: string;
  /** finds what the address ends with, among the demo's data */
  readonly find?: (client: Client) => Promise<string>;
  readonly title: InBoth;
  /** allowed headings, `{{name}}` matches anything; the title by default */
  readonly headings: readonly InBoth[];
  /** a link from a mail, or a prerendered page: always loaded afresh */
  readonly isFromOutside: boolean;
  /** nothing is there, which the status says */
  readonly isMissing?: true;
  /** opened first, by selector: a row, a card, a link */
  readonly open?: string;
  /** what that opens: a page with its own heading, or an element by selector */
  readonly opens?: string;
  /** the title of the page that it opens, if that is another than the one it was opened from */
  readonly openedTitle?: InBoth;
  /** the button that opens something in front of the page */
  readonly press?: InBoth;
  /** what that opens, by selector */
  readonly comes?: string;
}

/** A stop in one of its looks. */
export interface WebLook {
  readonly stop: Stop;
  readonly width: number;
  readonly language: Language;
  readonly theme: Theme;
}

function textAt(catalogue: object, key: string): string {
  const found = key.split(".").reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], catalogue);
  if (typeof found !== "string") throw new Error(`no text ${key}`);
  return found;
}

const titleOf = (key: string): InBoth => ({ en_us: textAt(english, key), zh_cn: textAt(chinese, key) });
/** Headings that greet or explain instead of repeating the title, by path and search. */
const ownHeadings: readonly (readonly [hrefs: RegExp, ...keys: string[]])[] = [
  [/^\/p\/login/, "accounts.login.label.p"],
  [/^\/ds\/login/, "accounts.login.label.ds"],
  [/\/home$/, "home.greeting.morning", "home.greeting.afternoon", "home.greeting.evening"],
  [/^\/signup/, "accounts.signUp.title"],
  [/token=/, "accounts.reset.title"],
  [/order=new/, "orders.draft.titleNew"],
  [/invitation=/, "accounts.invitation.title"],
  [/turn-the-table/, "accounts.request.title"],
];

function stop(visitor: Visitor, href: string, key: string): Stop {
  const [, ...own] =
    key === "navigation.notFound"
      ? [/^/, "navigation.notFoundPage.title"]
      : (ownHeadings.find(([hrefs]) => hrefs.test(href)) ?? [/^/, key]);
  return { visitor, href, title: titleOf(key), headings: own.map(titleOf), isFromOutside: /token=|invitation=|role=/.test(href) };
}

/** Creates a stop at a prerendered page of the home page, with its own title and heading. */
function publicStop(name: string, href: string): Stop {
  const title = titleOf(`publicPages.head.${toCamelCase(name)}.title`);
  const headings = [{ en_us: "{{heading}}", zh_cn: "{{title}}" }];
  return { visitor: "passerBy", href, title, headings, isFromOutside: true, ...(name === "not-found" ? { isMissing: true } : {}) };
}

const signedIn = (Object.keys(visitors) as Visitor[]).filter((visitor) => visitors[visitor].role !== null);

/** Lists the visitors of a place: all who may see it. One suffices if there is only a title. */
function visitorsOf(place: AppRoute): Visitor[] {
  if (place.isPublic === true) return ["nobody"];
  const may = signedIn.filter((visitor) => {
    const { role } = visitors[visitor];
    return role !== null && mayVisit(place, role, permissions);
  });
  return later.includes(place.name) ? may.slice(0, 1) : may;
}

const firstRow = '.list-row[data-index="0"]:not(.list-place) .list-check + [role=gridcell]';

const rowMenu = '.list-row[data-index="0"]:not(.list-place) [data-part=menu]';

/** The heading of a page of one thing, which the demo has named. */
const anyHeading: readonly InBoth[] = [{ en_us: "{{heading}}", zh_cn: "{{title}}" }];

/** Opens the first row of the list: a page headed by its subject. */
function opening(one: Stop, open = firstRow): Stop {
  return { ...one, open, opens: "page", headings: anyHeading };
}

/** Opens the first row in front of or instead of its list, with the same heading. */
function openingHere(one: Stop, comes: string): Stop {
  return { ...one, open: firstRow, opens: comes };
}

/** What is in front of a page; excludes a menu that is closing because the walker chose an entry. */
const opened = ":is([role=dialog], [role=alertdialog], [role=menu]):not([data-walked])";

/** The stop with a button pressed. */
function pressing(one: Stop, key: string, comes = opened): Stop {
  return { ...one, press: titleOf(key), comes };
}

/** The stop with an entry chosen from the menu of the list's first row. */
function choosing(one: Stop, key: string): Stop {
  return { ...pressing(one, key), open: rowMenu, opens: "[role=menu]" };
}

/** The stop whose address ends with what is found; a page that is headed by its subject says so. */
function finding(one: Stop, find: (client: Client) => Promise<string>, headings = one.headings): Stop {
  return { ...one, find, headings };
}

const devTitle = { en_us: devEnglish.title, zh_cn: devChinese.title };
const sections = { p: ["password", "look", "operators", "sessions"], ds: ["password", "look", "sessions"] } as const;

const tabs = (visitor: Visitor, path: string, key: string, names: readonly string[]): Stop[] =>
  names.map((name) => stop(visitor, `${path}?tab=${name}`, key));

/** Tabs, row pages and dialogs of goods, stock and money. */
const inWork: readonly Stop[] = [
  ...tabs("provider01", "/p/stock", "navigation.stock", ["locations", "movements", "ages", "stocktakes", "reconciliation"]),
  ...tabs("provider01", "/p/reports", "navigation.reports", ["movements", "receipts", "locations"]),
  ...tabs("provider01", "/p/warehousing-definition", "navigation.warehousingDefinition", ["map"]),
  ...tabs("provider01", "/p/rate-cards", "navigation.rateCards", ["charging"]),
  ...tabs("provider01", "/p/logistics", "navigation.logistics", ["accounts", "prices", "errors"]),
  ...tabs("retailer01", "/ds/logistics", "navigation.logistics", ["prices"]),
  ...tabs("retailer01", "/ds/warehousing", "navigation.warehousing", ["movements", "ages"]),
  ...tabs("retailer01", "/ds/catalogue", "navigation.catalogue", ["claims"]),
  ...tabs("retailer01", "/ds/wallet", "navigation.wallet", ["charges", "statements", "terms"]),
  ...tabs("retailer01", "/ds/order", "navigation.order", ["draft", "shippingNotices", "exceptions"]),
  stop("retailer01", "/ds/order?order=new", "navigation.order"),
  stop("provider01", "/p/p-one-piece-for-shipping?order=new", "navigation.onePieceForShipping"),
  opening(stop("provider01", "/p/p-wave-order", "navigation.waveOrder")),
  { ...opening(stop("provider01", "/p/p-print-orders", "navigation.printOrders")), openedTitle: titleOf("navigation.waveOrder") },
  opening(stop("provider01", "/p/p-exception", "navigation.exception")),
  pressing(stop("provider01", "/p/p-wave-order", "navigation.waveOrder"), "waves.build"),
  opening(stop("provider01", "/p/stock", "navigation.stock")),
  opening(stop("provider01", "/p/addWarehouse", "navigation.warehouseReceipt")),
  opening(stop("provider01", "/p/product", "navigation.product")),
  opening(stop("provider01", "/p/catalogue", "navigation.catalogue")),
  opening(stop("provider01", "/p/customer", "navigation.customer")),
  opening(stop("provider01", "/p/rate-cards", "navigation.rateCards"), ".rates-cards tbody button"),
  opening(stop("provider01", "/p/logistics", "navigation.logistics")),
  opening(stop("retailer01", "/ds/logistics", "navigation.logistics")),
  opening(stop("retailer01", "/ds/warehousing", "navigation.warehousing")),
  opening(stop("retailer01", "/ds/addWarehouse", "navigation.storageIn")),
  opening(stop("retailer01", "/ds/product", "navigation.product")),
  openingHere(stop("retailer01", "/ds/catalogue", "navigation.catalogue"), "[role=dialog]"),
  openingHere(stop("retailer01", "/ds/wallet?tab=charges", "navigation.wallet"), ".wallet-amount"),
  pressing(opening(stop("provider01", "/p/stock", "navigation.stock")), "stock.action.low"),
  pressing(opening(stop("provider01", "/p/customer", "navigation.customer")), "customers.action.block"),
  pressing(stop("provider01", "/p/stock?tab=stocktakes", "navigation.stock"), "stock.stocktake.action.new"),
  pressing(stop("provider01", "/p/product", "navigation.product"), "goods.action.import"),
  pressing(stop("provider01", "/p/catalogue", "navigation.catalogue"), "catalogue.action.add"),
  pressing(stop("provider01", "/p/catalogue", "navigation.catalogue"), "catalogue.action.tiers"),
  pressing(stop("provider01", "/p/rate-cards", "navigation.rateCards"), "rateCards.do.new"),
  pressing(stop("provider01", "/p/logistics", "navigation.logistics"), "channels.action.new"),
  pressing(stop("provider01", "/p/logistics?tab=accounts", "navigation.logistics"), "carrierAccounts.action.new"),
  pressing(opening(stop("provider01", "/p/logistics", "navigation.logistics")), "channels.action.changePrices", ".zone-editor"),
  pressing(stop("provider01", "/p/warehousing-setting", "navigation.warehousingSetting"), "warehouses.add"),
];

const waybillsOf = (search: string): Stop => stop("provider01", `/p/p-print-waybill${search}`, "navigation.printWaybill");

/** Finds the parcel of a waybill of the demo. */
const findWaybill =
  (is: (waybill: WaybillRow) => boolean) =>
  async (client: Client): Promise<string> => {
    const { result } = await client.call(listWaybills, { page_size: 100 });
    const found = result.find(is);
    if (found === undefined) throw new Error("the demo has no such waybill");
    return found.parcel_number;
  };

async function findBag(client: Client): Promise<string> {
  const { result } = await client.call(queryBaggedElements, { field: ["status"], value: ["open"] });
  if (result[0] === undefined) throw new Error("the demo has no open bag");
  return result[0].bag_uuid;
}

/** Finds the oldest of a retailer's shipped orders, which does not come back. */
async function findShipped(client: Client): Promise<string> {
  const { result } = await client.call(listOrders, { status: ["shipped"], sort: "created" });
  if (result[0] === undefined) throw new Error("the demo has no shipped order");
  return result[0].order_uuid;
}

async function findNoticeToPack(client: Client): Promise<string> {
  const { result } = await client.call(listOrders, { kind: "shipping_notice", status: ["reviewed"] });
  if (result[0] === undefined) throw new Error("the demo has no shipping notice that waits to be packed");
  return result[0].order_uuid;
}

/** Tabs, row pages and dialogs of what happens between the shelf and the carrier's truck. */
const inOutbound: readonly Stop[] = [
  ...tabs("provider01", "/p/p-print-waybill", "navigation.printWaybill", ["without", "waiting", "failed", "printed", "all"]),
  ...tabs("provider01", "/p/p-shipping-notice", "navigation.shippingNotice", ["loadPlan"]),
  ...tabs("provider01", "/p/p-bagging", "navigation.bagging", ["sealed", "manifests", "handed_over"]),
  ...tabs("retailer01", "/ds/order", "navigation.order", ["returns"]),
  ...["assign", "decide", "carryOut", "expected", "all"].map((name) =>
    stop("provider01", `/p/p-returns?to_do=${name}`, "navigation.returns"),
  ),
  stop("provider01", "/p/p-returns?scan=on", "navigation.returns"),
  stop("provider01", "/p/p-exception?to_do=all", "navigation.exception"),
  opening(stop("provider01", "/p/p-returns?to_do=all", "navigation.returns")),
  opening(stop("retailer01", "/ds/order?tab=returns", "navigation.order")),
  pressing(stop("provider01", "/p/p-returns", "navigation.returns"), "returns.step.rule"),
  {
    ...pressing(stop("provider01", "/p/p-bagging", "navigation.bagging"), "bagging.action.handOver"),
    open: "[role=tab]:nth-of-type(3)",
    opens: "[role=tab]:nth-of-type(3)[aria-selected=true]",
  },
  {
    ...pressing(stop("provider01", "/p/p-package", "navigation.package"), "packing.boxes.title", "main .list:not(.height-unknown)"),
    headings: [titleOf("navigation.package"), titleOf("packing.boxes.title")],
  },
  pressing(stop("provider01", "/p/p-list-of-shipping-orders", "navigation.listOfShippingOrders"), "shippingNotices.export.title"),
  choosing(stop("provider01", "/p/warehousing-setting", "navigation.warehousingSetting"), "warehouses.setting.sender"),
  opening(stop("provider01", "/p/order?tab=shipped", "navigation.order")),
  opening(stop("retailer01", "/ds/order?tab=shipped", "navigation.order")),
  pressing(finding(stop("retailer01", "/ds/order?order=", "navigation.order"), findShipped, anyHeading), "returns.step.announce"),
  pressing(opening(stop("provider01", "/p/p-exception", "navigation.exception")), "exceptions.step.resolve"),
  pressing(stop("provider01", "/p/p-distribution", "navigation.distribution"), "sortation.add"),
  finding(stop("provider01", "/p/p-bagging?bag=", "navigation.bagging"), findBag),
  finding(stop("provider01", "/p/p-shipping-notice?part=boxes&order=", "navigation.shippingNotice"), findNoticeToPack, anyHeading),
  choosing(waybillsOf("?tab=printed"), "waybills.step.print"),
  choosing(waybillsOf("?tab=to_print"), "waybills.step.relabel"),
  choosing(waybillsOf("?tab=to_print"), "waybills.step.void"),
  choosing(
    finding(
      waybillsOf("?tab=all&number="),
      findWaybill((waybill) => getEnterRefusal(waybill) === null),
    ),
    "waybills.step.enter",
  ),
  choosing(
    finding(
      waybillsOf("?tab=all&number="),
      findWaybill((waybill) => getRecordTrackRefusal(waybill) === null),
    ),
    "waybills.step.track",
  ),
  pressing(waybillsOf(""), "waybills.step.upload"),
];

/**
 * Every place for each visitor, and further stops: sections, dialogs,
 * links from mails, missing paths.
 */
export const stops: readonly Stop[] = [
  ...appRoutes.flatMap((place) => visitorsOf(place).map((visitor) => stop(visitor, place.path, place.title))),
  ...appRoutes
    .filter(({ isOfHomepage }) => isOfHomepage === true)
    .map((place) => ({ ...stop("passerBy", place.path, place.title), isFromOutside: true })),
  ...publicPages.map(({ name, path }) => publicStop(name, path)),
  ...sections.p.map((section) => stop("provider01", `/p/settings?tab=${section}`, "navigation.settings")),
  ...sections.ds.map((section) => stop("retailer01", `/ds/settings?tab=${section}`, "navigation.settings")),
  ...(["password", "look", "sessions"] as const).map((section) => stop("operator01", `/p/profile?tab=${section}`, "navigation.profile")),
  pressing(stop("provider01", "/p/home", "navigation.home"), "navigation.shell.palette.open"),
  pressing(stop("provider01", "/p/home", "navigation.home"), "navigation.shell.tabs.more"),
  pressing(stop("provider01", "/p/settings?tab=operators", "navigation.settings"), "operators.action.invite"),
  pressing(stop("provider01", "/p/audit-log", "navigation.auditLog"), "list.columns.open"),
  pressing(stop("provider01", "/p/audit-log", "navigation.auditLog"), "list.view"),
  ...inWork,
  ...inOutbound,
  pressing(stop("provider01", "/p/key-information", "navigation.keyInformation"), "keyInformation.contacts.add"),
  pressing(stop("retailer01", "/ds/key-information", "navigation.keyInformation"), "keyInformation.authentications.add"),
  pressing(stop("admin01", "/tools/config", "navigation.toolsConfig"), "sites.list.add"),
  pressing(stop("admin01", "/tools/config", "navigation.toolsConfig"), "sites.check.start", "[aria-live] > .config-facts"),
  stop("nobody", "/p/turn-the-table?token=none", "navigation.turnTheTable"),
  stop("nobody", "/p/turn-the-table?invitation=none", "navigation.turnTheTable"),
  stop("nobody", "/signup?role=supplier", "navigation.signUp"),
  stop("nobody", "/nothing/here", "navigation.notFound"),
  stop("provider01", "/p/login", "navigation.login"),
  stop("provider01", "/p/nothing-here", "navigation.notFound"),
  stop("operator01", "/p/settings", "navigation.notFound"),
  stop("retailer01", "/ds/third-part-key-information", "navigation.chooseSupplier"),
  stop("admin01", "/tools/config", "navigation.toolsConfig"),
  publicStop("not-found", "/nothing/here"),
  { visitor: "nobody", href: "/dev/ui", title: devTitle, headings: [devTitle], isFromOutside: false },
];

/** All looks, ordered so that a walk changes as little as possible between two. */
export const webLooks: readonly WebLook[] = (Object.keys(visitors) as Visitor[]).flatMap((visitor) =>
  languages.flatMap((language) =>
    themes.flatMap((theme) =>
      [1440, 390].flatMap((width) => stops.filter((one) => one.visitor === visitor).map((one) => ({ stop: one, width, language, theme }))),
    ),
  ),
);

/** Returns true if the heading is one of the stop's in this language. */
export function isHeadingOf({ headings }: Stop, language: Language, heading: string): boolean {
  return headings.some((one) => {
    const pattern = one[language].replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replace(/\{\{\w+\}\}/g, ".+");
    return new RegExp(`^${pattern}$`).test(heading);
  });
}

/** `provider01 /p/home zh_cn dark 390` */
export function nameOfLook({ stop: { visitor, href, open, press }, language, theme, width }: WebLook): string {
  const pressed = `${open === undefined ? "" : " [open]"}${press === undefined ? "" : ` [${press.en_us}]`}`;
  return `${visitor} ${href}${pressed} ${language} ${theme === "darkTheme" ? "dark" : "light"} ${width}`;
}
