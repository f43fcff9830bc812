import { Link } from "@tanstack/react-router";
import { mayCall, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { listReceipts } from "#src/warehouse/receipts/receipts.contract.ts";
import type { Charge } from "./charges.contract.ts";

/** What was charged: a receipt with its link, a night in a warehouse, work for an order, a parcel or a return, or a manual charge. */
export function ChargeSource({ of }: { of: Charge }) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const day = formatDay(of.day, locale);
  if (of.source_type === "warehouse-day") return <p>{t("wallet.charge.night", { warehouse: of.warehouse_name, day })}</p>;
  if (of.source_type !== "receipt") return <p>{t(`wallet.charge.${of.source_type}`, { day })}</p>;
  const words = t("wallet.charge.receipt", { number: of.source_text });
  if (!mayCall(caller, listReceipts)) return <p>{words}</p>;
  return (
    <p>
      <Link to={`/${caller.area ?? "p"}/addWarehouse`} search={{ receipt: of.source_uuid }}>
        {words}
      </Link>
    </p>
  );
}
