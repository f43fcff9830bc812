import "./plan.css";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Language } from "#src/lib/look.ts";
import { Notice } from "#src/ui/notice.tsx";
import { StatusTag } from "#src/ui/status-tag.tsx";
import type { Plan } from "./plan.contract.ts";
import { freePlan, proPrice } from "./plan.contract.ts";

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

/** Free beside Pro, what Pro costs, and the questions that people ask. Nothing is sold here yet, and it says so. */
export function PlanScreen({ plan, language }: { plan: Plan; language: Language }) {
  const { t } = useTranslation();
  const both = [t("plan.both.formats"), t("plan.both.filters"), t("plan.both.safe")];
  return (
    <div className="screen">
      <h1>{t("plan.title")}</h1>
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
      {plan.id === "free" ? <Notice tone="normal" title={t("plan.soon")} /> : <Notice tone="good" title={t("plan.active")} />}
      <section className="panel faq">
        <h2>{t("plan.faq.title")}</h2>
        {questions.map((question) => (
          <details key={question}>
            <summary>{t(`plan.faq.${question}.question`)}</summary>
            <p>{t(`plan.faq.${question}.answer`)}</p>
          </details>
        ))}
      </section>
    </div>
  );
}
