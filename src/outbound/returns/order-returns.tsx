import "./returns.css";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { mayCall, useCallMutation, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { OrderDetail } from "#src/outbound/orders/orders.contract.ts";
import { shippedStatuses } from "#src/outbound/orders/orders.machine.ts";
import { AnnounceDialog } from "./announce-dialog.tsx";
import { returnTones } from "./return-words.rules.ts";
import { returnsReads } from "./returns-reads.contract.ts";
import { returnActions } from "./returns.actions.ts";
import { announceReturn, listReturns } from "./returns.contract.ts";
import type { ReturnRow } from "./returns.contract.ts";

function ReturnLink({ of: { return_uuid, return_number } }: { of: ReturnRow }) {
  const { role } = useCaller();
  const search = { return: return_uuid };
  return role === "dropShipper" ? (
    <Link to="/ds/order" search={search}>
      {return_number}
    </Link>
  ) : (
    <Link to="/p/p-returns" search={search}>
      {return_number}
    </Link>
  );
}

/** On the page of an order of which parcels have left: its returns, and the announcement of another. One that the carrier brings back is announced with one button. */
export function OrderReturns({ of: { order_uuid, status, fulfilment_status } }: { of: OrderDetail }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const [isAsking, setAsking] = useState(false);
  const announcing = useCallMutation(announceReturn);
  const reload = useCallReload(returnsReads);
  const isShipped = fulfilment_status === "partially_fulfilled" || shippedStatuses.some((one) => one === status);
  const { data, isLoading } = useCallQuery(
    listReturns,
    { order_uuid, page_size: 20 },
    { enabled: isShipped && mayCall(caller, listReturns) },
  );
  if (isLoading) return <span className="height-unknown" />;
  if (!isShipped || data === undefined) return null;
  const announceAll = async (): Promise<void> => {
    try {
      const { return_number: number } = await announcing.perform({ order_uuid, reason: "undeliverable" });
      useToasts.getState().show("good", t("returns.announced", { number }));
    } catch {
      // A toast has reported it.
    } finally {
      reload();
    }
  };
  return (
    <section className="panel stack-tight order-returns" aria-label={t("returns.own")}>
      <div className="row">
        {status === "sent_back" && data.result.length === 0 && (
          <ActionButton
            of={returnActions.announce}
            subject={undefined}
            tone="primary"
            isDisabled={announcing.isPending}
            onClick={() => void announceAll()}
          >
            {t("returns.step.announceAll")}
          </ActionButton>
        )}
        <ActionButton of={returnActions.announce} subject={undefined} onClick={() => setAsking(true)}>
          {t("returns.step.announce")}
        </ActionButton>
        {data.result.map((one) => (
          <span key={one.return_uuid} className="row">
            <ReturnLink of={one} />
            <StatusTag tone={returnTones[one.status]} text={t(`returns.status.${one.status}`)} />
          </span>
        ))}
      </div>
      {isAsking && (
        <AnnounceDialog
          orderUuid={order_uuid}
          onDone={() => {
            setAsking(false);
            reload();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
