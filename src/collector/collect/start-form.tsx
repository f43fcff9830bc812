import "./options-form.css";
import type { TFunction } from "i18next";
import type { Ref } from "react";
import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import { proPrice } from "#src/pro/plan/plan.contract.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Choice } from "#src/kit/ui/light/field.tsx";
import { OptionChips } from "./option-chips.tsx";
import { datesInOrder } from "./options-form.tsx";

/** The plan's limit for this page, stated before the click. */
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
  /** opens the options */
  onChoose: () => void;
  optionsButton: Ref<HTMLButtonElement>;
  plan: Plan;
  language: Language;
  /** about how many reviews the page has */
  about: number | null;
  /** whether the page has a finished job */
  again: boolean;
  onStart: () => Promise<void>;
}

/** The current options, the format, and the main button. */
export function StartForm({ options, onOptions, onChoose, optionsButton, plan, language, about, again, onStart }: StartProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    void onStart().finally(() => setBusy(false));
  };
  const isInOrder = datesInOrder(options);
  return (
    <section className="popup-part" aria-label={t("collect.start.section")}>
      <button type="button" className="options-button" ref={optionsButton} onClick={onChoose}>
        <span>{t("collect.options.title")}</span>
        <OptionChips options={options} most={2} />
      </button>
      <div className="start-row">
        <Choice
          label={t("collect.options.format")}
          labelSeen={false}
          value={options.format}
          options={(["xlsx", "csv"] as const).map((value) => ({ value, text: t(`ui.format.${value}`) }))}
          onValue={(format) => onOptions({ ...options, format })}
        />
        <Button tone="primary" size="big" disabled={busy || !isInOrder} onClick={start}>
          {again ? t("collect.start.againNow") : t("collect.start.export")}
        </Button>
      </div>
      {isInOrder ? (
        <p className="small quiet">{limitText(plan, about, language, t)}</p>
      ) : (
        <p className="field-error">{t("collect.options.dateOrder")}</p>
      )}
    </section>
  );
}
