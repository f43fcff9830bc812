import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstantBriefly } from "#src/kit/lib/formats.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { OrderRow } from "./orders.contract.ts";
import { isDelayed } from "./orders.rules.ts";

/** What holds an order back: its holds, and the time until which it is delayed. */
export function HoldTags({ of: { holds, delay_until } }: { of: Pick<OrderRow, "holds" | "delay_until"> }) {
  const { t, locale } = useTranslation();
  return (
    <span className="order-holds">
      {holds.map((kind) => (
        <StatusTag key={kind} tone="bad" text={t(`orders.hold.${kind}`)} />
      ))}
      {isDelayed(delay_until, new Date()) && (
        <StatusTag tone="warn" text={t("orders.delayed", { at: formatInstantBriefly(delay_until, locale) })} />
      )}
    </span>
  );
}
