import { Link } from "@tanstack/react-router";
import { getAccessRefusal } from "#src/kit/api/access.rules.ts";
import { mayCall, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { listReceipts } from "#src/warehouse/receipts/receipts.contract.ts";
import type { Charge } from "./charges.contract.ts";

/** Who sees orders and returns; their slices are above this one. */
const orders = { roles: ["provider", "operator", "dropShipper"], permission: "orders", method: "GET", name: "orders" } as const;
const returns = { ...orders, permission: "receiving", name: "returns" } as const;

/** Work for an order, a parcel or a return, with the link to its order or return. */
function ChargedWork({ of, words }: { of: Charge; words: string }) {
  const caller = useCaller();
  if (of.source_type === "return") {
    if (getAccessRefusal(caller, returns) !== null) return <p>{words}</p>;
    return (
      <p>
        <Link to={caller.area === "ds" ? "/ds/order" : "/p/p-returns"} search={{ return: of.source_uuid }}>
          {words}
        </Link>
      </p>
    );
  }
  // Without access to the order, only its text is shown.
  if (of.order_uuid === null || getAccessRefusal(caller, orders) !== null) return <p>{words}</p>;
  return (
    <p>
      <Link to={`/${caller.area ?? "p"}/order`} search={{ order: of.order_uuid }}>
        {words}
      </Link>
    </p>
  );
}

/** What was charged: a receipt with its link, a night in a warehouse, work for an order, a parcel or a return, or a manual charge. */
export function ChargeSource({ of }: { of: Charge }) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const day = formatDay(of.day, locale);
  if (of.source_type === "warehouse-day") return <p>{t("wallet.charge.night", { warehouse: of.warehouse_name, day })}</p>;
  if (of.source_type === "hand") return <p>{t("wallet.charge.hand", { day })}</p>;
  if (of.source_type !== "receipt") {
    // What the caller may not see has no number.
    if (of.source_text === "") return <p>{t(`wallet.charge.${of.source_type}`, { day })}</p>;
    return <ChargedWork of={of} words={t(`wallet.charge.numbered.${of.source_type}`, { number: of.source_text, day })} />;
  }
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
