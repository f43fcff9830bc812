import "./sortation.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { FrameAction } from "#src/warehouse/scanning/frame-action.tsx";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import { useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";
import { sortationPermission } from "./sortation.contract.ts";
import type { Sorted } from "./sortation.contract.ts";
import { useSorting } from "./use-sorting.ts";
import { WallGrid } from "./wall-grid.tsx";

/** The slot of the last piece, readable from three metres. */
function SlotNumber({ of: { slot_number, slot, order_number, sku, pieces, piece_count, is_complete } }: { of: Sorted }) {
  const { t } = useTranslation();
  return (
    <section className={is_complete ? "sort-slot sort-slot-complete" : "sort-slot"} aria-label={t("sortation.slot")}>
      <p className="sort-slot-number number">{slot_number}</p>
      <p translate="no">{`${sku} · ${slot}`}</p>
      <p>{[order_number, t("sortation.of", { pieces, of: piece_count }), ...(is_complete ? [t("sortation.complete")] : [])].join(" · ")}</p>
    </section>
  );
}

/** Secondary sortation (domain.md): scan a piece, and the slot of its order is shown large; the wall fills to green. */
export function SortationScreen() {
  const { t } = useTranslation();
  const { session, scan, choose, putAside, leave, walls, shown, wall, last, wrongCode, isLoading } = useSorting();
  const rules = useScannerRules(shown?.warehouse_uuid ?? walls[0]?.warehouse_uuid ?? null);
  const isWrong = wrongCode !== "";
  const isChosen = wall !== "";
  const instruction = isWrong
    ? t("sortation.step.wrong")
    : isChosen
      ? t(shown?.pieces_to_sort === 0 ? "sortation.step.done" : "sortation.step.piece")
      : t(walls.length === 0 && !isLoading ? "sortation.step.noWall" : "sortation.step.wall");
  const actions: readonly FrameAction[] = isWrong
    ? [{ kind: "next", label: t("sortation.key.aside"), onPress: putAside }]
    : isChosen
      ? [{ kind: "aside", label: t("sortation.key.otherWall"), onPress: leave }]
      : [];
  const options = walls.map(({ wall_uuid, name, code, totes, warehouse_name }) => ({
    id: wall_uuid,
    title: name,
    detail: [code, warehouse_name, ...(totes.length === 0 ? [] : [totes.join(", ")])].join(" · "),
  }));
  const hasNoWall = walls.length === 0 && !isLoading && !isChosen;
  const hint =
    shown === undefined
      ? hasNoWall
        ? t("sortation.step.noWallHint")
        : ""
      : [shown.name, t("sortation.toSort", { count: shown.pieces_to_sort })].join(" · ");
  return (
    <HandHeldFrame
      title={t("navigation.secondarySortation")}
      instruction={instruction}
      {...(isWrong ? { code: wrongCode } : hint === "" ? {} : { hint })}
      session={session}
      permission={sortationPermission}
      scan={{ label: t(isChosen ? "sortation.scan.piece" : "sortation.scan.wall"), onScan: scan, takesRepeats: true, ...rules }}
      actions={actions}
      isLoading={isLoading}
      {...(isChosen || options.length === 0 ? {} : { choices: { label: t("sortation.walls"), options, onChoose: choose } })}
    >
      {isChosen && last !== null && !isWrong && <SlotNumber of={last} />}
      {shown !== undefined && <WallGrid wall={shown} lit={last?.slot_number ?? null} />}
    </HandHeldFrame>
  );
}
