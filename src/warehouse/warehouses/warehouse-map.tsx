import "./warehouse-map.css";
import { useQueryClient } from "@tanstack/react-query";
import type { KeyboardEvent, PointerEvent } from "react";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { RadioGroup } from "#src/kit/ui/radio-group.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { EmptyState } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { locationsMap, placeShelves } from "./locations.contract.ts";
import { MapFloorLocationShape, floorLocationMm } from "./map-floor-location.tsx";
import { MapShelfPanel } from "./map-shelf-panel.tsx";
import { MapShelfShape } from "./map-shelf.tsx";
import { addMove, noMoves, panView, applyMoves, getRulerMm, spreadDown, undoMove, getWholeView, zoomView } from "./map.rules.ts";
import type { Measure, Moves, View } from "./map.rules.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { warehousesActions } from "./warehouses.actions.ts";

type Drawn = OutputOf<typeof locationsMap>;
const mostPlaced = 500;
/** Shorter movements in pixels are a click, not a drag. */
const leastDragPx = 4;

/** Returns the view after a key on the map; null if the key does nothing. */
function getViewAfterKey(key: string, view: View, whole: View): View | null {
  const steps: Record<string, () => View> = {
    "+": () => zoomView(view, 1.5, whole),
    "=": () => zoomView(view, 1.5, whole),
    "-": () => zoomView(view, 1 / 1.5, whole),
    "0": () => whole,
    ArrowLeft: () => panView(view, -0.2, 0, whole),
    ArrowRight: () => panView(view, 0.2, 0, whole),
    ArrowUp: () => panView(view, 0, -0.2, whole),
    ArrowDown: () => panView(view, 0, 0.2, whole),
  };
  return steps[key]?.() ?? null;
}

/** Zooms by wheel with Ctrl, or by pinching, which browsers report the same way; without Ctrl the page scrolls. */
function useWheel(element: { current: SVGSVGElement | null }, zoom: (factor: number, about: { x: number; y: number }) => void): void {
  const latest = useRef(zoom);
  useEffect(() => void (latest.current = zoom));
  useEffect(() => {
    const svg = element.current;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const box = svg?.getBoundingClientRect();
      const about =
        box === undefined ? { x: 0.5, y: 0.5 } : { x: (event.clientX - box.x) / box.width, y: (event.clientY - box.y) / box.height };
      latest.current(event.deltaY < 0 ? 1.2 : 1 / 1.2, about);
    };
    svg?.addEventListener("wheel", turn, { passive: false });
    return () => svg?.removeEventListener("wheel", turn);
  }, [element]);
}

