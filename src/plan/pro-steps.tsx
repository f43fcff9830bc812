import type { LinkGoal } from "#src/entitlement/pro-status.rules.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";

/** What a person does to have Pro here, step by step. */
export function ProSteps({ goal }: { goal: LinkGoal }) {
  const { t } = useTranslation();
  const steps = goal === "buy" ? (["mail", "compare", "pay"] as const) : (["mail", "compare"] as const);
  return (
    <ol className="plan-steps">
      {steps.map((step) => (
        <li key={step}>{t(`plan.device.steps.${step}`)}</li>
      ))}
    </ol>
  );
}
