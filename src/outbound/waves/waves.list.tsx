import type { Caller } from "#src/kit/api/call-hooks.tsx";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { formatInstantBriefly, formatNumber, numberFormat } from "#src/kit/lib/formats.ts";
import type { Action, CellTools, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { Progress } from "#src/kit/ui/progress.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { waveKinds } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { printWave } from "./print-wave.ts";
import { getPickedPart, waveTones } from "./wave-words.rules.ts";
import { waveActions } from "./waves.actions.ts";
import { listWaves } from "./waves.contract.ts";
import type { WaveRow } from "./waves.contract.ts";
import { waveStatuses } from "./waves.machine.ts";
import type { WaveStatus } from "./waves.machine.ts";

function formatPicked({ picked_pieces, short_pieces, task_pieces, released_at }: WaveRow, { t, locale }: CellTools): string {
  if (released_at === "") return "";
  const picked = t("waves.pickedOf", { picked: formatNumber(picked_pieces, locale), pieces: formatNumber(task_pieces, locale) });
  return short_pieces === 0 ? picked : `${picked} · ${t("waves.shortOf", { pieces: formatNumber(short_pieces, locale) })}`;
}

function buildColumns(isOfPrints: boolean): Column<WaveRow>[] {
  return [
    { id: "number", title: "waves.column.number", text: ({ wave_number }) => wave_number },
    {
      id: "status",
      title: "waves.column.status",
      text: ({ status }, { t }) => t(`waves.status.${status}`),
      render: ({ status }, { t }) => <StatusTag tone={waveTones[status]} text={t(`waves.status.${status}`)} />,
    },
    { id: "kind", title: "waves.column.kind", text: ({ kind }, { t }) => t(`waves.kind.${kind}`) },
    { id: "strategy", title: "waves.column.strategy", text: ({ strategy }) => strategy, maxWidthPx: 180, isHidden: true },
    { id: "orders", title: "waves.column.orders", align: "end", text: ({ order_count }, { locale }) => formatNumber(order_count, locale) },
    { id: "pieces", title: "waves.column.pieces", align: "end", text: ({ piece_count }, { locale }) => formatNumber(piece_count, locale) },
    { id: "picked", title: "waves.column.picked", align: "end", text: formatPicked },
    {
      id: "progress",
      title: "waves.column.progress",
      ...(isOfPrints ? { isHidden: true as const } : {}),
      text: (row, { locale }) => {
        const part = getPickedPart(row);
        return part === null ? "" : numberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(part);
      },
      render: (row, tools) => {
        const part = getPickedPart(row);
        if (part === null) return "";
        return (
          <span className="wave-progress">
            <Progress label={formatPicked(row, tools)} part={part} still={row.status === "held"} />
          </span>
        );
      },
    },
    {
      id: "pickers",
      title: "waves.column.pickers",
      align: "end",
      ...(isOfPrints ? { isHidden: true as const } : {}),
      text: ({ picker_count }, { locale }) => (picker_count === 0 ? "" : formatNumber(picker_count, locale)),
    },
    { id: "warehouse", title: "waves.column.warehouse", text: ({ warehouse_name }) => warehouse_name, maxWidthPx: 160 },
    { id: "created", title: "waves.column.created", text: ({ created_at }, { locale }) => formatInstantBriefly(created_at, locale) },
    {
      id: "by",
      title: "waves.column.by",
      text: ({ created_by }, { t }) => (created_by === "" ? t("waves.bySchedule") : created_by),
      maxWidthPx: 160,
      isHidden: true,
    },
    {
      id: "printed",
      title: "waves.column.printed",
      text: ({ printed_at }, { locale }) => (printed_at === "" ? "" : formatInstantBriefly(printed_at, locale)),
      ...(isOfPrints ? {} : { isHidden: true as const }),
    },
    { id: "reason", title: "waves.reason", text: ({ reason }) => reason, maxWidthPx: 240, isHidden: true },
  ];
}

function print(caller: Caller, what: "pickLists" | "packingSlips", shortcut: string): Action<WaveRow> {
  return {
    id: what,
    label: `waves.print.${what}`,
    needs: "one",
    shortcut,
    rule: waveActions[what],
    perform: async ({ rows: [row], reload }) => {
      if (row === undefined) return;
      await printWave(caller, what, row);
      reload();
    },
  };
}

interface WavesVariant {
  /** the list's name: views are saved under it */
  readonly name: "waves.list" | "waves.prints";
  readonly title: "navigation.waveOrder" | "navigation.printOrders";
  /** empty for all */
  readonly warehouse: string;
}

/** Waves that work lists are printed of: released, and not all picked. */
const printedStatuses = ["released", "picking", "held"] as const satisfies readonly WaveStatus[];

/** Declares a list of waves: all of them, or those that work lists are printed of. */
export function wavesList(caller: Caller, { name, title, warehouse }: WavesVariant, open: (waveUuid: string) => void) {
  const isOfPrints = name === "waves.prints";
  const statuses: readonly WaveStatus[] = isOfPrints ? printedStatuses : waveStatuses;
  const input: Partial<InputOf<typeof listWaves>> = {
    ...(warehouse === "" ? {} : { warehouse_uuid: warehouse }),
    ...(isOfPrints ? { status: [...printedStatuses] } : {}),
  };
  return defineList({
    name,
    call: listWaves,
    title,
    rowKey: ({ wave_uuid }) => wave_uuid,
    cardTitle: "number",
    secondLine: ["kind", "orders", "picked"],
    columns: buildColumns(isOfPrints),
    filters: [
      { field: "search", label: "waves.filter.search", kind: "text", placeholder: "waves.filter.searchHint", scans: true },
      {
        field: "status",
        label: "waves.column.status",
        kind: "choice",
        options: statuses.map((value) => ({ value, text: `waves.status.${value}` as const })),
      },
      {
        field: "kind",
        label: "waves.column.kind",
        kind: "choice",
        options: waveKinds.map((value) => ({ value, text: `waves.kind.${value}` as const })),
      },
      {
        field: "is_printed",
        label: "waves.column.printed",
        kind: "choice",
        options: [
          { value: "false", text: "waves.filter.notPrinted" },
          { value: "true", text: "waves.filter.printed" },
        ],
      },
    ],
    actions: [print(caller, "pickLists", "l"), print(caller, "packingSlips", "k")],
    input,
    onOpen: ({ wave_uuid }) => open(wave_uuid),
    empty: { text: isOfPrints ? "waves.noPrints" : "waves.empty" },
  });
}
