import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstantBriefly, formatNumber } from "#src/kit/lib/formats.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { formatTimeLeft } from "./order-words.rules.ts";
import { listCutOffs } from "./orders.contract.ts";

type CutOff = OutputOf<typeof listCutOffs>["result"][number];

/** How often the time that is left is counted anew, and how often the orders are. */
const tickMs = 15_000;
const refetchMs = 60_000;

/** The time, which moves on while the page is open. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function TimeLeft({ until, now }: { until: string; now: Date }) {
  const { locale } = useTranslation();
  return (
    <time dateTime={until} title={formatInstantBriefly(until, locale)}>
      {formatTimeLeft(until, locale, now)}
    </time>
  );
}

/** How many orders are late, as a link to the late ones of the warehouse. */
function Late({ of: { late, channel_name, warehouse_uuid } }: { of: CutOff }) {
  const { t, locale } = useTranslation();
  const shown = formatNumber(late, locale);
  if (late === 0) return shown;
  return (
    <Link
      to="/p/p-list-of-shipping-orders"
      search={{ to_do: "late", warehouse: warehouse_uuid }}
      aria-label={t("orders.cutOffs.ofLate", { channel: channel_name, shown })}
    >
      {shown}
    </Link>
  );
}

function buildColumns({ t, locale }: ReturnType<typeof useTranslation>, now: Date): ShortColumn<CutOff>[] {
  return [
    { id: "channel", title: t("orders.cutOffs.channel"), show: ({ channel_name }) => channel_name },
    { id: "warehouse", title: t("orders.cutOffs.warehouse"), show: ({ warehouse_name }) => warehouse_name },
    {
      id: "in",
      title: t("orders.cutOffs.in"),
      isNumber: true,
      show: ({ next_at }) => <TimeLeft until={next_at} now={now} />,
    },
    { id: "due", title: t("orders.cutOffs.due"), isNumber: true, show: ({ orders }) => formatNumber(orders, locale) },
    {
      id: "late",
      title: t("orders.cutOffs.late"),
      isNumber: true,
      show: (row) => <Late of={row} />,
    },
  ];
}

/** The next cut-offs with the time that is left, what is due then, and what missed its own. */
export function CutOffs() {
  const words = useTranslation();
  const { t } = words;
  const now = useNow();
  const { data, error, refetch } = useCallQuery(listCutOffs, {}, { refetchInterval: refetchMs });
  return (
    <section className="panel stack" aria-labelledby="orders-cut-offs">
      <h2 id="orders-cut-offs">{t("orders.cutOffs.title")}</h2>
      {data === undefined ? (
        <FailedNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <ShortTable<CutOff>
          label={t("orders.cutOffs.title")}
          columns={buildColumns(words, now)}
          rows={data.result}
          rowKey={({ channel_uuid, warehouse_uuid }) => `${channel_uuid} ${warehouse_uuid}`}
          empty={t("orders.cutOffs.none")}
        />
      )}
    </section>
  );
}
