import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCountryName } from "#src/kit/countries/use-country-name.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { Facts } from "#src/kit/ui/facts.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { ChargeDifferences, DraftEstimate, EstimateTable } from "./order-estimate.tsx";
import { formatDimensions } from "./order-words.rules.ts";
import type { OrderDetail, OrderEventRow, OrderLine } from "./orders.contract.ts";
import { statusesInWave } from "./orders.machine.ts";
import type { OrderStatus } from "./orders.machine.ts";
import { mostEvents, seesRecipients, shortReasons } from "./orders.rules.ts";

type Words = ReturnType<typeof useTranslation>;

/** Formats an amount whose currency may be missing; empty if the amount is unknown. */
function formatMoney(cents: number | null, currency: string, locale: string): string {
  return cents === null ? "" : formatAmount(cents, currency, locale);
}

function joinParts(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

/** The reason of an event: words that somebody wrote, or why a pick was short. */
function formatReason(event: string, reason: string, t: Words["t"]): string {
  const known = event === "pick_short" ? shortReasons.find((one) => one === reason) : undefined;
  return known === undefined ? reason : t(`picking.reason.${known}`);
}

/** What happened; a delay with its end. */
function formatEvent({ event, until }: Pick<OrderEventRow, "event" | "until">, { t, locale }: Words): string {
  if (until === null) return t(`orders.event.${event}`);
  return until === "" ? t("orders.delayEnded") : t("orders.delayed", { at: formatInstant(until, locale) });
}

/** What customs is told of a line. */
function formatDeclaration(line: OrderLine, locale: string): string {
  const value = formatMoney(line.declared_value_cents, line.declared_currency, locale);
  return joinParts(line.declared_name, line.declared_name_zh, line.hs_code, line.origin_country, value);
}

/** A declaration has a name in Chinese in every language. */
function Declaration({ text }: { text: string }) {
  return text === "" ? null : <span translate="no">{text}</span>;
}

function buildLineColumns({ t, locale }: Words, of: OrderDetail): ShortColumn<OrderLine>[] {
  const isReserving = (reservingStatuses as readonly OrderStatus[]).includes(of.status);
  const stock: ShortColumn<OrderLine> = {
    id: "stock",
    title: t("orders.line.stock"),
    show: ({ is_reserved }) => (
      <span className="row">
        <StatusTag tone={is_reserved ? "good" : "bad"} text={t(is_reserved ? "orders.line.reserved" : "orders.line.notReserved")} />
      </span>
    ),
  };
  return [
    {
      id: "sku",
      title: t("orders.line.sku"),
      show: ({ sku, title, variant_title, is_bundle, is_claimed }) => (
        <span className="stack-tight">
          <strong>{sku}</strong>
          <span className="quiet">{joinParts(title, variant_title === title ? "" : variant_title)}</span>
          <span className="quiet small">
            {joinParts(is_bundle ? t("orders.line.bundle") : "", is_claimed ? t("orders.line.claimed") : "")}
          </span>
        </span>
      ),
    },
    { id: "quantity", title: t("orders.line.quantity"), isNumber: true, show: ({ quantity }) => formatNumber(quantity, locale) },
    ...(isReserving ? [stock] : []),
    {
      id: "price",
      title: t("orders.line.unitPrice"),
      isNumber: true,
      show: ({ unit_price_cents }) => formatMoney(unit_price_cents, of.currency, locale),
    },
    {
      id: "agreed",
      title: t("orders.line.agreedPrice"),
      isNumber: true,
      show: ({ agreed_price_cents, agreed_currency }) => formatMoney(agreed_price_cents, agreed_currency, locale),
    },
    { id: "customs", title: t("orders.line.customs"), show: (line) => <Declaration text={formatDeclaration(line, locale)} /> },
  ];
}

/** The states in which stock is reserved for an order, or waited for. */
const reservingStatuses = ["confirmed", "short", "allocated", ...statusesInWave] as const;

/** What is shipped, by line. */
export function LinesTab({ of }: { of: OrderDetail }) {
  const words = useTranslation();
  const { t, locale } = words;
  return (
    <ShortTable
      keepsColumns
      label={t("orders.part.lines")}
      columns={buildLineColumns(words, of)}
      rows={of.lines}
      rowKey={({ line_uuid }) => line_uuid}
      empty={t("orders.none.lines")}
      sums={{ sku: t("orders.page.sum"), quantity: formatNumber(of.piece_count, locale) }}
    />
  );
}

/** Who receives the order, and the parcel as declared. */
export function RecipientTab({ of }: { of: OrderDetail }) {
  const { t, locale } = useTranslation();
  const countryName = useCountryName();
  const caller = useCaller();
  const { recipient } = of;
  const facts: [string, string][] = [
    [t("orders.recipient.consignee"), recipient.consignee],
    [t("orders.recipient.address"), recipient.address],
    [t("orders.recipient.city"), recipient.city],
    [t("orders.recipient.state"), recipient.state],
    [t("orders.recipient.zip"), recipient.zip],
    [t("orders.column.country"), of.country === "" ? "" : countryName(of.country)],
    [t("orders.recipient.phone"), recipient.phone],
    [t("orders.recipient.mobile"), recipient.mobile],
    [t("orders.recipient.email"), recipient.email],
    [t("orders.recipient.idNumber"), recipient.id_number],
    [t("orders.field.weight"), of.weight_grams === null ? "" : formatNumber(of.weight_grams, locale)],
    [t("orders.field.dimensions"), formatDimensions(of, locale)],
  ];
  if (facts.every(([, value]) => value === "")) return <p className="quiet">{t("orders.none.recipient")}</p>;
  return (
    <div className="stack">
      <Facts of={facts} />
      {!seesRecipients(caller) && <p className="quiet small">{t("orders.recipient.masked")}</p>}
    </div>
  );
}

/** What the customer pays, and what the order costs its owner. */
export function MoneyTab({ of }: { of: OrderDetail }) {
  const { t, locale } = useTranslation();
  const { estimate } = of;
  const facts: [string, string][] = [
    [t("orders.column.payment"), t(`orders.payment.${of.payment_status}`)],
    [t("orders.column.fulfilment"), t(`orders.fulfilment.${of.fulfilment_status}`)],
    [t("orders.column.total"), formatMoney(of.total_cents, of.currency, locale)],
    [t("orders.field.cod"), of.cod_type === "none" ? "" : formatMoney(of.cod_cents, of.cod_currency, locale)],
    [t("orders.field.ioss"), of.ioss_number],
    [t("orders.field.vat"), of.vat_number],
    [t("orders.column.estimate"), formatMoney(of.estimate_cents, of.estimate_currency, locale)],
  ];
  return (
    <div className="stack">
      <Facts of={facts} />
      {of.status === "draft" ? (
        <DraftEstimate uuid={of.order_uuid} />
      ) : (
        estimate !== null && <EstimateTable of={estimate} charged={of.charged} />
      )}
      <ChargeDifferences of={of.differences} isCharged={of.charged.length > 0} />
      {of.status === "cancelled" && <p className="quiet">{t("orders.estimate.cancelled")}</p>}
    </div>
  );
}

/** Where the order's pieces are reserved. */
export function StockTab({ of }: { of: OrderDetail }) {
  const { t, locale } = useTranslation();
  return (
    <ShortTable
      keepsColumns
      label={t("orders.part.stock")}
      columns={[
        { id: "sku", title: t("orders.line.sku"), show: ({ sku }) => sku },
        { id: "location", title: t("orders.line.location"), show: ({ location }) => location },
        { id: "lot", title: t("orders.line.lot"), show: ({ lot }) => lot },
        { id: "quantity", title: t("orders.line.quantity"), isNumber: true, show: ({ quantity }) => formatNumber(quantity, locale) },
      ]}
      rows={of.reservations}
      rowKey={({ line_number, sku, location, lot }) => `${line_number} ${sku} ${location} ${lot}`}
      empty={t("orders.none.stock")}
    />
  );
}

/** The order's events, newest first. */
export function EventsTab({ of }: { of: OrderDetail }) {
  const words = useTranslation();
  const { t, locale } = words;
  return (
    <>
      <ol className="order-events">
        {of.events.map(({ hold, reason, username, at, ...row }) => (
          <li key={row.event_uuid} className="stack-tight">
            <span className="row">
              <strong>{formatEvent(row, words)}</strong>
              {hold !== "" && <span>{t(`orders.hold.${hold}`)}</span>}
            </span>
            {reason !== "" && <span>{formatReason(row.event, reason, t)}</span>}
            <span className="quiet small">{joinParts(formatInstant(at, locale), username)}</span>
          </li>
        ))}
      </ol>
      {of.events.length >= mostEvents && <p className="quiet small">{t("orders.page.newestOnly", { count: mostEvents })}</p>}
    </>
  );
}
