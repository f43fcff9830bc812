import "./exceptions.css";
import { Link } from "@tanstack/react-router";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { OrderDetail } from "#src/outbound/orders/orders.contract.ts";
import { exceptionTones, formatExceptionStatus, formatReason } from "./exception-words.rules.ts";
import { listExceptions } from "./exceptions.contract.ts";
import type { ExceptionRow } from "./exceptions.contract.ts";
import { unresolvedStatuses } from "./exceptions.machine.ts";

function ExceptionLink({ of: { exception_uuid, exception_number } }: { of: ExceptionRow }) {
  const { role } = useCaller();
  const search = { exception: exception_uuid };
  return role === "dropShipper" ? (
    <Link to="/ds/order" search={search}>
      {exception_number}
    </Link>
  ) : (
    <Link to="/p/p-exception" search={search}>
      {exception_number}
    </Link>
  );
}

/** The exceptions of an order that somebody still has to resolve, each with what it waits for. */
export function OrderExceptions({ of: { order_uuid } }: { of: OrderDetail }) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const { data, isLoading } = useCallQuery(
    listExceptions,
    { order_uuid, status: [...unresolvedStatuses], page_size: 20 },
    { enabled: mayCall(caller, listExceptions) },
  );
  if (isLoading) return <span className="height-unknown" />;
  const open = data?.result ?? [];
  if (open.length === 0) return null;
  const isStaff = caller.role !== "dropShipper";
  return (
    <Notice tone="warn" title={t("exceptions.stopped")}>
      <ul className="order-exceptions stack-tight">
        {open.map((one) => (
          <li key={one.exception_uuid} className="row">
            <ExceptionLink of={one} />
            <span>{t(`exceptions.type.${one.type}`)}</span>
            <StatusTag tone={exceptionTones[one.status]} text={formatExceptionStatus(one.status, isStaff, t)} />
            <span className="quiet">{formatReason(one, { t, locale })}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
