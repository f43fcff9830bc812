import "./receiving.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { PutawayTask } from "#src/warehouse/receipts/receipts.contract.ts";
import type { FrameAction } from "#src/warehouse/scanning/frame-action.tsx";
import { GoodsFace, useGoodsOption } from "#src/warehouse/scanning/goods-face.tsx";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import type { InHand } from "./put-away.rules.ts";
import { usePutAway } from "./use-put-away.ts";
import { useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";

type PuttingAway = ReturnType<typeof usePutAway>;

/** The most tasks of the walk shown at once. */
const inSight = 10;

/** The goods in hand, and other locations with room for them. */
function HeldGoods({ inHand, code }: { inHand: InHand; code: string | undefined }) {
  const { t } = useTranslation();
  const { goods, lot, receiptNumber, suggestions } = inHand;
  const others = suggestions.filter(({ barcode }) => barcode !== code).map(({ barcode }) => barcode);
  return (
    <section className="put-away-goods" aria-label={t("receiving.put.inHand")}>
      <GoodsFace goods={goods} lot={lot}>
        <span className="quiet">{t("receiving.put.ofReceipt", { number: receiptNumber })}</span>
      </GoodsFace>
      {others.length > 0 && <p className="quiet small">{t("receiving.put.others", { locations: others.join(" · ") })}</p>}
    </section>
  );
}

/** The waiting tasks in walking order. */
function PutawayTasks({ tasks, count }: { tasks: readonly PutawayTask[]; count: number }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="put-away-walk">
      <h2 id="put-away-walk">{t("receiving.put.waiting", { count })}</h2>
      <ul className="receiving-lines">
        {tasks.slice(0, inSight).map((task) => (
          <li key={task.task_uuid} className="receiving-line">
            <GoodsFace goods={task} lot={task.lot} />
            <div className="receiving-line-figures">
              <span className="receiving-figure">
                {task.suggested_barcode === "" ? t("receiving.put.anywhere") : task.suggested_barcode}
              </span>
              <span className="quiet">{t("receiving.pieces", { count: task.quantity })}</span>
            </div>
          </li>
        ))}
      </ul>
      {count > inSight && <p className="quiet">{t("receiving.moreLines", { count: count - inSight })}</p>}
    </section>
  );
}

interface NextStep {
  readonly instruction: string;
  /** what to scan or type next */
  readonly label: string;
  /** the target: the suggested location, or the scanned one to confirm */
  readonly code?: string;
  readonly hint?: string;
}

function useNextStep({ inHand, quantity, question, isEmpty }: PuttingAway): NextStep {
  const { t } = useTranslation();
  if (question?.kind === "quantity" || question?.kind === "goods")
    return { instruction: t(`receiving.put.asks.${question.kind}`), label: t(`receiving.put.answers.${question.kind}`) };
  if (inHand === null)
    return { instruction: t(`receiving.put.step.${isEmpty ? "finished" : "goods"}`), label: t("receiving.put.scan.goods") };
  const figures = { sku: inHand.goods.sku, count: quantity ?? inHand.open };
  if (question !== null) {
    const label = t(`receiving.put.answers.${question.kind}`);
    return { instruction: t(`receiving.put.asks.${question.kind}`, figures), label, code: question.location };
  }
  const [best] = inHand.suggestions;
  const label = t("receiving.put.scan.location");
  if (best === undefined) return { instruction: t("receiving.put.step.anywhere", figures), label, hint: "" };
  const why = best.why === null ? [] : [t(`receiving.why.${best.why}`)];
  const room = best.fits_pieces === null ? [] : [t("receiving.put.room", { count: best.fits_pieces })];
  return { instruction: t("receiving.put.step.location", figures), label, code: best.barcode, hint: [...why, ...room].join(" · ") };
}

function useKeys({ inHand, question, tasks, confirm, next, beginQuantity }: PuttingAway): readonly FrameAction[] {
  const { t } = useTranslation();
  if (question?.kind === "other" || question?.kind === "anyway")
    return [{ kind: "next", label: t("receiving.put.yes", { location: question.location }), onPress: confirm }];
  if (question !== null) return [];
  if (inHand === null) return tasks.length === 0 ? [] : [{ kind: "next", label: t("receiving.put.next"), onPress: next }];
  return [
    { kind: "quantity", label: t("scanning.key.quantity"), onPress: beginQuantity },
    { kind: "aside", label: t("receiving.put.later"), onPress: next },
  ];
}

/** Putting away by scan: goods, or the next task of the walk, then the location (domain.md, "Putaway"). Needs only scans and keys. */
export function PutAwayScreen() {
  const { t } = useTranslation();
  const putting = usePutAway();
  const { inHand, question, tasks, count, session, scan, choose } = putting;
  const rules = useScannerRules(tasks[0]?.warehouse_uuid ?? null);
  const actions = useKeys(putting);
  const { instruction, label, code, hint } = useNextStep(putting);
  const toOption = useGoodsOption();
  const options =
    question?.kind === "goods"
      ? question.choices.map(({ goods, lot, receiptNumber }, place) => toOption(String(place), goods, { lot, more: receiptNumber }))
      : null;
  return (
    <HandHeldFrame
      title={t("navigation.putAway")}
      instruction={instruction}
      code={code}
      hint={hint}
      session={session}
      permission="receiving"
      scan={{ label, asksNumber: question?.kind === "quantity", onScan: scan, ...rules }}
      actions={actions}
      {...(options === null ? {} : { choices: { label: t("receiving.put.asks.goods"), options, onChoose: choose } })}
    >
      {inHand === null ? tasks.length > 0 && <PutawayTasks tasks={tasks} count={count} /> : <HeldGoods inHand={inHand} code={code} />}
    </HandHeldFrame>
  );
}
