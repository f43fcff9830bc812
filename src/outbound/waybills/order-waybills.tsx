import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstantBriefly } from "#src/kit/lib/formats.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { OrderDetail } from "#src/outbound/orders/orders.contract.ts";
import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { trackingTones, waybillTones } from "./waybill-words.rules.ts";
import { listWaybillsOfOrder } from "./waybills.contract.ts";
import type { OrderWaybill } from "./waybills.contract.ts";

/** The states of an order that may have parcels, or had some. */
const withParcels: ReadonlySet<OrderStatus> = new Set([
  "reviewed",
  "packed",
  "weighed",
  "bagged",
  "shipped",
  "delivered",
  "sent_back",
  "cancelled",
]);

function WaybillLine({ of }: { of: OrderWaybill }) {
  const { t, locale } = useTranslation();
  const { parcel_number, status, channel_name, waybill_number, tracking_number, tracking_status, track } = of;
  const numbers = [waybill_number, tracking_number].filter((number, at, all) => number !== "" && all.indexOf(number) === at);
  return (
    <li className="stack-tight">
      <span className="row">
        <strong translate="no">{parcel_number}</strong>
        {tracking_status === "" ? (
          <StatusTag tone={waybillTones[status]} text={t(`waybills.status.${status}`)} />
        ) : (
          <StatusTag tone={trackingTones[tracking_status]} text={t(`waybills.where.${tracking_status}`)} />
        )}
        <span>{channel_name}</span>
        <span translate="no">{numbers.join(" · ")}</span>
      </span>
      {track.length > 0 && (
        <details>
          <summary>{t("waybills.trackOf", { parcel: parcel_number })}</summary>
          <ol className="stack-tight">
            {track.map(({ at, text, location }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a carrier may report the same twice
              <li key={index}>
                {[at === "" ? "" : formatInstantBriefly(at, locale), text, location].filter((part) => part !== "").join(" · ")}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

function Waybills({ orderUuid }: { orderUuid: string }) {
  const { t } = useTranslation();
  const waybills = useCallQuery(listWaybillsOfOrder, { order_uuid: orderUuid }).data?.waybills ?? [];
  if (waybills.length === 0) return null;
  return (
    <section className="panel stack" aria-labelledby="order-waybills">
      <h2 id="order-waybills">{t("waybills.ofOrder")}</h2>
      <ul className="stack-tight">
        {waybills.map((waybill) => (
          <WaybillLine key={waybill.waybill_uuid} of={waybill} />
        ))}
      </ul>
    </section>
  );
}

/** The waybills of an order's parcels, and where those are. */
export function OrderWaybills({ of: { order_uuid, status } }: { of: OrderDetail }) {
  const caller = useCaller();
  return withParcels.has(status) && mayCall(caller, listWaybillsOfOrder) ? <Waybills orderUuid={order_uuid} /> : null;
}
