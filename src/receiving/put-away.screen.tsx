import "./receiving.css";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { PutawayTask } from "#src/receipts/receipts.contract.ts";
import type { FrameAction } from "#src/scanning/frame-action.tsx";
import { GoodsFace, useGoodsOption } from "#src/scanning/goods-face.tsx";
import { HandHeldFrame } from "#src/scanning/hand-held-frame.tsx";
import type { InHand } from "./put-away.rules.ts";
import { usePutAway } from "./use-put-away.ts";
import { useScannerRules } from "#src/scanning/use-scanner-rules.ts";

type PuttingAway = ReturnType<typeof usePutAway>;

/** A hand-held shows no more of the walk at once. */
const inSight = 10;

/**
 * The location to go to, to be read at arm's length, and why it is that one.
 * @param asked another one that was scanned and is asked about: it is where the person stands
 */
function Target({ inHand, quantity, asked }: { inHand: InHand; quantity: number | null; asked: string | null }) {
  const { t } = useTranslation();
  const { goods, lot, receiptNumber, open, suggestions } = inHand;
  const target = asked === null ? suggestions[0] : (suggestions.find(({ barcode }) => barcode === asked) ?? null);
  const others = suggestions.filter((one) => one !== target).map(({ barcode }) => barcode);
  return (
    <section className="put-away-goods" aria-label={t("receiving.put.inHand")}>
      <div className="put-away-target">
        <span className="put-away-location">{asked ?? target?.barcode ?? t("receiving.put.anywhere")}</span>
        {target?.why !== undefined && target.why !== null && <span className="put-away-why">{t(`receiving.why.${target.why}`)}</span>}
        {target?.fits_pieces !== undefined && target.fits_pieces !== null && (
          <span className="quiet">{t("receiving.put.room", { count: target.fits_pieces })}</span>
        )}
      </div>
      <p className="put-away-pieces" translate="no">
        {t("receiving.put.pieces", { sku: goods.sku, count: quantity ?? open })}
      </p>
      <GoodsFace goods={goods} lot={lot}>
        <span className="quiet">{t("receiving.put.ofReceipt", { number: receiptNumber })}</span>
      </GoodsFace>
      {others.length > 0 && (
        <p className="quiet small">
          {t(asked === null ? "receiving.put.others" : "receiving.put.suggested", { locations: others.join(" · ") })}
        </p>
      )}
    </section>
  );
}

/** What waits, in the order of the walk. */
function Walk({ tasks, count }: { tasks: readonly PutawayTask[]; count: number }) {
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

function useNextStep({ inHand, question, isEmpty }: PuttingAway): { instruction: string; label: string } {
  const { t } = useTranslation();
  if (question !== null)
    return {
      instruction: t(`receiving.put.asks.${question.kind}`, { location: "location" in question ? question.location : "" }),
      label: t(`receiving.put.answers.${question.kind}`),
    };
  if (inHand !== null) return { instruction: t("receiving.put.step.location"), label: t("receiving.put.scan.location") };
  return isEmpty
    ? { instruction: t("receiving.put.step.finished"), label: t("receiving.put.scan.goods") }
    : { instruction: t("receiving.put.step.goods"), label: t("receiving.put.scan.goods") };
}

function useKeys({ inHand, question, tasks, confirm, next, beginQuantity }: PuttingAway): readonly FrameAction[] {
  const { t } = useTranslation();
  if (question?.kind === "other" || question?.kind === "anyway")
    return [
      { id: "yes", label: t("receiving.put.yes", { location: question.location }), keyName: "F2", tone: "primary", onPress: confirm },
    ];
  if (question !== null) return [];
  if (inHand === null)
    return tasks.length === 0 ? [] : [{ id: "next", label: t("receiving.put.next"), keyName: "F2", tone: "primary", onPress: next }];
  return [
    { id: "quantity", label: t("receiving.key.quantity"), keyName: "F3", onPress: beginQuantity },
    { id: "later", label: t("receiving.put.later"), keyName: "F6", onPress: next },
  ];
}

/** Putting away by scan: goods, or the next of the walk, then the location that takes them (domain.md, "Putaway"). By scans and keys alone. */
export function PutAwayScreen() {
  const { t } = useTranslation();
  const putting = usePutAway();
  const { inHand, quantity, question, tasks, count, session, scan, choose } = putting;
  const rules = useScannerRules(tasks[0]?.warehouse_uuid ?? null);
  const actions = useKeys(putting);
  const { instruction, label } = useNextStep(putting);
  const toOption = useGoodsOption();
  const asked = question !== null && "location" in question ? question.location : null;
  const options =
    question?.kind === "goods"
      ? question.choices.map(({ goods, lot, receiptNumber }, place) => toOption(String(place), goods, { lot, more: receiptNumber }))
      : null;
  return (
    <HandHeldFrame
      title={t("places.putAway")}
      instruction={instruction}
      session={session}
      permission="receiving"
      scan={{ label, onScan: scan, ...rules }}
      actions={actions}
      {...(options === null ? {} : { choices: { label: t("receiving.put.asks.goods"), options, onChoose: choose } })}
    >
      {inHand === null ? (
        tasks.length > 0 && <Walk tasks={tasks} count={count} />
      ) : (
        <Target inHand={inHand} quantity={quantity} asked={asked} />
      )}
    </HandHeldFrame>
  );
}
