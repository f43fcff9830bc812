import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { MapFloorLocation } from "./locations.contract.ts";

/** The drawn size of a floor location in millimetres: it has no measures of its own. */
export const floorLocationMm = 800;

/** A location on the floor, such as the dock or a packing table. @param downMm distance it is drawn below its position */
export function MapFloorLocationShape({ place, downMm }: { place: MapFloorLocation; downMm: number }) {
  const { t } = useTranslation();
  const { barcode, type, x_mm, y_mm, quantity, is_blocked } = place;
  const kind = t(`warehouses.type.${type}`);
  const label = t(is_blocked ? "warehouses.map.placeBlocked" : "warehouses.map.place", { code: barcode, kind, pieces: quantity });
  return (
    <g role="img" aria-label={label} transform={`translate(${x_mm} ${y_mm + downMm})`}>
      <title>{label}</title>
      <rect
        className="map-place"
        x={-floorLocationMm / 2}
        y={-floorLocationMm / 2}
        width={floorLocationMm}
        height={floorLocationMm}
        rx={floorLocationMm / 8}
      />
      {is_blocked && (
        <rect fill="url(#map-hatch)" x={-floorLocationMm / 2} y={-floorLocationMm / 2} width={floorLocationMm} height={floorLocationMm} />
      )}
      <text className="map-shelf-text" x={floorLocationMm * 0.7} y={floorLocationMm * 0.16} fontSize={floorLocationMm * 0.4}>
        {barcode}
      </text>
    </g>
  );
}
