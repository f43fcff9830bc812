import "./receiving.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import { GoodsFace } from "#src/warehouse/scanning/goods-face.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { sortLines, countPiecesLeft } from "./receive.rules.ts";
import type { WithPending } from "./scanned-goods.rules.ts";

/** The most lines shown at once; open ones come first. */
const inSight = 30;

/** Pieces counted here but not sent yet. */
function PendingTag({ count }: { count: number }) {
  const { t } = useTranslation();
  return count > 0 && <StatusTag tone="warn" text={t("receiving.pending", { count })} />;
}

function LineRow({ line, pending, isLast }: { line: ReceiptLine; pending: number; isLast: boolean }) {
  const { t } = useTranslation();
  const { lot, expires_on, box_number, number, expected, unqualified_quantity: bad } = line;
  const isDone = number >= expected;
  return (
    <li className={isLast ? "receiving-line receiving-line-last" : "receiving-line"}>
      <GoodsFace goods={line}>
        {lot !== "" && <span className="quiet small">{t("receiving.lotIs", { lot })}</span>}
        {expires_on !== "" && expires_on !== lot && <span className="quiet small">{t("receiving.expiresOn", { day: expires_on })}</span>}
        {box_number !== null && <span className="quiet small">{t("receiving.inBox", { box: box_number })}</span>}
      </GoodsFace>
      <div className="receiving-line-figures">
        <span className="receiving-figure number">{t("receiving.of", { number, expected })}</span>
        <StatusTag
          tone={isDone ? "good" : "quiet"}
          text={isDone ? t("receiving.lineDone") : t("receiving.left", { count: expected - number })}
        />
        <PendingTag count={pending} />
        {bad > 0 && <StatusTag tone="bad" text={t("receiving.bad", { count: bad })} />}
      </div>
    </li>
  );
}

/** The open receipt: its owner, its progress including unsent counts, and its lines, open ones first. */
export function ReceiptProgress({ open, pending, byLine }: WithPending) {
  const { t } = useTranslation();
  const { receipt_number, owner_name, warehouse_name, expected, number, box_count, arrived_box_count } = open.work;
  const left = countPiecesLeft(open.lines);
  const lines = sortLines(open);
  return (
    <section className="receiving-receipt" aria-labelledby="receiving-receipt">
      <div className="receiving-head">
        <h2 id="receiving-receipt" translate="no">
          {receipt_number}
        </h2>
        <span className="quiet" translate="no">
          {owner_name}
        </span>
        <span className="quiet" translate="no">
          {warehouse_name}
        </span>
      </div>
      <Progress label={t("receiving.progress")} part={expected === 0 ? 1 : number / expected} />
      <div className="receiving-head">
        <span className="receiving-figure number">{t("receiving.of", { number, expected })}</span>
        <span>{left === 0 ? t("receiving.nothingLeft") : t("receiving.left", { count: left })}</span>
        <PendingTag count={pending} />
        {box_count > 0 && <span className="quiet">{t("receiving.boxes", { arrived: arrived_box_count, count: box_count })}</span>}
        {open.boxNumber !== null && <StatusTag tone="normal" text={t("receiving.boxInHand", { box: open.boxNumber })} />}
      </div>
      <ul className="receiving-lines">
        {lines.slice(0, inSight).map((line) => (
          <LineRow key={line.line_uuid} line={line} pending={byLine.get(line.line_uuid) ?? 0} isLast={line.line_uuid === open.lineUuid} />
        ))}
      </ul>
      {lines.length > inSight && <p className="quiet">{t("receiving.moreLines", { count: lines.length - inSight })}</p>}
    </section>
  );
}