/** Moves the map by pointer while it is zoomed in. */
function usePan(view: View, whole: View, isZoomed: boolean, onView: (view: View) => void) {
  const grip = useRef<{ pointerId: number; x: number; y: number; view: View } | null>(null);
  const end = () => {
    grip.current = null;
  };
  return {
    onPointerDown: ({ button, pointerId, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
      if (isZoomed && button === 0) grip.current = { pointerId, x: clientX, y: clientY, view };
    },
    onPointerMove: ({ pointerId, clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>) => {
      const from = grip.current;
      const scale = currentTarget.getScreenCTM()?.a ?? 0;
      if (from?.pointerId !== pointerId || scale === 0) return;
      const [right, down] = [from.x - clientX, from.y - clientY];
      // Once the pointer is captured, releasing it does not click the shelf below.
      if (!currentTarget.hasPointerCapture(pointerId) && Math.hypot(right, down) < leastDragPx) return;
      currentTarget.setPointerCapture(pointerId);
      onView(panView(from.view, right / scale / from.view.width, down / scale / from.view.height, whole));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

interface MapDrawingProps {
  readonly map: Drawn;
  readonly measure: Measure;
  readonly moves: Moves | null;
  readonly onMoves: (moves: Moves) => void;
  /** the shelf shown beside the map */
  readonly opened: string | null;
  readonly onShelf: (shelfUuid: string) => void;
}

/** Returns the movements of the busiest shelf. */
function getMostMovements({ shelves }: Drawn): number {
  return shelves.reduce((sum, { movement_count }) => Math.max(sum, movement_count), 1);
}

/** The shelves, one of them a tab stop. Rendered only when they change, not when the view moves: there may be thousands. */
const Shelves = memo(function Shelves({ map, measure, moves, opened, onMoves, onShelf }: MapDrawingProps) {
  const group = useRef<SVGGElement>(null);
  const [focused, setFocused] = useState(0);
  const most = getMostMovements(map);
  const walk = (by: number) => {
    const next = Math.min(map.shelves.length - 1, Math.max(0, focused + by));
    setFocused(next);
    group.current?.querySelectorAll<SVGGElement>(".map-shelf")[next]?.focus();
  };
  return (
    <g ref={group}>
      {map.shelves.map((shelf, at) => (
        <MapShelfShape
          key={shelf.shelf_uuid}
          shelf={moves === null ? shelf : applyMoves(shelf, moves)}
          measure={measure}
          mostMovements={most}
          isTabStop={at === focused}
          isMovable={moves !== null}
          isOpen={shelf.shelf_uuid === opened}
          onFocus={() => setFocused(at)}
          onOpen={() => onShelf(shelf.shelf_uuid)}
          onWalk={walk}
          onMove={(x, y) => {
            if (moves !== null) onMoves(addMove(moves, shelf, x, y));
          }}
        />
      ))}
    </g>
  );
});

/** The map to scale, with zoom and pan; shelves can be moved on it. */
function MapDrawing({ map, measure, moves, opened, onMoves, onShelf }: MapDrawingProps) {
  const { t } = useTranslation();
  const svg = useRef<SVGSVGElement>(null);
  const downs = useMemo(() => spreadDown(map.floor, floorLocationMm * 1.2), [map]);
  const whole = useMemo(() => {
    const places = map.floor.map(({ x_mm, y_mm }, at) => ({ x_mm, y_mm: y_mm + (downs[at] ?? 0), width_mm: 0, depth_mm: 0 }));
    return getWholeView(map, [...map.partitions, ...map.shelves, ...places]);
  }, [map, downs]);
  const [seen, setSeen] = useState<View | null>(null);
  const view = seen ?? whole;
  const isZoomed = view.width < whole.width;
  const zoom = (factor: number, about?: { x: number; y: number }) => setSeen(zoomView(view, factor, whole, about));
  const pan = usePan(view, whole, isZoomed, setSeen);
  useWheel(svg, zoom);
  const ruler = getRulerMm(view.width);
  const unit = view.width / 60;
  const press = (event: KeyboardEvent) => {
    const isOfShelf = event.target !== svg.current;
    const next = isOfShelf && event.key.startsWith("Arrow") ? null : getViewAfterKey(event.key, view, whole);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setSeen(next);
  };
  return (
    <div className="map-plan">
      <div className="row">
        <Button onClick={() => zoom(1.5)}>{t("warehouses.map.zoomIn")}</Button>
        <Button onClick={() => zoom(1 / 1.5)}>{t("warehouses.map.zoomOut")}</Button>
        <Button onClick={() => setSeen(null)}>{t("warehouses.map.all")}</Button>
      </div>
      <svg
        ref={svg}
        className="map-picture"
        role="group"
        aria-label={t("warehouses.map.title", { name: map.name })}
        tabIndex={0}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        data-zoomed={isZoomed}
        onKeyDown={press}
        {...pan}
      >
        <defs>
          <pattern id="map-hatch" width={240} height={240} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className="map-hatch" width={80} height={240} />
          </pattern>
        </defs>
        <rect className="map-floor" x={0} y={0} width={map.width_mm} height={map.depth_mm} />
        {map.partitions.map(({ partition_uuid, code, x_mm, y_mm, width_mm, depth_mm }) => (
          <g key={partition_uuid}>
            <rect className="map-partition" x={x_mm} y={y_mm} width={width_mm} height={depth_mm} />
            <text className="map-partition-code" x={x_mm + 80} y={y_mm + 400} fontSize={400}>
              {code}
            </text>
          </g>
        ))}
        {map.floor.map((place, at) => (
          <MapFloorLocationShape key={place.location_uuid} place={place} downMm={downs[at] ?? 0} />
        ))}
        <Shelves map={map} measure={measure} moves={moves} opened={opened} onMoves={onMoves} onShelf={onShelf} />
        <g className="map-ruler" aria-hidden="true">
          <path d={`M ${view.x + unit} ${view.y + view.height - 2 * unit} v ${unit} h ${ruler} v ${-unit}`} strokeWidth={unit / 8} />
          <text x={view.x + unit + ruler / 2} y={view.y + view.height - 1.4 * unit} fontSize={unit * 1.2} textAnchor="middle">
            {t("warehouses.map.metres", { count: ruler / 1000 })}
          </text>
        </g>
      </svg>
    </div>
  );
}

/** Undoes, saves or cancels moves of shelves. */
function MoveBar({ map, moves, onMoves }: { map: Drawn; moves: Moves | null; onMoves: (moves: Moves | null) => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { scope } = useCaller();
  const place = useCallMutation(placeShelves);
  if (moves === null) return <Button onClick={() => onMoves(noMoves)}>{t("warehouses.map.move")}</Button>;
  const save = async () => {
    const touched = new Set(moves.steps.map(({ shelf_uuid }) => shelf_uuid));
    const shelves = map.shelves
      .filter(({ shelf_uuid }) => touched.has(shelf_uuid))
      .map((shelf) => applyMoves(shelf, moves))
      .map(({ shelf_uuid, version, x_mm, y_mm }) => ({ shelf_uuid, version, x_mm, y_mm }));
    try {
      for (let from = 0; from < shelves.length; from += mostPlaced)
        await place.perform({ warehouse_uuid: map.warehouse_uuid, shelves: shelves.slice(from, from + mostPlaced) });
      useToasts.getState().show("good", t("warehouses.map.saved"));
      onMoves(null);
    } catch {
      // A toast has reported it; the moves can be saved again.
    } finally {
      await queries.invalidateQueries({ queryKey: buildQueryKey(scope, locationsMap) });
    }
  };
  const isNothing = moves.steps.length === 0;
  return (
    <>
      <p className="quiet">{t("warehouses.map.moveKeys")}</p>
      <Button isDisabled={isNothing} onClick={() => onMoves(undoMove(moves))}>
        {t("warehouses.map.undo")}
      </Button>
      <Button onClick={() => onMoves(null)}>{t("warehouses.map.cancel")}</Button>
      <Button tone="primary" isDisabled={isNothing || place.isPending} onClick={() => void save()}>
        {t("warehouses.map.save")}
      </Button>
    </>
  );
}

/** The legend of the shades, from zero to the fullest or busiest shelf. */
function Scale({ map, measure }: { map: Drawn; measure: Measure }) {
  const { t, locale } = useTranslation();
  const most = measure === "heat" ? formatNumber(getMostMovements(map), locale) : t("warehouses.map.percent", { count: 100 });
  return (
    <span className="row">
      <span>{measure === "heat" ? "0" : t("warehouses.map.percent", { count: 0 })}</span>
      <span className={`map-scale map-scale-${measure}`} />
      <span>{most}</span>
    </span>
  );
}

/** A warehouse's map: the occupancy of its shelves, or their activity. @param onShelf opens the list of a shelf */
export function WarehouseMap({ warehouseUuid, onShelf }: { warehouseUuid: string; onShelf: (shelfUuid: string) => void }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const [measure, setMeasure] = useState<Measure>("fill");
  const [moves, setMoves] = useState<Moves | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const plan = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useCallQuery(locationsMap, { warehouse_uuid: warehouseUuid, with_heat: measure === "heat" });
  if (data?.shelves.length === 0) return <EmptyState line={t("warehouses.map.empty")} />;
  const shelf = moves === null ? data?.shelves.find(({ shelf_uuid }) => shelf_uuid === opened) : undefined;
  const close = () => {
    // Returns the focus to the shelf.
    plan.current?.querySelector<SVGGElement>('.map-shelf[aria-expanded="true"]')?.focus();
    setOpened(null);
  };
  // The choice comes before its results, so that keyboard users keep their position.
  return (
    <div className="stack">
      <div className="row">
        <RadioGroup
          look="segments"
          label={t("warehouses.map.measure")}
          isLabelHidden
          value={measure}
          options={[
            { value: "fill", text: t("warehouses.map.fill") },
            { value: "heat", text: t("warehouses.map.heat") },
          ]}
          onValue={setMeasure}
        />
        {data !== undefined && isPermitted(warehousesActions.placeShelves, caller) && (
          <MoveBar map={data} moves={moves} onMoves={setMoves} />
        )}
      </div>
      {data === undefined ? (
        <FailedNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <div className={shelf === undefined ? "map-beside" : "map-beside map-beside-panel"} ref={plan}>
            <MapDrawing map={data} measure={measure} moves={moves} opened={opened} onMoves={setMoves} onShelf={setOpened} />
            {shelf !== undefined && (
              <MapShelfPanel key={shelf.shelf_uuid} shelf={shelf} onList={() => onShelf(shelf.shelf_uuid)} onClose={close} />
            )}
          </div>
          <p className="quiet small">{t("warehouses.map.keys")}</p>
          <ul className="row quiet small">
            <li>
              <Scale map={data} measure={measure} />
            </li>
            <li>{t("warehouses.map.legendBar")}</li>
            <li>{t("warehouses.map.legendBlocked")}</li>
          </ul>
        </>
      )}
    </div>
  );
}
