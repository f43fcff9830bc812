import "./plan.css";
import type { ReactNode } from "react";
import { pageOfServer, serverOrigin } from "#src/entitlement/server.source.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Language } from "#src/lib/look.ts";
import { StatusTag } from "#src/ui/status-tag.tsx";
import type { Plan } from "./plan.contract.ts";
import { freePlan, proPrice } from "./plan.contract.ts";
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
  /** the subscription settings, where this browser is linked */
  settings: ReactNode;
}

/** Free beside Pro and what Pro costs, the way to Pro in this browser, the subscription, and the questions that people ask. */
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
            <a href={pageOfServer("/esty-support", language)} target="_blank" rel="noreferrer">
              {t("plan.device.support")}
            </a>
          </p>
        )}
      </section>
    </div>
  );
}
