import "./device-plan.css";
import type { ReactNode } from "react";
import { getServerPage, serverOrigin } from "#src/pro/entitlement/server-origin.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import { freePlan, proPrice } from "#src/pro/plan/plan.contract.ts";
import { ProPanel } from "./pro-panel.tsx";

const questions = ["noCount", "counts", "blocked", "cancel", "support"] as const;

function Card({ id, price, lines, current }: { id: Plan["id"]; price: string; lines: readonly string[]; current: boolean }) {
  const { t } = useTranslation();
  return (
    <section className={current ? `panel stack plan-${id} plan-current` : `panel stack plan-${id}`}>
      <div className="row row-apart">
        <h2>{t(`plan.${id}.name`)}</h2>
        {current && <StatusTag tone="good" text={t("plan.yours")} />}
      </div>
      <p className="plan-price number">{price}</p>
      <ul className="lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

interface PlanProps {
  plan: Plan;
  language: Language;
  /** whether an export waits at the free limit */
  hasLimited: boolean;
  /** the subscription settings, if this browser is linked */
  settings: ReactNode;
}

/** Free and Pro with its price, the way to Pro in this browser, the subscription, and the FAQ. */
export function PlanScreen({ plan, language, hasLimited, settings }: PlanProps) {
  const { t } = useTranslation();
  const both = [t("plan.both.formats"), t("plan.both.filters"), t("plan.both.safe")];
  return (
    <div className="screen">
      <h1>{t("plan.title")}</h1>
      <ProPanel language={language} hasLimited={hasLimited} />
      {settings}
      <div className="plans">
        <Card
          id="free"
          price={t("plan.free.price")}
          lines={[t("plan.free.limit", { limit: freePlan.reviewsPerClick ?? 0 }), t("plan.free.start"), ...both]}
          current={plan.id === "free"}
        />
        <Card
          id="pro"
          price={t("plan.pro.price", { price: proPrice[language].text })}
          lines={[t("plan.pro.limit"), t("plan.pro.goOn"), ...both]}
          current={plan.id === "pro"}
        />
      </div>
      <section className="panel faq">
        <h2>{t("plan.faq.title")}</h2>
        {questions.map((question) => (
          <details key={question}>
            <summary>{t(`plan.faq.${question}.question`)}</summary>
            <p>{t(`plan.faq.${question}.answer`)}</p>
          </details>
        ))}
        {serverOrigin !== "" && (
          <p>
            <a href={getServerPage("/esty-support", language)} target="_blank" rel="noreferrer">
              {t("plan.device.support")}
            </a>
          </p>
        )}
      </section>
    </div>
  );
}
