import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstantBriefly, formatNumber } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import type { BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { getBag } from "#src/outbound/bagging/bagging.contract.ts";
import { formatDimensions } from "#src/outbound/orders/order-words.rules.ts";
import { deleteShippingStatus } from "#src/outbound/orders/order-batches.contract.ts";
import type { OrderDetail } from "#src/outbound/orders/orders.contract.ts";
import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { requestFor } from "./request-waybills.ts";
import type { WithoutWaybill } from "./request-waybills.ts";
import { trackingTones, waybillTones } from "./waybill-words.rules.ts";
import { waybillActions } from "./waybills.actions.ts";
import { listWaybillsOfOrder, waybillReads } from "./waybills.contract.ts";
import type { OrderWaybill } from "./waybills.contract.ts";
import { getTakeBackRefusal } from "./waybills.rules.ts";

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

/** Sends a change of waybills and shows why any was refused; `done` says that none was. */
function useSend() {
  const reload = useCallReload(waybillReads);
  const [isPending, setPending] = useState(false);
  const send = async (change: () => Promise<{ readonly failed: readonly Pick<BatchResult["failed"][number], "message">[] }>, done = "") => {
    setPending(true);
    try {
      const { failed } = await change();
      const { language } = useAppearance.getState();
      const say = useToasts.getState().show;
      for (const { message } of failed) say("bad", message[language]);
      if (failed.length === 0 && done !== "") say("good", done);
    } catch (error) {
      // Already shown as a toast.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      setPending(false);
      reload();
    }
  };
  return { isPending, send };
}

/** What a carrier reports of a parcel that is still in the house, to be taken back by staff. */
function WrongStatus({ of, orderUuid }: { of: OrderWaybill; orderUuid: string }) {
  const { t } = useTranslation();
  const { client, role } = useCaller();
  const { isPending, send } = useSend();
  if (role === "dropShipper" || getTakeBackRefusal(of) !== null) return null;
  const takeBack = () => send(() => client.call(deleteShippingStatus, { order_ids: [orderUuid] }), t("waybills.tookBackStatus"));
  return (
    <span className="row">
      <span>{t("waybills.stillHere", { parcel: of.parcel_number })}</span>
      <ActionButton of={waybillActions.takeBackStatus} subject={of} isDisabled={isPending} onClick={() => void takeBack()}>
        {t("waybills.step.takeBackStatus")}
      </ActionButton>
    </span>
  );
}

/** What a parcel weighs and measures, and the bag and manifest that it leaves with. */
function ParcelFacts({ of }: { of: OrderWaybill }) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const { box_name, measured_grams, bag_uuid, bag_number, manifest_number, variance_reason } = of;
  const parts = [
    box_name,
    formatDimensions(of, locale),
    measured_grams === null ? "" : t("packing.grams", { grams: formatNumber(measured_grams, locale) }),
    manifest_number === "" ? "" : t("waybills.manifest", { number: manifest_number }),
  ].filter((part) => part !== "");
  return (
    <>
      {(parts.length > 0 || bag_uuid !== null) && (
        <span className="row quiet">
          {parts.length > 0 && <span>{parts.join(" · ")}</span>}
          {bag_uuid !== null &&
            (mayCall(caller, getBag) ? (
              <Link to="/p/p-bagging" search={{ bag: bag_uuid }}>
                {t("waybills.bag", { number: bag_number })}
              </Link>
            ) : (
              <span>{t("waybills.bag", { number: bag_number })}</span>
            ))}
        </span>
      )}
      {variance_reason !== "" && <span className="quiet">{t("waybills.weightOff", { reason: variance_reason })}</span>}
    </>
  );
}

function WaybillLine({ of, orderUuid }: { of: OrderWaybill; orderUuid: string }) {
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
      <ParcelFacts of={of} />
      <WrongStatus of={of} orderUuid={orderUuid} />
      {track.length > 0 && (
        <details>
          <summary>{t("waybills.trackOf", { parcel: parcel_number })}</summary>
          <ol className="stack-tight">
            {track.map(({ at, text, location, recorded }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a carrier may report the same twice
              <li key={index}>
                {[at === "" ? "" : formatInstantBriefly(at, locale), recorded === "" ? "" : t(`waybills.where.${recorded}`), text, location]
                  .filter((part) => part !== "")
                  .join(" · ")}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

/** A parcel that no waybill is requested for: weighed before its order had a channel, or its waybill became void. */
function LineWithout({ of }: { of: WithoutWaybill }) {
  const { t } = useTranslation();
  const { client } = useCaller();
  const { isPending, send } = useSend();
  return (
    <li className="row">
      <span>{t("waybills.without", { parcel: of.parcel_number })}</span>
      <ActionButton
        of={waybillActions.request}
        subject={{ is_parcel_voided: false, has_live_waybill: false }}
        isDisabled={isPending}
        onClick={() => void send(() => requestFor(client, [of]))}
      >
        {t("waybills.step.request")}
      </ActionButton>
    </li>
  );
}

function Waybills({ orderUuid }: { orderUuid: string }) {
  const { t } = useTranslation();
  const { data, isLoading } = useCallQuery(listWaybillsOfOrder, { order_uuid: orderUuid });
  const { waybills = [], parcels_without = [] } = data ?? {};
  if (isLoading) return <span className="height-unknown" />;
  if (waybills.length === 0 && parcels_without.length === 0) return null;
  return (
    <section className="panel stack" aria-labelledby="order-waybills">
      <h2 id="order-waybills">{t("waybills.ofOrder")}</h2>
      <ul className="stack-tight">
        {waybills.map((waybill) => (
          <WaybillLine key={waybill.waybill_uuid} of={waybill} orderUuid={orderUuid} />
        ))}
        {parcels_without.map((parcel) => (
          <LineWithout key={parcel.parcel_uuid} of={parcel} />
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
