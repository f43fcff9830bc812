import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { chargeStatus, runCharges } from "#src/billing/wallet/charges.contract.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { rateCardsActions } from "./rate-cards.actions.ts";

type Status = OutputOf<typeof chargeStatus>;

/** Polling interval and duration after charging was started by hand: ms. */
const askEveryMs = 3000;
const askForMs = 60_000;

function Warehouses({ of }: { of: Status["warehouses"] }) {
  const { t, locale } = useTranslation();
  if (of.length === 0) return <p className="quiet">{t("rateCards.status.noWarehouse")}</p>;
  return (
    <div className="rates-frame" tabIndex={0} role="region" aria-label={t("rateCards.status.table")}>
      <table className="rates-table">
        <thead>
          <tr>
            {(["warehouse", "until", "unmeasured"] as const).map((id) => (
              <th key={id} scope="col">
                {t(`rateCards.status.${id}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.map(({ warehouse_uuid, name, charged_until, unmeasured_skus, unmeasured_pieces }) => (
            <tr key={warehouse_uuid}>
              <th scope="row" translate="no">
                {name}
              </th>
              <td data-title={t("rateCards.status.until")}>
                {charged_until === "" ? t("rateCards.status.notYet") : formatDay(charged_until, locale)}
              </td>
              <td data-title={t("rateCards.status.unmeasured")}>
                {unmeasured_skus === 0
                  ? t("rateCards.status.measured")
                  : t("rateCards.status.left", { count: unmeasured_skus, pieces: unmeasured_pieces })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The retailers that a warehouse's last day skipped, and why: they can only be charged by hand for it. */
function LeftOutRetailers({ of }: { of: Status["warehouses"][number] }) {
  const { t, locale } = useTranslation();
  const day = formatDay(of.charged_until, locale);
  const more = of.left_out_count - of.left_out.length;
  return (
    <Notice tone="warn" title={t("rateCards.status.leftOut", { count: of.left_out_count, warehouse: of.name, day })}>
      <ul>
        {of.left_out.map(({ retailer_uuid, retailer_name, why }) => (
          <li key={retailer_uuid}>{t(`rateCards.status.leftOutWhy.${why}`, { retailer: retailer_name })}</li>
        ))}
        {more > 0 && <li>{t("rateCards.status.leftOutMore", { count: more })}</li>}
      </ul>
      <p>
        <Link to="/p/customer">{t("rateCards.status.byHand")}</Link>
      </p>
    </Notice>
  );
}

/** What charging skips, and where to fix it. */
function LeftOut({ of }: { of: Status }) {
  const { t } = useTranslation();
  const { role, permissions } = useCaller();
  const maySeeGoods = role === "provider" || permissions.includes("goods");
  return (
    <>
      {of.warehouses.some(({ unmeasured_skus }) => unmeasured_skus > 0) && (
        <Notice tone="warn" title={t("rateCards.status.leftText")}>
          {maySeeGoods && (
            <p>
              <Link to="/p/product" search={{ unmeasured: "true", state: "in_stock" }}>
                {t("rateCards.status.measure")}
              </Link>
            </p>
          )}
        </Notice>
      )}
      {of.warehouses.map((warehouse) =>
        warehouse.left_out_count > 0 ? <LeftOutRetailers key={warehouse.warehouse_uuid} of={warehouse} /> : null,
      )}
      {of.retailers_without_card > 0 && (
        <Notice tone="warn" title={t("rateCards.status.noCard", { count: of.retailers_without_card })}>
          <p>
            <Link to="/p/customer">{t("rateCards.status.customers")}</Link>
          </p>
        </Notice>
      )}
    </>
  );
}

/** True for a while after `begin`: long enough to show the result of a manual run. */
function useFollowing() {
  const [since, setSince] = useState(0);
  useEffect(() => {
    if (since === 0) return;
    const timer = setTimeout(() => setSince(0), askForMs);
    return () => clearTimeout(timer);
  }, [since]);
  return { isFollowing: since > 0, follow: () => setSince(Date.now()) };
}

/** Charging progress by warehouse, what is skipped, and the button to charge now. */
export function ChargeStatus() {
  const { t, locale } = useTranslation();
  const { isFollowing, follow } = useFollowing();
  const { data, error, refetch } = useCallQuery(chargeStatus, {}, { refetchInterval: isFollowing ? askEveryMs : false });
  const run = useCallMutation(runCharges);
  const press = async () => {
    try {
      const { is_queued } = await run.perform({});
      useToasts.getState().show("good", t(is_queued ? "rateCards.status.queued" : "rateCards.status.underWay"));
      follow();
    } catch (problem) {
      // Already shown as a toast.
      if (!(problem instanceof CallProblem)) throw problem;
    }
  };
  return (
    <section className="panel stack" aria-labelledby="rates-status">
      <h2 id="rates-status">{t("rateCards.status.title")}</h2>
      {data === undefined && error !== null && (
        <Notice tone="bad" title={t("rateCards.failed")}>
          <div className="row">
            <Button onClick={() => void refetch()}>{t("rateCards.again")}</Button>
          </div>
        </Notice>
      )}
      {data === undefined && error === null && <p className="quiet">{t("ui.loading")}</p>}
      {data !== undefined && (
        <>
          <p>
            {data.charges_from === ""
              ? t("rateCards.status.off")
              : t("rateCards.status.since", { day: formatDay(data.charges_from, locale) })}
          </p>
          <Warehouses of={data.warehouses} />
          <LeftOut of={data} />
          <div className="row rates-deeds">
            <ActionButton of={rateCardsActions.run} subject={data} isDisabled={run.isPending} onClick={() => void press()}>
              {t("rateCards.status.run")}
            </ActionButton>
          </div>
        </>
      )}
    </section>
  );
}
