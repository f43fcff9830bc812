import "./picking.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Progress } from "#src/kit/ui/progress.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { GoodsFace } from "#src/warehouse/scanning/goods-face.tsx";
import type { PickTask } from "./picking.contract.ts";
import type { AtStop, PickStep } from "./pick-steps.rules.ts";
import { countPicked, getPickStep, noStop } from "./pick-steps.rules.ts";

/** The goods of the current stop, the pieces scanned of them, and where they go on the cart. */
export function StopGoods({ step, at }: { step: PickStep; at: AtStop }) {
  const { t } = useTranslation();
  if (!("stop" in step)) return null;
  const { goods, quantity } = step.stop;
  return (
    <section className="picking-stop" aria-label={t("picking.goods")}>
      {step.kind === "slot" && <p className="picking-slot number">{goods.slot}</p>}
      <GoodsFace goods={goods} lot={goods.lot} />
      <p className="picking-figure number">{t("picking.of", { counted: step.kind === "location" ? 0 : at.counted, of: quantity })}</p>
      {step.kind !== "location" && <p translate="no">{goods.location}</p>}
      {step.kind === "product" && goods.slot !== null && <p className="quiet">{t("picking.forSlot", { slot: goods.slot })}</p>}
    </section>
  );
}

/** How far the task is, and what its picker has to know about it. */
export function TaskProgress({ task }: { task: PickTask }) {
  const { t } = useTranslation();
  const { wave_number, task_number, tote, picker, is_mine: isMine, is_held: isHeld, lines } = task;
  const { picked, all } = countPicked(lines);
  const missing = getPickStep(task, noStop).kind === "finished" ? all - picked : 0;
  return (
    <section className="picking-stop" aria-labelledby="picking-task">
      <h2 id="picking-task" translate="no">
        {t("picking.taskOf", { wave: wave_number, number: task_number })}
      </h2>
      {isHeld && <StatusTag tone="bad" text={t("picking.held")} />}
      {!isMine && picker !== "" && <StatusTag tone="bad" text={t("picking.takenOver", { picker })} />}
      {missing > 0 && <StatusTag tone="warn" text={t("picking.missing", { count: missing })} />}
      <Progress label={t("picking.progress")} part={all === 0 ? 1 : picked / all} />
      <p className="quiet">
        {[t("picking.of", { counted: picked, of: all }), ...(tote === "" ? [] : [t("picking.inTote", { tote })])].join(" · ")}
      </p>
    </section>
  );
}
