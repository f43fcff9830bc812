import "./packing.css";
import { Suspense, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstantBriefly } from "#src/kit/lib/formats.ts";
import { formatSize } from "#src/kit/lib/size.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import type { FrameAction } from "#src/warehouse/scanning/frame-action.tsx";
import { useGoodsOption } from "#src/warehouse/scanning/goods-face.tsx";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import { CodeLabels } from "#src/warehouse/scanning/code-labels.tsx";
import { LaterCodes } from "#src/warehouse/scanning/later-codes.tsx";
import { useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";
import { OrderParcels } from "./order-parcels.tsx";
import { packingPermission } from "./packing.contract.ts";
import type { Packing, PackRow } from "./packing.contract.ts";
import { countPieces, listBoxesToChoose, listConsumables, listLeft, toAdvisedDrafts } from "./pack-steps.rules.ts";
import type { PackingState } from "./packing.store.ts";
import { getItemKey, ownPackaging, usePacking } from "./use-packing.ts";

const BoxBuilder = lazyPart(async () => (await import("./box-builder.screen.tsx")).BoxBuilder);
const Boxes = lazyPart(async () => (await import("./boxes.screen.tsx")).BoxesPanel);

type Packs = ReturnType<typeof usePacking>;

/** The most boxes that are offered, and the most consumables; others are scanned by their names. */
const mostOffered = 8;

function useAdviceText(): (packing: Packing) => string {
  const { t } = useTranslation();
  return ({ advice, boxes }) => {
    if (advice.reason !== null) return t(`packing.noAdvice.${advice.reason}`);
    const names = advice.boxes.map(({ box_uuid }) => boxes.find((box) => box.box_uuid === box_uuid)?.name ?? "");
    return t("packing.advised", { boxes: names.join(" + ") });
  };
}

/** Returns what the person does next. */
function useNextStep({ packing, question, isEmpty, drafts, current }: Packs): { instruction: string; label: string; hint?: string } {
  const { t } = useTranslation();
  const toAdvice = useAdviceText();
  if (question?.kind === "which") return { instruction: t("packing.ask.which"), label: t("packing.scan.order") };
  if (question?.kind === "unpack") return { instruction: t("packing.ask.unpack"), label: t("packing.scan.box") };
  if (question?.kind === "damaged") return { instruction: t("packing.ask.damaged"), label: t("packing.scan.none") };
  if (packing === null) return { instruction: t(isEmpty ? "packing.step.none" : "packing.step.order"), label: t("packing.scan.order") };
  if (packing.status !== "reviewed") return { instruction: t("packing.step.packed"), label: t("packing.scan.none") };
  const isPlain = drafts.length === 0 && current.items.length === 0;
  return {
    instruction: t("packing.step.pack"),
    label: t("packing.scan.box"),
    hint: isPlain ? toAdvice(packing) : t("packing.step.split", { count: countPieces(listLeft(packing.items, [...drafts, current])) }),
  };
}

function useKeys({ packing, question, drafts, current, goOn, leave, beginUnpack, beginDamaged }: Packs): readonly FrameAction[] {
  const { t } = useTranslation();
  if (packing === null) return [];
  if (question?.kind === "unpack") return [{ kind: "next", label: t("packing.key.unpack"), onPress: goOn }];
  const aside: FrameAction = { kind: "aside", label: t("packing.key.leave"), onPress: leave };
  if (packing.status !== "reviewed") return [{ kind: "problem", label: t("packing.key.unpack"), onPress: beginUnpack }, aside];
  const advised = toAdvisedDrafts(packing, drafts, current);
  const left = countPieces(listLeft(packing.items, drafts));
  const isLast = current.items.length === 0 || countPieces(current.items) === left;
  const label =
    advised !== null
      ? t("packing.key.asAdvised", { count: advised.length })
      : isLast
        ? t("packing.key.pack")
        : t("packing.key.closeWith", { count: countPieces(current.items) });
  if (question !== null) return [aside];
  return [{ kind: "next", label, onPress: goOn }, { kind: "problem", label: t("packing.key.damaged"), onPress: beginDamaged }, aside];
}

/** Returns what there is to choose: an order, or a box and consumables. */
function useChoices({ packing, question, orders, drafts, current, choose }: Packs) {
  const { t, locale } = useTranslation();
  const toOption = useGoodsOption();
  if (packing === null) {
    const offered = question?.kind === "which" ? question.orders : orders;
    if (offered.length === 0) return {};
    const toDetail = ({ locations, piece_count, due_at, is_held: isHeld }: PackRow) =>
      [
        locations.join(", "),
        t("receiving.pieces", { count: piece_count }),
        ...(due_at === "" ? [] : [t("review.due", { at: formatInstantBriefly(due_at, locale) })]),
        ...(isHeld ? [t("review.held")] : []),
      ].join(" · ");
    const options = offered.map((order) => ({ id: order.order_uuid, title: order.order_number, detail: toDetail(order) }));
    return { choices: { label: t("packing.orders"), options, onChoose: choose } };
  }
  if (question?.kind === "damaged") {
    const options = packing.items.map((item) => toOption(getItemKey(item), item, { lot: item.lot }));
    return { choices: { label: t("packing.ask.damaged"), options, onChoose: choose } };
  }
  if (question !== null || packing.status !== "reviewed") return {};
  // As long as several advised boxes apply, none of them is chosen.
  const applied = toAdvisedDrafts(packing, drafts, current) === null ? (current.box_uuid ?? null) : undefined;
  const chosen = (id: string | null) => (applied === id ? t("packing.chosen") : "");
  const boxes = listBoxesToChoose(packing).slice(0, mostOffered);
  const options = [
    ...boxes.map(({ box_uuid, name, length_mm, width_mm, height_mm }) => ({
      id: box_uuid,
      title: name,
      detail: [formatSize([length_mm ?? 0, width_mm ?? 0, height_mm ?? 0], locale), chosen(box_uuid)]
        .filter((part) => part !== "")
        .join(" · "),
    })),
    { id: ownPackaging, title: t("packing.ownPackaging"), detail: chosen(null) },
    ...listConsumables(packing, current)
      .slice(0, mostOffered)
      .map(({ box: { box_uuid, name }, taken }) => ({
        id: box_uuid,
        title: name,
        detail: [t("packing.boxes.kinds.consumable"), taken === 0 ? "" : t("packing.taken", { count: taken })]
          .filter((part) => part !== "")
          .join(" · "),
      })),
  ];
  return { choices: { label: t("packing.scan.box"), options, onChoose: choose } };
}

/** The order that was packed last, readable at arm's length, and its parcels. */
function LastPacked({
  last,
  onBoxes,
  onAgain,
}: Pick<PackingState, "last"> & { readonly onBoxes: () => void; readonly onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <section className="packing-order" aria-label={t("packing.station")}>
      {last !== null && (
        <>
          <p className="packing-last" translate="no">
            {last.parcels.length === 0 ? last.order : last.parcels.map(({ parcel_number }) => parcel_number).join(", ")}
          </p>
          <p>{t(last.parcels.length === 0 ? "packing.lastWaits" : "packing.lastPacked", { order: last.order })}</p>
        </>
      )}
      <CodeLabels onAgain={last === null || last.parcels.length === 0 ? undefined : onAgain} />
      <div>
        <Button onClick={onBoxes}>{t("packing.boxes.title")}</Button>
      </div>
    </section>
  );
}

/** Packing at a station (domain.md, "package"): an order, its box by advice, and one parcel or several. */
export function PackageScreen() {
  const { t } = useTranslation();
  const packs = usePacking();
  const [showsBoxes, setShowsBoxes] = useState(false);
  const { packing, drafts, current, orders, session, scan, last, isLoading, laterCodes, printAgain } = packs;
  const rules = useScannerRules(packing?.warehouse_uuid ?? orders[0]?.warehouse_uuid ?? null);
  const { instruction, label, hint } = useNextStep(packs);
  const actions = useKeys(packs);
  const choices = useChoices(packs);
  if (showsBoxes)
    return (
      <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
        <Boxes onBack={() => setShowsBoxes(false)} />
      </Suspense>
    );
  // A shipment of many boxes is packed in a table.
  if (packing !== null && packing.kind === "shipping_notice" && packing.status === "reviewed")
    return (
      <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
        <div className="stack">
          <div className="row row-apart">
            <h1 translate="no">{packing.order_number}</h1>
            <Button onClick={packs.leave}>{t("packing.key.leave")}</Button>
          </div>
          <BoxBuilder key={packing.order_uuid} packing={packing} onPacked={packs.reload} />
        </div>
      </Suspense>
    );
  return (
    <HandHeldFrame
      title={t("navigation.package")}
      instruction={instruction}
      hint={hint}
      session={session}
      permission={packingPermission}
      scan={{ label, onScan: scan, takesRepeats: true, ...rules }}
      actions={actions}
      isLoading={isLoading}
      {...choices}
    >
      <LaterCodes codes={laterCodes} />
      {packing !== null && <OrderParcels packing={packing} drafts={drafts} current={current} />}
      {/* Below the orders that wait, which would push it away when they come. */}
      {packing === null && (!isLoading || last !== null) && (
        <LastPacked last={last} onBoxes={() => setShowsBoxes(true)} onAgain={printAgain} />
      )}
    </HandHeldFrame>
  );
}
