import { useTranslation } from "#src/i18n/shown.store.ts";
import type { MapPlace } from "./locations.contract.ts";

/** How large a place on the floor is drawn, in millimetres: it has no measures of its own. */
export const placeMm = 800;

/** A place on the floor: the dock, a packing table. @param downMm how far below its place it is drawn */
export function MapPlaceShape({ place, downMm }: { place: MapPlace; downMm: number }) {
  const { t } = useTranslation();
  const { barcode, type, x_mm, y_mm, quantity, is_blocked } = place;
  const kind = t(`warehouses.type.${type}`);
  const spoken = t(is_blocked ? "warehouses.map.placeBlocked" : "warehouses.map.place", { code: barcode, kind, pieces: quantity });
  return (
    <g role="img" aria-label={spoken} transform={`translate(${x_mm} ${y_mm + downMm})`}>
      <title>{spoken}</title>
      <rect className="map-place" x={-placeMm / 2} y={-placeMm / 2} width={placeMm} height={placeMm} rx={placeMm / 8} />
      {is_blocked && <rect fill="url(#map-hatch)" x={-placeMm / 2} y={-placeMm / 2} width={placeMm} height={placeMm} />}
      <text className="map-shelf-text" x={placeMm * 0.7} y={placeMm * 0.16} fontSize={placeMm * 0.4}>
        {barcode}
      </text>
    </g>
  );
}
