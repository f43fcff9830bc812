import "./receiving.css";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { PutawayTask } from "#src/receipts/receipts.contract.ts";
import type { FrameAction } from "#src/scanning/frame-action.tsx";
import { HandHeldFrame } from "#src/scanning/hand-held-frame.tsx";
import type { InHand } from "./put-away.rules.ts";
import { usePutAway } from "./use-put-away.ts";
import { useScannerRules } from "#src/scanning/use-scanner-rules.ts";

type PuttingAway = ReturnType<typeof usePutAway>;

/** A hand-held shows no more of the walk at once. */
const inSight = 10;

/** The location to go to, to be read at arm's length, and why it is that one. */
function Target({ inHand, quantity }: { inHand: InHand; quantity: number | null }) {
  const { t } = useTranslation();
  const { sku, title, lot, receiptNumber, open, suggestions } = inHand;
  const [best, ...others] = suggestions;
  return (
    <section className="put-away-goods" aria-label={t("receiving.put.inHand")}>
      <div className="put-away-target">
        <span className="put-away-location">{best === undefined ? t("receiving.put.anywhere") : best.barcode}</span>
        {best !== undefined && best.why !== null && <span className="put-away-why">{t(`receiving.why.${best.why}`)}</span>}
        {best !== undefined && best.fits_pieces !== null && (
          <span className="quiet">{t("receiving.put.room", { count: best.fits_pieces })}</span>
        )}
      </div>
      <p className="put-away-pieces" translate="no">
        {t("receiving.put.pieces", { sku, count: quantity ?? open })}
      </p>
      <p className="quiet" translate="no">
        {lot === "" ? title : t("receiving.titleAndLot", { title, lot })}
      </p>
      <p className="quiet">{t("receiving.put.ofReceipt", { number: receiptNumber })}</p>
      {others.length > 0 && (
        <p className="quiet small">{t("receiving.put.others", { locations: others.map(({ barcode }) => barcode).join(" · ") })}</p>
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
        {tasks.slice(0, inSight).map(({ task_uuid, sku, title, lot, quantity, suggested_barcode }) => (
          <li key={task_uuid} className="receiving-line">
            <div className="receiving-line-words">
              <span className="receiving-sku" translate="no">
                {sku}
              </span>
              <span className="quiet" translate="no">
                {lot === "" ? title : t("receiving.titleAndLot", { title, lot })}
              </span>
            </div>
            <div className="receiving-line-figures">
              <span className="receiving-figure">{suggested_barcode === "" ? t("receiving.put.anywhere") : suggested_barcode}</span>
              <span className="quiet">{t("receiving.pieces", { count: quantity })}</span>
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
    return { instruction: t(`receiving.put.asks.${question.kind}`), label: t(`receiving.put.answers.${question.kind}`) };
  if (inHand !== null) return { instruction: t("receiving.put.step.location"), label: t("receiving.put.scan.location") };
  return isEmpty
    ? { instruction: t("receiving.put.step.finished"), label: t("receiving.put.scan.goods") }
    : { instruction: t("receiving.put.step.goods"), label: t("receiving.put.scan.goods") };
}

function useKeys({ inHand, question, tasks, confirm, next, beginQuantity }: PuttingAway): readonly FrameAction[] {
  const { t } = useTranslation();
  if (question?.kind === "other" || question?.kind === "anyway")
    return [{ id: "yes", label: t("receiving.put.yes"), keyName: "F2", tone: "primary", onPress: confirm }];
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
  const options =
    question?.kind === "goods"
      ? question.choices.map(({ sku, lot, receiptNumber }, place) => ({
          id: String(place),
          title: lot === "" ? sku : t("receiving.titleAndLot", { title: sku, lot }),
          detail: receiptNumber,
        }))
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
      {inHand === null ? tasks.length > 0 && <Walk tasks={tasks} count={count} /> : <Target inHand={inHand} quantity={quantity} />}
    </HandHeldFrame>
  );
}
