import type { LinkGoal } from "#src/pro/entitlement/pro-status.rules.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";

/** The steps to get Pro in this browser. */
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
