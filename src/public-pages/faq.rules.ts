/** The questions of the main page (specification, section 1), in their order. */
const asked = ["noCount", "counts", "blocked", "cancel", "support"] as const;

/** Each question with its answer, as keys of the plan's texts: for the page and for search engines. */
export const faq = asked.map((name) => ({ name, question: `plan.faq.${name}.question`, answer: `plan.faq.${name}.answer` }) as const);
