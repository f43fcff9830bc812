/** What a person may do. One place holds the limit; where the plan comes from is another's business (`plan.rules.ts`). */
export interface Plan {
  readonly id: "free" | "pro";
  /** matching reviews that one click on Export gives; null for no limit */
  readonly reviewsPerClick: number | null;
}

export const freePlan: Plan = { id: "free", reviewsPerClick: 88 };
export const proPlan: Plan = { id: "pro", reviewsPerClick: null };

/** The plans that can be bought, by the `planId` of `/esty-checkout/{planId}`. */
export const soldPlans = { pro: proPlan } as const;

/** Whether a word from an address or a request is a plan that can be bought. */
export function isSoldPlan(planId: string): planId is keyof typeof soldPlans {
  return Object.hasOwn(soldPlans, planId);
}

/** Price of Pro a month, by the language of the offer. */
export const proPrice = {
  en_us: { amountCents: 888, currency: "USD", text: "$8.88" },
  zh_cn: { amountCents: 6900, currency: "CNY", text: "69 元" },
} as const;
