import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstantBriefly } from "#src/kit/lib/formats.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { isDelayedNow } from "./order-words.rules.ts";
import type { OrderRow } from "./orders.contract.ts";

/** What holds an order back: its holds, and the time until which it is delayed; nothing where there is neither, so that a cell is empty. */
export function HoldTags({ of: { holds, delay_until } }: { of: Pick<OrderRow, "holds" | "delay_until"> }) {
  const { t, locale } = useTranslation();
  const isDelayed = isDelayedNow(delay_until);
  if (holds.length === 0 && !isDelayed) return null;
  return (
    <span className="order-holds">
      {holds.map((kind) => (
        <StatusTag key={kind} tone="bad" text={t(`orders.hold.${kind}`)} />
      ))}
      {isDelayed && <StatusTag tone="warn" text={t("orders.delayed", { at: formatInstantBriefly(delay_until, locale) })} />}
    </span>
  );
}
