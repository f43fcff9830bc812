import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCallMutation, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import type { CallProblem } from "#src/kit/api/client.ts";
import { useCountryName } from "#src/kit/countries/use-country-name.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant, formatNumber, listText } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { Button, buttonClass } from "#src/kit/ui/button.tsx";
import { Facts } from "#src/kit/ui/facts.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { ExceptionStepDialog } from "./exception-forms.tsx";
import type { AskedExceptionStep } from "./exception-forms.tsx";
import { exceptionTones, formatExceptionStatus, formatReason } from "./exception-words.rules.ts";
import { exceptionActions } from "./exceptions.actions.ts";
import { assignException, closeException, getException } from "./exceptions.contract.ts";
import type { ExceptionDetail, ExceptionEventRow, ExceptionPieces } from "./exceptions.contract.ts";
import { isInsideWork, mostExceptionEvents } from "./exceptions.rules.ts";

interface PageProps {
  readonly uuid: string;
  readonly onBack: () => void;
  readonly onChanged: () => void;
}

/** One exception: its order, what can be done, and what was said. Updates live. */
export function ExceptionPage({ uuid, onBack, onChanged }: PageProps) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(getException, { exception_uuid: uuid });
  if (data !== undefined) return <Shown of={data} onBack={onBack} onChanged={onChanged} />;
  if (error === null) return <p className="quiet">{t("ui.loading")}</p>;
  return <ExceptionNotFound problem={error} onBack={onBack} />;
}

function ExceptionNotFound({ problem, onBack }: { problem: CallProblem; onBack: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <h1>{t("navigation.exception")}</h1>
      <Notice tone="bad" title={t(problem.codeName === "notFound" ? "exceptions.notFound" : "ui.failed")}>
        <Button onClick={onBack}>{t("exceptions.back")}</Button>
      </Notice>
    </div>
  );
}

function OrderLink({ of }: { of: ExceptionDetail }) {
  const { role } = useCaller();
  if (of.order_uuid === null) return null;
  const search = { order: of.order_uuid };
  return role === "dropShipper" ? (
    <Link to="/ds/order" search={search}>
      {of.order_number}
    </Link>
  ) : (
    <Link to="/p/order" search={search}>
      {of.order_number}
    </Link>
  );
}

function ExceptionFacts({ of }: { of: ExceptionDetail }) {
  const { t, locale } = useTranslation();
  const { role } = useCaller();
  const at = (moment: string): string => (moment === "" ? "" : formatInstant(moment, locale));
  const isStaff = role !== "dropShipper";
  return (
    <Facts
      of={[
        [t("exceptions.column.order"), <OrderLink key="order" of={of} />],
        [t("exceptions.column.orderStatus"), of.order_status === null ? "" : t(`orders.status.${of.order_status}`)],
        [
          t("orders.column.holds"),
          listText(
            of.order_holds.map((hold) => t(`orders.hold.${hold}`)),
            locale,
          ),
        ],
        [t("exceptions.column.reference"), of.reference],
        ...(isStaff
          ? ([
              [t("exceptions.column.owner"), of.owner_name],
              [t("exceptions.column.assignee"), of.assignee === "" ? t("exceptions.nobody") : of.assignee],
            ] as const)
          : []),
        [t("exceptions.column.warehouse"), of.warehouse_name],
        [t("exceptions.column.opened"), at(of.opened_at)],
        [t("exceptions.column.resolution"), of.resolution === "" ? "" : t(`exceptions.resolution.${of.resolution}`)],
        [t("exceptions.column.resolved"), at(of.resolved_at)],
      ]}
      written={[t("exceptions.column.reason"), formatReason(of, { t, locale })]}
    />
  );
}

/** Leads to the waybills of an order whose label failed: there it is tried again, or gets another channel. */
function WaybillsLink({ of: { type, order_number } }: { of: ExceptionDetail }) {
  const { t } = useTranslation();
  if ((type !== "label_failed" && type !== "channel_refused") || order_number === "") return null;
  return (
    <Link className={buttonClass({})} to="/p/p-print-waybill" search={{ tab: "all", number: order_number }}>
      {t("exceptions.toWaybills")}
    </Link>
  );
}

