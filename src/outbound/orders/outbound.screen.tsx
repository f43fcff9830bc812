import "./orders.css";
import { Link } from "@tanstack/react-router";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { CutOffs } from "./cut-offs.tsx";
import { HoldTags } from "./hold-tags.tsx";
import { formatAge, statusTones } from "./order-words.rules.ts";
import { countOrders, listOrders } from "./orders.contract.ts";
import type { OrderRow } from "./orders.contract.ts";
import { openStatuses } from "./orders.machine.ts";
import type { OrderStatus } from "./orders.machine.ts";
import type { OrderKind } from "./orders.rules.ts";
import { orderKinds } from "./orders.rules.ts";

type Lists = "/p/p-one-piece-for-shipping" | "/p/p-shipping-notice" | "/p/p-list-of-shipping-orders";
const pathOf = { one_piece: "/p/p-one-piece-for-shipping", shipping_notice: "/p/p-shipping-notice" } as const satisfies Record<
  OrderKind,
  Lists
>;

/** Rows of each list below the funnel. */
const mostListed = 10;

/** Counts of a kind by status. */
function useCounts(kind: OrderKind) {
  const query = useCallQuery(countOrders, { kind });
  const find = (status: OrderStatus) => query.data?.result.find((row) => row.status === status);
  return {
    query,
    countOf: (status: OrderStatus) => find(status)?.orders ?? 0,
    held: (query.data?.result ?? []).reduce((sum, { held }) => sum + held, 0),
  };
}

interface CountLinkProps {
  readonly to: Lists;
  readonly search: { readonly status?: OrderStatus; readonly to_do?: "held" };
  readonly count: number;
  readonly label: string;
  readonly isLarge?: true;
}

/** A number that links to the orders that it counts. */
function CountLink({ to, search, count, label, isLarge }: CountLinkProps) {
  const { locale } = useTranslation();
  const shown = formatNumber(count, locale);
  return (
    <Link to={to} search={search} className={isLarge === true ? "number outbound-total" : "number"} aria-label={`${label}: ${shown}`}>
      {shown}
    </Link>
  );
}

interface StepProps {
  readonly text: string;
  readonly search: CountLinkProps["search"];
  /** by kind */
  readonly counts: Readonly<Record<OrderKind, number>>;
  readonly tone: (typeof statusTones)[OrderStatus] | "warn";
}

/** A step of the funnel: how many orders are in it, in all and of each kind. */
function Step({ text, search, counts, tone }: StepProps) {
  const { t } = useTranslation();
  return (
    <li className="panel stack-tight">
      <span className="row">
        <StatusTag tone={tone} text={text} />
      </span>
      <CountLink to="/p/p-list-of-shipping-orders" search={search} count={counts.one_piece + counts.shipping_notice} label={text} isLarge />
      {orderKinds.map((kind) => (
        <span key={kind} className="row row-apart small">
          <span className="quiet">{t(`orders.kind.${kind}`)}</span>
          <CountLink to={pathOf[kind]} search={search} count={counts[kind]} label={`${text}, ${t(`orders.kind.${kind}`)}`} />
        </span>
      ))}
    </li>
  );
}

function buildColumns({ t, locale }: ReturnType<typeof useTranslation>): ShortColumn<OrderRow>[] {
  return [
    {
      id: "number",
      title: t("orders.column.number"),
      show: ({ kind, order_uuid, order_number }) => (
        <Link to={pathOf[kind]} search={{ order: order_uuid }}>
          {order_number}
        </Link>
      ),
    },
    { id: "owner", title: t("orders.column.owner"), show: ({ owner_name }) => owner_name },
    { id: "country", title: t("orders.column.country"), show: ({ country }) => country },
    { id: "holds", title: t("orders.column.holds"), show: (row) => <HoldTags of={row} /> },
    { id: "age", title: t("orders.column.age"), isNumber: true, show: (row) => formatAge(row, locale) },
  ];
}

/** The newest orders that are held, or short of stock. */
function Waiting({ toDo }: { toDo: "held" | "short" }) {
  const words = useTranslation();
  const { t } = words;
  const { data, error, refetch } = useCallQuery(listOrders, { to_do: toDo, page_size: mostListed });
  const rows = data?.result ?? [];
  return (
    <div className="panel stack">
      <div className="row row-apart">
        <h2>{t(`orders.toDo.${toDo}`)}</h2>
        {rows.length > 0 && (
          <Link to="/p/p-list-of-shipping-orders" search={{ to_do: toDo }}>
            {t("orders.outbound.all")}
          </Link>
        )}
      </div>
      {data === undefined ? (
        <FailedNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <ShortTable<OrderRow>
          label={t(`orders.toDo.${toDo}`)}
          columns={buildColumns(words)}
          rows={rows}
          rowKey={({ order_uuid }) => order_uuid}
          empty={t(`orders.outbound.no.${toDo}`)}
        />
      )}
    </div>
  );
}

/** What is shipped, as a funnel by status, and what waits for somebody. */
export function OutboundScreen() {
  const { t } = useTranslation();
  const pieces = useCounts("one_piece");
  const notices = useCounts("shipping_notice");
  const isExact = pieces.query.data?.is_exact !== false && notices.query.data?.is_exact !== false;
  const failed = pieces.query.error ?? notices.query.error;
  const isThere = pieces.query.data !== undefined && notices.query.data !== undefined;
  return (
    <div className="stack orders">
      <h1>{t("navigation.outbound")}</h1>
      {isThere ? (
        <ul className="outbound-funnel">
          {openStatuses.map((status) => (
            <Step
              key={status}
              text={t(`orders.status.${status}`)}
              tone={statusTones[status]}
              search={{ status }}
              counts={{ one_piece: pieces.countOf(status), shipping_notice: notices.countOf(status) }}
            />
          ))}
          <Step
            text={t("orders.toDo.held")}
            tone="warn"
            search={{ to_do: "held" }}
            counts={{ one_piece: pieces.held, shipping_notice: notices.held }}
          />
        </ul>
      ) : (
        <FailedNotice
          error={failed}
          onRetry={() => {
            void pieces.query.refetch();
            void notices.query.refetch();
          }}
        />
      )}
      {!isExact && <p className="quiet small">{t("orders.outbound.upTo")}</p>}
      <CutOffs />
      <Waiting toDo="short" />
      <Waiting toDo="held" />
    </div>
  );
}
