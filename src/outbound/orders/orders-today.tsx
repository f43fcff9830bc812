import "./orders.css";
import { Link } from "@tanstack/react-router";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { CutOffs } from "./cut-offs.tsx";
import { statusTones } from "./order-words.rules.ts";
import { countOrders, listCutOffs } from "./orders.contract.ts";
import { openStatuses } from "./orders.machine.ts";

/** How many orders are in each step, each number a link to them. */
function Funnel() {
  const { t, locale } = useTranslation();
  const { role } = useCaller();
  const { data } = useCallQuery(countOrders, {});
  if (data === undefined) return null;
  const statuses = role === "dropShipper" ? (["draft", ...openStatuses] as const) : openStatuses;
  return (
    <section className="panel stack" aria-labelledby="orders-funnel">
      <h2 id="orders-funnel">{t("orders.cutOffs.funnel")}</h2>
      <ul className="outbound-funnel orders-today">
        {statuses.map((status) => {
          const shown = formatNumber(data.result.find((one) => one.status === status)?.orders ?? 0, locale);
          const label = t(`orders.status.${status}`);
          return (
            <li key={status} className="stack-tight">
              <StatusTag tone={statusTones[status]} text={label} />
              {role === "dropShipper" ? (
                <Link to="/ds/order" search={{ status }} className="number outbound-total" aria-label={`${label}: ${shown}`}>
                  {shown}
                </Link>
              ) : (
                <Link
                  to="/p/p-list-of-shipping-orders"
                  search={{ status }}
                  className="number outbound-total"
                  aria-label={`${label}: ${shown}`}
                >
                  {shown}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The orders of the day on the home page: the funnel, and for the supplier what is late and due next. */
export function OrdersToday() {
  const caller = useCaller();
  if (!mayCall(caller, countOrders)) return null;
  return (
    <>
      <Funnel />
      {mayCall(caller, listCutOffs) && <CutOffs />}
    </>
  );
}