function Buttons({ of, onChanged, ask }: { of: ExceptionDetail; onChanged: () => void; ask: (step: AskedExceptionStep) => void }) {
  const { t } = useTranslation();
  const steps = { take: useCallMutation(assignException), close: useCallMutation(closeException) };
  const take = async (step: keyof typeof steps): Promise<void> => {
    try {
      await steps[step].perform({ exception_uuid: of.exception_uuid, version: of.version });
      useToasts.getState().show("good", t(`exceptions.did.${step}`, { number: of.exception_number }));
    } catch {
      // A toast has reported it.
    } finally {
      // Also after a refusal: what is shown may be stale because somebody else was first.
      onChanged();
    }
  };
  const isBusy = Object.values(steps).some(({ isPending }) => isPending);
  const asked = (step: AskedExceptionStep, tone?: "primary") => (
    <ActionButton of={exceptionActions[step]} subject={of} {...(tone === undefined ? {} : { tone })} onClick={() => ask(step)}>
      {t(`exceptions.step.${step}`)}
    </ActionButton>
  );
  return (
    <div className="row">
      {asked("answer", "primary")}
      {asked("resolve", "primary")}
      <ActionButton of={exceptionActions.take} subject={of} isDisabled={isBusy} onClick={() => void take("take")}>
        {t("exceptions.step.take")}
      </ActionButton>
      {asked("ask")}
      {asked("recall")}
      {asked("assign")}
      {asked("note")}
      <ActionButton of={exceptionActions.close} subject={of} tone="primary" isDisabled={isBusy} onClick={() => void take("close")}>
        {t("exceptions.step.close")}
      </ActionButton>
      {asked("reopen")}
      <WaybillsLink of={of} />
    </div>
  );
}

function Address({ of }: { of: NonNullable<ExceptionDetail["recipient"]> & { readonly country: string } }) {
  const { t } = useTranslation();
  const countryName = useCountryName();
  return (
    <section className="panel stack">
      <h2>{t("exceptions.address")}</h2>
      <Facts
        of={[
          [t("orders.recipient.consignee"), of.consignee],
          [
            t("orders.recipient.address"),
            <span key="address" translate="no">
              {of.address}
            </span>,
          ],
          [t("orders.recipient.city"), of.city],
          [t("orders.recipient.state"), of.state],
          [t("orders.recipient.zip"), of.zip],
          [t("orders.column.country"), of.country === "" ? "" : countryName(of.country)],
          [t("orders.recipient.phone"), of.phone],
          [t("orders.recipient.mobile"), of.mobile],
          [t("orders.recipient.email"), of.email],
        ]}
      />
    </section>
  );
}

function buildLineColumns({ t, locale }: ReturnType<typeof useTranslation>): ShortColumn<ExceptionDetail["lines"][number]>[] {
  return [
    {
      id: "sku",
      title: t("orders.line.sku"),
      show: ({ sku, title }) => (
        <span className="stack-tight">
          <strong>{sku}</strong>
          <span className="quiet">{title}</span>
        </span>
      ),
    },
    { id: "quantity", title: t("orders.line.quantity"), isNumber: true, show: ({ quantity }) => formatNumber(quantity, locale) },
    {
      id: "stock",
      title: t("orders.line.stock"),
      show: ({ is_reserved }) => (
        <span className="row">
          <StatusTag tone={is_reserved ? "good" : "bad"} text={t(is_reserved ? "orders.line.reserved" : "orders.line.notReserved")} />
        </span>
      ),
    },
  ];
}

/** The product that is proposed in place of a line's, and what the retailer says to it. */
function Substitute({ of: { sku, new_sku, new_title, consent } }: { of: NonNullable<ExceptionDetail["substitute"]> }) {
  const { t } = useTranslation();
  return (
    <Notice tone={consent === "agreed" ? "good" : consent === "declined" ? "bad" : "normal"} title={t("exceptions.substitute.title")}>
      <p className="row">
        <span>{t("exceptions.substitute.proposed", { sku, new_sku, shown: new_title })}</span>
        <strong>{t(`exceptions.substitute.consent.${consent}`)}</strong>
      </p>
    </Notice>
  );
}

