import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Plan } from "#src/plan/plan.contract.ts";
import { proPrice } from "#src/plan/plan.contract.ts";
import type { CollectOptions } from "#src/settings/settings.contract.ts";
import type { Language } from "#src/lib/look.ts";
import { defaultOptions } from "#src/settings/settings.rules.ts";
import { Button } from "#src/ui/button.tsx";
import { Choice } from "#src/ui/field.tsx";
import { datesInOrder, OptionsForm } from "./options-form.tsx";

/** What the plan gives for this page, said before the click. */
function limitText(plan: Plan, about: number | null, language: Language, t: TFunction): string {
  const limit = plan.reviewsPerClick;
  const price = proPrice[language].text;
  if (limit === null) return t("collect.start.pro");
  if (about === null) return t("collect.start.freeUnknown", { limit, price });
  if (about <= limit) return t("collect.start.freeFits", { limit });
  return t("collect.start.free", { limit, count: about, price });
}

interface StartProps {
  options: CollectOptions;
  onOptions: (options: CollectOptions) => void;
  plan: Plan;
  language: Language;
  /** about how many reviews the page has */
  about: number | null;
  /** whether an earlier job of this page is shown above */
  again: boolean;
  onStart: () => Promise<void>;
}

/** Options, format, and the one big button. */
export function StartForm({ options, onOptions, plan, language, about, again, onStart }: StartProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    void onStart().finally(() => setBusy(false));
  };
  const clear = () => onOptions({ ...defaultOptions, format: options.format });
  return (
    <section className="stack" aria-label={t("collect.start.section")}>
      <OptionsForm options={options} onOptions={onOptions} onClear={clear} />
      <Choice
        label={t("collect.options.format")}
        labelSeen={false}
        value={options.format}
        options={(["xlsx", "csv"] as const).map((value) => ({ value, text: t(`ui.format.${value}`) }))}
        onValue={(format) => onOptions({ ...options, format })}
      />
      <Button tone={again ? "normal" : "primary"} size="big" disabled={busy || !datesInOrder(options)} onClick={start}>
        {again ? t("collect.start.again") : t("collect.start.export")}
      </Button>
      <p className="small quiet">{limitText(plan, about, language, t)}</p>
    </section>
  );
}
