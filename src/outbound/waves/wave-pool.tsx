import { useState } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber, listText } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { BuildDialog } from "./build-dialog.tsx";
import type { BuildWish, Built } from "./build-dialog.tsx";
import { waveActions } from "./waves.actions.ts";
import { getWavePool } from "./waves.contract.ts";
import { mostOrdersInWave } from "./waves.rules.ts";

type Pool = OutputOf<typeof getWavePool>;

interface PoolProps {
  readonly warehouseUuid: string;
  readonly onBuilt: (built: Built) => void;
}

/** Limits of a wave that is built by its kind, without a strategy. */
const usual = { maxOrders: 500, maxPieces: 2000 };

function Kinds({ of, choose }: { of: Pool; choose: (wish: BuildWish) => void }) {
  const { t, locale } = useTranslation();
  return (
    <ul className="wave-kinds">
      {of.kinds.map(({ kind, orders, pieces }) => (
        <li key={kind} className="panel stack-tight">
          <strong>{t(`waves.kind.${kind}`)}</strong>
          <span className="wave-count number">{formatNumber(orders, locale)}</span>
          <span className="quiet small">
            {t("waves.ordersAndPieces", { count: orders, orders: formatNumber(orders, locale), pieces: formatNumber(pieces, locale) })}
          </span>
          <span className="quiet small wave-hint">{t(`waves.kindHint.${kind}`)}</span>
          <span className="row">
            <ActionButton
              of={waveActions.build}
              subject={{ orders }}
              size="small"
              onClick={() =>
                choose({
                  warehouseUuid: of.warehouse_uuid,
                  kind,
                  strategy: "",
                  maxOrders: Math.min(usual.maxOrders, mostOrdersInWave),
                  maxPieces: usual.maxPieces,
                })
              }
            >
              {t("waves.build")}
            </ActionButton>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** When a strategy builds waves by itself. */
function useSchedule() {
  const { t, locale } = useTranslation();
  return ({ build_at, build_from_orders, releases_at_once }: Pool["strategies"][number]): string =>
    listText(
      [
        ...(build_at.length === 0 ? [] : [t("waves.schedule.at", { times: listText(build_at, locale) })]),
        ...(build_from_orders === 0 ? [] : [t("waves.schedule.from", { orders: formatNumber(build_from_orders, locale) })]),
        ...(releases_at_once ? [t("waves.schedule.releases")] : []),
      ],
      locale,
    );
}

function Strategies({ of, choose }: { of: Pool; choose: (wish: BuildWish) => void }) {
  const { t, locale } = useTranslation();
  const getSchedule = useSchedule();
  if (of.strategies.length === 0) return null;
  return (
    <ul className="wave-strategies panel">
      {of.strategies.map((strategy) => (
        <li key={strategy.name} className="row row-apart">
          <span className="stack-tight">
            <strong>{strategy.name}</strong>
            <span className="quiet small">
              {[t(`waves.kind.${strategy.kind}`), getSchedule(strategy)].filter((part) => part !== "").join(" · ")}
            </span>
          </span>
          <span className="row">
            <span className="number">{t("waves.waiting", { count: strategy.orders, orders: formatNumber(strategy.orders, locale) })}</span>
            <ActionButton
              of={waveActions.build}
              subject={strategy}
              size="small"
              onClick={() =>
                choose({
                  warehouseUuid: of.warehouse_uuid,
                  kind: strategy.kind,
                  strategy: strategy.name,
                  maxOrders: strategy.max_orders,
                  maxPieces: strategy.max_pieces,
                })
              }
            >
              {t("waves.build")}
            </ActionButton>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The orders of a warehouse that can join a wave, by kind and by strategy, each with a button that builds one. */
export function WavePool({ warehouseUuid, onBuilt }: PoolProps) {
  const { t, locale } = useTranslation();
  const { data, error, refetch } = useCallQuery(getWavePool, { warehouse_uuid: warehouseUuid });
  const [wish, setWish] = useState<BuildWish | null>(null);
  if (data === undefined) return <FailedNotice error={error} onRetry={() => void refetch()} />;
  return (
    <section className="stack" aria-label={t("waves.pool")}>
      <h2>
        {t("waves.poolOf", { count: data.orders, orders: formatNumber(data.orders, locale), pieces: formatNumber(data.pieces, locale) })}
      </h2>
      <Strategies of={data} choose={setWish} />
      <Kinds of={data} choose={setWish} />
      {wish !== null && (
        <BuildDialog
          wish={wish}
          onClose={() => setWish(null)}
          onDone={(built) => {
            setWish(null);
            onBuilt(built);
          }}
        />
      )}
    </section>
  );
}
