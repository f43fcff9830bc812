import { useEffect, useRef } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import type { Location, MapShelf } from "./locations.contract.ts";
import { listLocations } from "./locations.contract.ts";

/** More than most shelves have; the list shows all. */
const mostShown = 200;

interface MapShelfPanelProps {
  readonly shelf: MapShelf;
  readonly onList: () => void;
  readonly onClose: () => void;
}

/** The open shelf of the map: its occupancy and the goods at each location. The map stays beside it. */
export function MapShelfPanel({ shelf, onList, onClose }: MapShelfPanelProps) {
  const { t, locale } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { shelf_uuid, code, location_count: count, used_count: used, quantity: pieces, blocked_count: blocked } = shelf;
  const { data, error, refetch } = useCallQuery(listLocations, { shelf_uuid, page_size: mostShown });
  useEffect(() => heading.current?.focus(), []);
  const columns: readonly ShortColumn<Location>[] = [
    { id: "barcode", title: t("warehouses.locations.column.barcode"), show: ({ barcode }) => barcode },
    {
      id: "quantity",
      title: t("warehouses.locations.column.quantity"),
      isNumber: true,
      show: ({ quantity }) => formatNumber(quantity, locale),
    },
    { id: "skus", title: t("warehouses.locations.column.skus"), isNumber: true, show: ({ sku_count }) => formatNumber(sku_count, locale) },
    {
      id: "state",
      title: t("warehouses.locations.column.state"),
      show: ({ is_blocked: isBlocked, blocked_reason: reason }) => (isBlocked ? t("warehouses.locations.blocked", { reason }) : ""),
    },
  ];
  return (
    <section
      className="panel stack map-panel"
      aria-labelledby="map-panel-title"
      onKeyDown={({ key }) => {
        if (key === "Escape") onClose();
      }}
    >
      <div className="row row-apart">
        <h3 id="map-panel-title" ref={heading} tabIndex={-1}>
          {t("warehouses.place.shelf", { code })}
        </h3>
        <Button onClick={onClose}>{t("ui.close")}</Button>
      </div>
      <p className="quiet">
        {t("warehouses.map.shelf", { code, percent: Math.round(shelf.fill * 100), used, count, pieces })}
        {blocked > 0 && ` · ${t("warehouses.map.blockedCount", { shown: blocked })}`}
      </p>
      {data === undefined ? (
        <FailedNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <ShortTable
          label={t("warehouses.locations.title")}
          columns={columns}
          rows={data.result}
          rowKey={({ location_uuid }) => location_uuid}
          empty={t("warehouses.locations.empty")}
        />
      )}
      <div className="row">
        <Button onClick={onList}>{t("warehouses.map.openList")}</Button>
      </div>
    </section>
  );
}
