/** A plan and its limit, the only place that defines it; `token.rules.ts` decides which plan applies. */
export interface Plan {
  readonly id: "free" | "pro";
  /** matching reviews per click on Export; null for no limit */
  readonly reviewsPerClick: number | null;
}

export const freePlan: Plan = { id: "free", reviewsPerClick: 88 };
export const proPlan: Plan = { id: "pro", reviewsPerClick: null };

/** The plans for sale, by the `planId` of `/esty-checkout/{planId}`. */
export const soldPlans = { pro: proPlan } as const;

/** Checks whether a word from an address or a request is a plan for sale. */
export function isSoldPlan(planId: string): planId is keyof typeof soldPlans {
  return Object.hasOwn(soldPlans, planId);
}

/** Monthly price of Pro, by the language of the offer. */
export const proPrice = {
  en_us: { amountCents: 888, currency: "USD", text: "$8.88" },
  zh_cn: { amountCents: 6900, currency: "CNY", text: "69 元" },
} as const;
