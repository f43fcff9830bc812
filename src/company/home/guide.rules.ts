import type { Role } from "#src/kit/api/roles-and-permissions.ts";

interface GuideStepEntry {
  readonly step: string;
  readonly role: Extract<Role, "provider" | "dropShipper">;
  /** the page of the step */
  readonly href: string;
  readonly search?: Readonly<Record<string, string>>;
  /** filter of its list: the step is done once the list has a row */
  readonly filter: Readonly<Record<string, string | boolean | readonly string[]>>;
}

/**
 * The steps of a new supplier or retailer up to the first goods in stock, in order. A step is added with its page. The calls of `server/guide-sources.ts`
 * determine whether it is done.
 */
const guideSteps = [
  { step: "warehouse", role: "provider", href: "/p/warehousing-definition", filter: { is_closed: false } },
  { step: "locations", role: "provider", href: "/p/warehousing-definition", filter: { type: "pick" } },
  { step: "rateCard", role: "provider", href: "/p/rate-cards", filter: {} },
  { step: "retailer", role: "provider", href: "/p/customer", filter: {} },
  { step: "goods", role: "provider", href: "/p/product", filter: {} },
  { step: "receive", role: "provider", href: "/p/addWarehouse", filter: { status: ["completed", "closed_short"] } },
  { step: "ownGoods", role: "dropShipper", href: "/ds/product", filter: {} },
  {
    step: "announce",
    role: "dropShipper",
    href: "/ds/addWarehouse",
    search: { receipt: "new" },
    filter: { status: ["submitted", "confirmed", "arrived", "inspecting", "putting_away", "completed", "closed_short"] },
  },
  { step: "topUp", role: "dropShipper", href: "/ds/wallet", filter: {} },
] as const satisfies readonly GuideStepEntry[];

export type GuideStep = (typeof guideSteps)[number]["step"];

export const guideStepNames = guideSteps.map(({ step }) => step) as readonly GuideStep[];

const entries = new Map<GuideStep, GuideStepEntry>(guideSteps.map((entry) => [entry.step, entry]));

/** Gets the entry of a step. */
export function getGuideStep(step: GuideStep): GuideStepEntry {
  const entry = entries.get(step);
  if (entry === undefined) throw new Error(`home: unknown step ${step}`);
  return entry;
}

/** Gets the steps of a role in order; operators have none, because others set up the company. */
export function getGuideSteps(role: Role): readonly GuideStep[] {
  return guideSteps.filter((entry) => entry.role === role).map(({ step }) => step);
}
