import "./waves.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useMemo } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { WarehouseChoice, useWarehouses } from "./warehouse-choice.tsx";
import { WavePool } from "./wave-pool.tsx";
import { wavesList } from "./waves.list.tsx";
import { wavesReads } from "./waves-reads.contract.ts";

const WavePage = lazyPart(async () => (await import("./wave-page.tsx")).WavePage);

function Waves({ open }: { open: (waveUuid: string) => void }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const navigate = useNavigate();
  const reload = useCallReload(wavesReads);
  const chosen = useSearch({ strict: false }).warehouse;
  const warehouses = useWarehouses();
  const warehouse = typeof chosen === "string" ? chosen : "";
  // Waves are built in one warehouse: without a choice, the pool is that of the first.
  const ofPool = warehouse === "" ? warehouses?.[0]?.warehouse_uuid : warehouse;
  const list = useMemo(
    () => wavesList(caller, { name: "waves.list", title: "navigation.waveOrder", warehouse }, open),
    [caller, warehouse, open],
  );
  const limit = (value: string): void =>
    void navigate({
      to: ".",
      search: ({ page: _page, warehouse: _warehouse, ...old }: Record<string, unknown>) =>
        value === "" ? old : { ...old, warehouse: value },
      resetScroll: false,
    });
  const name = warehouses?.find(({ warehouse_uuid }) => warehouse_uuid === ofPool)?.name ?? "";
  return (
    <div className="stack waves">
      <h1>{t("navigation.waveOrder")}</h1>
      {warehouses?.length === 0 && <p className="quiet">{t("waves.noWarehouse")}</p>}
      {ofPool !== undefined && (
        <>
          {(warehouses?.length ?? 0) > 1 && <p className="quiet">{t("waves.poolWarehouse", { name })}</p>}
          <WavePool
            key={ofPool}
            warehouseUuid={ofPool}
            onBuilt={({ wave_uuid, wave_number, order_count }) => {
              useToasts.getState().show("good", t("waves.didBuild", { number: wave_number, count: order_count }));
              reload();
              open(wave_uuid);
            }}
          />
        </>
      )}
      <List key={warehouse} of={list} scope={<WarehouseChoice value={warehouse} onValue={limit} />} />
    </div>
  );
}

/** Waves: what can join one, all of them, or the one in the address (`?wave=`). */
export function WavesScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const reload = useCallReload(wavesReads);
  const { wave } = useSearch({ strict: false });
  const show = useCallback(
    (uuid: string | null) =>
      void navigate({
        to: ".",
        search: ({ wave: _wave, part: _part, ...old }: Record<string, unknown>) => (uuid === null ? old : { ...old, wave: uuid }),
      }),
    [navigate],
  );
  if (typeof wave !== "string") return <Waves open={show} />;
  return (
    <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
      <WavePage key={wave} uuid={wave} onBack={() => show(null)} onChanged={reload} />
    </Suspense>
  );
}
