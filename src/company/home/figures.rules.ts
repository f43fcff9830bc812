import type { Area, Permission } from "#src/kit/api/roles-and-permissions.ts";

/** The page that lists what a figure counts. */
interface FigurePage {
  readonly href: string;
  /** the search parameters with which it shows exactly the counted rows */
  readonly search: Readonly<Record<string, string>>;
}

interface FigureEntry {
  readonly figure: string;
  readonly pages: Partial<Readonly<Record<Area, FigurePage>>>;
  /** the permission that the page requires of an operator */
  readonly permission: Permission;
  /** the input of the page's call, for the counted rows */
  readonly filter: Readonly<Record<string, string>>;
}

const labels = (tab: "waiting" | "failed" | "to_print") =>
  ({ pages: { p: { href: "/p/p-print-waybill", search: { tab } } }, permission: "packing", filter: { tab } }) as const;

/**
 * The figures of the funnel besides the orders by status: what waits at sort walls, what becomes of parcels and returns, and exceptions that nobody ends. They ask nobody to do anything, unlike to-dos, but are counted
 * in the same way, by the list that they lead to.
 */
const figures = [
  { figure: "toSort", pages: { p: { href: "/p/p-distribution", search: {} } }, permission: "picking", filter: {} },
  { figure: "labelsWaiting", ...labels("waiting") },
  { figure: "labelsFailed", ...labels("failed") },
  { figure: "labelsToPrint", ...labels("to_print") },
  {
    figure: "shippedToday",
    pages: {
      p: { href: "/p/p-list-of-shipping-orders", search: { to_do: "shipped_today" } },
      ds: { href: "/ds/order", search: { to_do: "shipped_today" } },
    },
    permission: "orders",
    filter: { to_do: "shipped_today" },
  },
  {
    figure: "undecidedReturns",
    pages: {
      p: { href: "/p/p-returns", search: { to_do: "all", status: "inspected" } },
      ds: { href: "/ds/order", search: { tab: "returns", status: "inspected" } },
    },
    permission: "receiving",
    filter: { status: "inspected" },
  },
  {
    figure: "oldExceptions",
    pages: { p: { href: "/p/p-exception", search: { to_do: "old" } } },
    permission: "exceptions",
    filter: { to_do: "old" },
  },
] as const satisfies readonly FigureEntry[];

export type Figure = (typeof figures)[number]["figure"];

export const figureNames = figures.map(({ figure }) => figure) as readonly Figure[];

const entries = new Map<Figure, FigureEntry>(figures.map((entry) => [entry.figure, entry]));

/** Gets the entry of a figure. */
export function getFigure(figure: Figure): FigureEntry {
  const entry = entries.get(figure);
  if (entry === undefined) throw new Error(`home: unknown figure ${figure}`);
  return entry;
}
