import "./sortation.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import type { FrameAction } from "#src/warehouse/scanning/frame-action.tsx";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import { useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";
import { listTotes } from "./sortation.contract.ts";
import type { ToteRow } from "./sortation.contract.ts";
import { useDistribution } from "./use-distribution.ts";
import { Walls } from "./walls.tsx";

function listColumns(t: Translate): readonly ShortColumn<ToteRow>[] {
  return [
    { id: "tote", title: t("sortation.column.tote"), show: ({ tote }) => <strong translate="no">{tote}</strong> },
    {
      id: "goes",
      title: t("sortation.column.goes"),
      show: ({ needs, wall_name }) => (wall_name === "" ? t(`sortation.goes.${needs}`) : wall_name),
    },
    { id: "wave", title: t("sortation.column.wave"), show: ({ wave_number }) => wave_number },
    { id: "orders", title: t("sortation.column.orders"), show: ({ order_count }) => order_count, isNumber: true },
    { id: "pieces", title: t("sortation.column.pieces"), show: ({ piece_count }) => piece_count, isNumber: true },
  ];
}

/** Totes with picked pieces, and where each goes. */
function Totes({ rows, ordersToSort }: { rows: readonly ToteRow[]; ordersToSort: number }) {
  const { t } = useTranslation();
  return (
    <div className="distribution-part">
      <h2>{t("sortation.totes")}</h2>
      {ordersToSort > 0 && <p className="quiet">{t("sortation.ordersToSort", { count: ordersToSort })}</p>}
      <ShortTable
        label={t("sortation.totes")}
        columns={listColumns(t)}
        rows={rows}
        rowKey={({ tote_uuid }) => tote_uuid}
        empty={t("sortation.noTotes")}
        isTight
      />
    </div>
  );
}

/** Distribution (domain.md): totes and carts are assigned to the walls at which their pieces are sorted. */
export function DistributionScreen() {
  const { t } = useTranslation();
  const { session, scan, choose, remove, inHand, totes, ordersToSort, walls, reload } = useDistribution();
  const rules = useScannerRules(totes?.[0]?.warehouse_uuid ?? null);
  const warehouse = totes?.find(({ tote_uuid }) => tote_uuid === inHand?.tote_uuid)?.warehouse_uuid;
  const options = (walls ?? [])
    .filter(({ is_active, warehouse_uuid }) => is_active && (warehouse === undefined || warehouse_uuid === warehouse))
    .map(({ wall_uuid, name, code }) => ({ id: wall_uuid, title: name, detail: code }));
  const actions: readonly FrameAction[] =
    inHand !== null && inHand.wall_uuid !== null
      ? [{ kind: "aside", label: t("sortation.key.remove", { name: inHand.wall_name }), onPress: remove }]
      : [];
  return (
    <HandHeldFrame
      title={t("navigation.distribution")}
      instruction={t(inHand === null ? "sortation.step.tote" : "sortation.step.toWall")}
      {...(inHand === null ? {} : { code: inHand.tote })}
      session={session}
      {...(listTotes.permission === undefined ? {} : { permission: listTotes.permission })}
      scan={{ label: t(inHand === null ? "sortation.scan.tote" : "sortation.scan.toWall"), onScan: scan, ...rules }}
      actions={actions}
      isLoading={totes === undefined || walls === undefined}
      {...(inHand === null || options.length === 0 ? {} : { choices: { label: t("sortation.walls"), options, onChoose: choose } })}
    >
      {/* Both at once: what comes first would be pushed away. */}
      {inHand === null && totes !== undefined && walls !== undefined && (
        <>
          <Totes rows={totes} ordersToSort={ordersToSort} />
          <Walls rows={walls} onChanged={reload} />
        </>
      )}
    </HandHeldFrame>
  );
}
