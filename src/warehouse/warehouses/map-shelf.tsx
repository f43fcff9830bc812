import type { KeyboardEvent, PointerEvent } from "react";
import { useRef, useState } from "react";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { MapShelf } from "./locations.contract.ts";
import type { Measure } from "./map.rules.ts";
import { getShade } from "./map.rules.ts";

interface MapShelfProps {
  readonly shelf: MapShelf;
  readonly measure: Measure;
  /** of the busiest shelf */
  readonly mostMovements: number;
  readonly isTabStop: boolean;
  readonly isMovable: boolean;
  /** whether its locations are shown beside the map */
  readonly isOpen: boolean;
  readonly onFocus: () => void;
  readonly onOpen: () => void;
  /** moves to the next or previous shelf */
  readonly onWalk: (by: number) => void;
  /** moves to a position in millimetres */
  readonly onMove: (x: number, y: number) => void;
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function spoken(shelf: MapShelf, measure: Measure, t: Translate): string {
  const { code, location_count: count, used_count: used, blocked_count: blocked, quantity: pieces, movement_count: movements } = shelf;
  const percent = Math.round(shelf.fill * 100);
  if (measure === "heat") return t("warehouses.map.shelfHeat", { code, movements });
  if (blocked > 0) return t("warehouses.map.shelfBlocked", { code, blocked, count, percent, pieces });
  return t("warehouses.map.shelf", { code, percent, used, count, pieces });
}

interface Grip {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
}

/** Returns how far the pointer has moved since the drag began, in the map's millimetres. */
function gone(from: Grip, { clientX, clientY, currentTarget }: PointerEvent<SVGGElement>): { x: number; y: number } {
  const matrix = currentTarget.ownerSVGElement?.getScreenCTM() ?? null;
  return matrix === null ? { x: 0, y: 0 } : { x: (clientX - from.x) / matrix.a, y: (clientY - from.y) / matrix.d };
}

/** Drags a shelf by pointer and leaves it where it is released. */
function useDrag({ shelf, isMovable, onMove }: MapShelfProps) {
  const grip = useRef<Grip | null>(null);
  const [offset, setOffset] = useState({ x: 0, y: 0 });
  const end = () => {
    grip.current = null;
    setOffset({ x: 0, y: 0 });
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<SVGGElement>) => {
      if (!isMovable || event.button !== 0) return;
      // Drags the shelf, not the map.
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = { pointerId: event.pointerId, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<SVGGElement>) => {
      if (grip.current?.pointerId === event.pointerId) setOffset(gone(grip.current, event));
    },
    onPointerUp: (event: PointerEvent<SVGGElement>) => {
      if (grip.current?.pointerId !== event.pointerId) return;
      const { x, y } = gone(grip.current, event);
      end();
      onMove(shelf.x_mm + x, shelf.y_mm + y);
    },
    onPointerCancel: end,
  };
  return { offset, handlers };
}

/** Returns the largest text sizes at which code and figure fit side by side. A letter is about 0.62 em wide. */
function getTextSizes(code: string, figure: string, long: number, short: number): { code: number; figure: number } {
  const fit = (text: string, share: number) => Math.min(short * 0.62, (long * share) / (0.62 * text.length));
  return { code: fit(code, 0.56), figure: fit(figure, 0.36) };
}

/** A shelf on the map: its code, a shade, a bar with its figure, and hatching if locations are blocked. */
export function MapShelfShape(props: MapShelfProps) {
  const { t } = useTranslation();
  const { shelf, measure, mostMovements, isTabStop, isMovable, isOpen, onFocus, onOpen, onWalk, onMove } = props;
  const { offset, handlers } = useDrag(props);
  const { x_mm, y_mm, width_mm, depth_mm } = shelf;
  const [left, top] = [x_mm + offset.x, y_mm + offset.y];
  const isTall = depth_mm > width_mm;
  const [long, short] = isTall ? [depth_mm, width_mm] : [width_mm, depth_mm];
  const share = measure === "heat" ? shelf.movement_count / mostMovements : shelf.fill;
  const figure = measure === "heat" ? String(shelf.movement_count) : t("warehouses.map.percent", { count: Math.round(shelf.fill * 100) });
  const size = getTextSizes(shelf.code, figure, long, short);
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === "Enter" || event.key === " ") onOpen();
    else if (step !== undefined && isMovable) {
      const by = event.shiftKey ? 1000 : 100;
      onMove(x_mm + step[0] * by, y_mm + step[1] * by);
    } else if (step !== undefined) onWalk(step[0] + step[1]);
    else return;
    event.preventDefault();
  };
  return (
    <g
      className={`map-shelf map-shelf-${measure} ${isMovable ? "map-shelf-movable" : ""}`}
      role="button"
      tabIndex={isTabStop ? 0 : -1}
      aria-expanded={isOpen}
      aria-label={spoken(shelf, measure, t)}
      transform={isTall ? `translate(${left + width_mm} ${top}) rotate(90)` : `translate(${left} ${top})`}
      onFocus={onFocus}
      onClick={() => {
        if (!isMovable) onOpen();
      }}
      onKeyDown={press}
      {...handlers}
    >
      <title>{spoken(shelf, measure, t)}</title>
      <rect className="map-shelf-ground" width={long} height={short} />
      <rect className="map-shelf-shade" width={long} height={short} fillOpacity={getShade(share, measure)} />
      {shelf.blocked_count > 0 && <rect fill="url(#map-hatch)" width={long} height={short} />}
      <rect className="map-shelf-bar" y={short * 0.82} width={long * share} height={short * 0.18} />
      <rect className="map-shelf-edge" width={long} height={short} />
      <text className="map-shelf-text" x={long * 0.02} y={short * 0.66} fontSize={size.code}>
        {shelf.code}
      </text>
      <text className="map-shelf-text" x={long * 0.98} y={short * 0.66} fontSize={size.figure} textAnchor="end">
        {figure}
      </text>
    </g>
  );
}