function Lines({ of }: { of: ExceptionDetail }) {
  const words = useTranslation();
  const { t } = words;
  return (
    <section className="stack">
      <h2>{t("exceptions.lines")}</h2>
      <ShortTable
        keepsColumns
        label={t("exceptions.lines")}
        columns={buildLineColumns(words)}
        rows={of.lines}
        rowKey={({ line_uuid }) => line_uuid}
        empty={t("orders.none.lines")}
      />
    </section>
  );
}

function formatPieces({ sku, location, quantity, reason }: ExceptionPieces, { t, locale }: ReturnType<typeof useTranslation>): string {
  const parts = [
    t("exceptions.piecesOf", { count: quantity, shown: formatNumber(quantity, locale), sku }),
    location,
    reason === "" ? "" : t(`picking.reason.${reason}`),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function EventItem({ of, exception }: { of: ExceptionEventRow; exception: ExceptionDetail }) {
  const words = useTranslation();
  const { t, locale } = words;
  // The server's own messages are reasons, such as why a label failed.
  const isReason = of.message === exception.reason || (of.by === "system" && exception.type !== "wrong_item");
  const message = isReason ? formatReason({ ...exception, reason: of.message }, words) : of.message;
  const by = of.username === "" ? t(`exceptions.by.${of.by}`) : of.username;
  return (
    <li className={`stack-tight exception-event exception-by-${of.by}`}>
      <span className="row">
        <strong>{t(`exceptions.event.${of.event}`)}</strong>
        {of.is_internal && <StatusTag tone="quiet" text={t("exceptions.internal")} />}
      </span>
      {of.pieces !== null && <span>{formatPieces(of.pieces, words)}</span>}
      {message !== "" && <p className="exception-message">{message}</p>}
      <span className="quiet small">{`${formatInstant(of.at, locale)} · ${by}`}</span>
    </li>
  );
}

function Events({ of }: { of: ExceptionDetail }) {
  const { t } = useTranslation();
  return (
    <section className="stack">
      <h2>{t("exceptions.events")}</h2>
      <ol className="exception-events">
        {of.events.map((event) => (
          <EventItem key={event.event_uuid} of={event} exception={of} />
        ))}
      </ol>
      {of.events.length >= mostExceptionEvents && (
        <p className="quiet small">{t("orders.page.newestOnly", { count: mostExceptionEvents })}</p>
      )}
    </section>
  );
}

function Shown({ of, onBack, onChanged }: { of: ExceptionDetail } & Omit<PageProps, "uuid">) {
  const { t } = useTranslation();
  const { role } = useCaller();
  const [asked, setAsked] = useState<AskedExceptionStep | null>(null);
  const isStaff = role !== "dropShipper";
  const isAsked = of.status === "waiting_retailer";
  const question = of.events.find(({ event }) => event === "ask");
  return (
    <div className="stack exceptions">
      <div className="row row-apart">
        <div className="row">
          <h1>{of.exception_number}</h1>
          <span>{t(`exceptions.type.${of.type}`)}</span>
          <StatusTag tone={exceptionTones[of.status]} text={formatExceptionStatus(of.status, isStaff, t)} />
        </div>
        <Button onClick={onBack}>{t("exceptions.back")}</Button>
      </div>
      {isAsked && question !== undefined && (
        <Notice tone="warn" title={t(isStaff ? "exceptions.waitsForRetailer" : "exceptions.waitsForYou")}>
          <p className="exception-message">{question.message}</p>
        </Notice>
      )}
      {of.substitute !== null && <Substitute of={of.substitute} />}
      <section className="panel stack">
        <ExceptionFacts of={of} />
        <Buttons of={of} onChanged={onChanged} ask={setAsked} />
      </section>
      {of.recipient !== null && <Address of={{ ...of.recipient, country: of.country }} />}
      {!isInsideWork(of.type) && <Lines of={of} />}
      <Events of={of} />
      {asked !== null && (
        <ExceptionStepDialog
          step={asked}
          of={of}
          isStaff={isStaff}
          onDone={() => {
            setAsked(null);
            onChanged();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
