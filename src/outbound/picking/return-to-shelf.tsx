import "./picking.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { FrameAction } from "#src/warehouse/scanning/frame-action.tsx";
import { GoodsFace } from "#src/warehouse/scanning/goods-face.tsx";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import { useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";
import { pickingPermission } from "./picking.contract.ts";
import { getLeftKey } from "./return-steps.rules.ts";
import { useReturnToShelf } from "./use-return-to-shelf.ts";

type Returning = ReturnType<typeof useReturnToShelf>;

function useInstruction({ tote, inHand, choices, isEmpty }: Returning): { instruction: string; label: string; code?: string } {
  const { t } = useTranslation();
  if (choices.length > 0) return { instruction: t("picking.back.which"), label: t("picking.back.scan.which") };
  if (inHand !== null) {
    const { sku, quantity, suggested_location: code } = inHand;
    return {
      instruction: t("picking.back.step.location", { sku, count: quantity }),
      label: t("picking.scan.location"),
      ...(code === "" ? {} : { code }),
    };
  }
  if (tote !== "") return { instruction: t("picking.back.step.product"), label: t("picking.back.scan.product") };
  return { instruction: t(isEmpty ? "picking.back.step.none" : "picking.back.step.tote"), label: t("picking.back.scan.tote") };
}

/** Returns pieces from totes to shelves by scan. */
export function ReturnToShelf({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  const returning = useReturnToShelf();
  const { session, scan, left, inTote, inHand, tote, choices, choose } = returning;
  const { instruction, label, code } = useInstruction(returning);
  const rules = useScannerRules(left[0]?.warehouse_uuid ?? null);
  const actions: readonly FrameAction[] = [{ kind: "aside", label: t("picking.key.back"), onPress: onBack }];
  const shown = inHand !== null ? [inHand] : tote !== "" ? inTote : left;
  const options = choices.map((one) => ({ id: getLeftKey(one), title: one.sku, detail: [one.tote, one.lot].filter(Boolean).join(" · ") }));
  return (
    <HandHeldFrame
      title={t("picking.back.title")}
      instruction={instruction}
      code={code}
      session={session}
      permission={pickingPermission}
      scan={{ label, onScan: scan, ...rules }}
      actions={actions}
      {...(options.length === 0 ? {} : { choices: { label: t("picking.back.which"), options, onChoose: choose } })}
    >
      {choices.length === 0 && (
        <ul className="picking-left">
          {shown.map((one) => (
            <li key={getLeftKey(one)} className="picking-left-row">
              <GoodsFace goods={{ ...one, variant_title: "", main_image: "" }} lot={one.lot} />
              <div className="picking-left-figures">
                <strong translate="no">{one.tote}</strong>
                <span className="quiet">{t("receiving.pieces", { count: one.quantity })}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </HandHeldFrame>
  );
}
