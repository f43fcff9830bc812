import type { Area, Permission } from "#src/kit/api/roles-and-permissions.ts";

/** The filter of a list, with the same keys in the address of its page and the input of its call. */
type Filter = Readonly<Record<string, string | boolean>>;

interface ToDoEntry {
  readonly kind: string;
  /** the page of the to-do, in each area that has one */
  readonly paths: Partial<Readonly<Record<Area, string>>>;
  /** the permission that the page requires of an operator; a test compares it with the page's own */
  readonly permission?: Permission;
  /** the tab of the page, if it has several */
  readonly tab?: string;
  /** shows exactly the counted rows */
  readonly filter: Filter;
  /** limits a supplier's list to its own goods, because each retailer decides about its own */
  readonly isOwn?: true;
}

const receipts = { paths: { p: "/p/addWarehouse" }, permission: "receiving" } as const;
const returns = { paths: { p: "/p/p-returns" }, permission: "receiving" } as const;
const onePiece = { paths: { p: "/p/p-one-piece-for-shipping" }, permission: "orders" } as const;
const notices = { paths: { p: "/p/p-shipping-notice" }, permission: "orders" } as const;
const ownOrders = { paths: { ds: "/ds/order" } } as const;
const stocktakes = { paths: { p: "/p/stock" }, permission: "goods", tab: "stocktakes" } as const;

/**
 * The single list of to-dos: the page of each, and the filter that shows exactly the counted rows. Who may do it is decided by the calls involved
 * (`server/to-do-sources.ts`).
 */
export const toDos = [
  { kind: "confirmReceipts", ...receipts, filter: { status: "submitted" } },
  { kind: "receiveGoods", ...receipts, filter: { to_do: "receive" } },
  { kind: "putAway", paths: { p: "/p/put-away" }, permission: "receiving", filter: {} },
  {
    kind: "decideUnqualified",
    paths: { p: "/p/addWarehouse", ds: "/ds/addWarehouse" },
    permission: "receiving",
    filter: { to_do: "decide" },
  },
  { kind: "correctReceipts", paths: { ds: "/ds/addWarehouse" }, filter: { to_do: "correct" } },
  { kind: "confirmOrders", ...onePiece, filter: { to_do: "confirm", kind: "one_piece" } },
  { kind: "confirmNotices", ...notices, filter: { to_do: "confirm", kind: "shipping_notice" } },
  { kind: "lateOrders", ...onePiece, filter: { to_do: "late", kind: "one_piece" } },
  { kind: "lateNotices", ...notices, filter: { to_do: "late", kind: "shipping_notice" } },
  { kind: "shortOrders", ...onePiece, filter: { to_do: "short", kind: "one_piece" } },
  { kind: "shortNotices", ...notices, filter: { to_do: "short", kind: "shipping_notice" } },
  { kind: "heldOrders", ...onePiece, filter: { to_do: "held", kind: "one_piece" } },
  { kind: "heldNotices", ...notices, filter: { to_do: "held", kind: "shipping_notice" } },
  { kind: "correctOrders", ...ownOrders, filter: { to_do: "correct" } },
  { kind: "heldOwnOrders", ...ownOrders, filter: { to_do: "held" } },
  { kind: "requestWaybills", paths: { p: "/p/p-print-waybill" }, permission: "packing", tab: "without", filter: {} },
  { kind: "workExceptions", paths: { p: "/p/p-exception" }, permission: "exceptions", filter: { to_do: "work" } },
  { kind: "answerExceptions", ...ownOrders, tab: "exceptions", filter: { to_do: "answer" } },
  { kind: "inspectReturns", ...returns, filter: { to_do: "inspect" } },
  { kind: "assignReturns", ...returns, filter: { to_do: "assign" } },
  { kind: "decideReturns", ...returns, filter: { to_do: "decide" } },
  { kind: "carryOutReturns", ...returns, filter: { to_do: "carryOut" } },
  { kind: "decideOwnReturns", ...ownOrders, tab: "returns", filter: { to_do: "decide" } },
  { kind: "startStocktakes", ...stocktakes, filter: { status: "draft" } },
  { kind: "countStocktakes", ...stocktakes, filter: { to_do: "count" } },
  { kind: "recountStocktakes", ...stocktakes, filter: { to_do: "recount" } },
  { kind: "approveStocktakes", ...stocktakes, filter: { to_do: "approve" } },
  { kind: "restock", paths: { p: "/p/stock", ds: "/ds/warehousing" }, permission: "goods", filter: { level: "below_limit" }, isOwn: true },
  { kind: "confirmTopUps", paths: { p: "/p/customer" }, permission: "customers", tab: "top-ups", filter: { status: "requested" } },
  { kind: "payWallet", paths: { ds: "/ds/wallet" }, filter: {} },
  { kind: "keyInformation", paths: { p: "/p/key-information", ds: "/ds/key-information" }, filter: {} },
] as const satisfies readonly ToDoEntry[];

export type ToDoKind = (typeof toDos)[number]["kind"];

export const toDoKinds = toDos.map(({ kind }) => kind) as readonly ToDoKind[];

const entries = new Map<ToDoKind, ToDoEntry>(toDos.map((entry) => [entry.kind, entry]));

/** Gets the entry of a kind. */
export function getToDo(kind: ToDoKind): ToDoEntry {
  const entry = entries.get(kind);
  if (entry === undefined) throw new Error(`home: unknown to-do ${kind}`);
  return entry;
}

/** An address of the application. */
interface ToDoRoute {
  readonly href: string;
  readonly search: Filter;
}

/** Returns the page of a to-do with its filter; null if the area has none. */
export function getToDoRoute(kind: ToDoKind, { area, providerUuid }: { area: Area; providerUuid: string }): ToDoRoute | null {
  const { paths, tab, filter, isOwn } = getToDo(kind);
  const href = paths[area];
  if (href === undefined) return null;
  const owner = isOwn === true && area === "p" ? { owner: providerUuid } : {};
  return { href, search: { ...(tab === undefined ? {} : { tab }), ...owner, ...filter } };
}

/** Counts the to-dos at each address, for the badges of the menu. To-dos with progress are not counted. */
export function countByPath(
  found: readonly { readonly kind: ToDoKind; readonly count: number; readonly progress: object | null }[],
  area: Area,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, count, progress } of found) {
    const path = getToDo(kind).paths[area];
    if (path !== undefined && progress === null) counts.set(path, (counts.get(path) ?? 0) + count);
  }
  return counts;
}
