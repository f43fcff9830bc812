import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { RateCard } from "./rate-cards.contract.ts";

/** Whether a card is the default, archived, or neither. */
export function CardTags({ card: { is_default, is_archived } }: { card: Pick<RateCard, "is_default" | "is_archived"> }) {
  const { t } = useTranslation();
  if (is_archived) return <StatusTag tone="quiet" text={t("rateCards.state.archived")} />;
  return <StatusTag tone={is_default ? "good" : "normal"} text={t(is_default ? "rateCards.state.default" : "rateCards.state.active")} />;
}
