import "./queue-dialog.css";
import { dateFormat } from "#src/kit/lib/formats.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { QueuedCall, Maker } from "./scan-queue.rules.ts";
import { isMadeBy, listWaitingOthers } from "./scan-queue.rules.ts";
import { discard, sendAgain, useScanQueue } from "./scan-queue.store.ts";

const tones = { waiting: "warn", refused: "bad", unsure: "bad" } as const;

/** A queued scan: what it is, why it is still queued, and what can be done. */
function QueuedRow({ kept, maker }: { kept: QueuedCall; maker: Maker }) {
  const { t, locale } = useTranslation();
  const made = dateFormat(locale, { dateStyle: "short", timeStyle: "medium" }).format(new Date(kept.madeAt));
  const reason = kept.refusal === null ? t(`scanning.queue.why.${kept.state}`) : pickText(kept.refusal.msg, locale);
  return (
    <li className="queue-row">
      <div className="queue-row-words">
        <span className="queue-row-label">{kept.label}</span>
        <StatusTag tone={tones[kept.state]} text={t(`scanning.queue.state.${kept.state}`)} />
        <span className="quiet">{reason}</span>
        <time className="quiet small number" dateTime={kept.madeAt}>
          {made}
        </time>
      </div>
      {kept.state !== "waiting" && (
        <div className="row">
          <Button aria-label={t("scanning.queue.againOf", { label: kept.label })} onClick={() => void sendAgain(maker, kept.id)}>
            {t("scanning.queue.again")}
          </Button>
          <Button
            tone="danger"
            aria-label={t("scanning.queue.discardOf", { label: kept.label })}
            onClick={() => void discard(maker, kept.id)}
          >
            {t("scanning.queue.discard")}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Lists this user's queued scans, and counts those of colleagues. */
export function QueueDialog({ maker, onClose }: { maker: Maker; onClose: () => void }) {
  const { t } = useTranslation();
  const calls = useScanQueue((queue) => queue.calls);
  const mine = calls.filter((call) => isMadeBy(call, maker));
  const isWaiting = mine.some(({ state }) => state === "waiting");
  return (
    <Dialog
      title={t("scanning.queue.title")}
      closeText={t("ui.close")}
      onClose={onClose}
      actions={
        isWaiting && (
          <Button tone="primary" onClick={() => void sendAgain(maker)}>
            {t("scanning.queue.sendNow")}
          </Button>
        )
      }
    >
      {mine.length === 0 ? (
        <p>{t("scanning.queue.none")}</p>
      ) : (
        <ol className="queue-list" aria-label={t("scanning.queue.mine")}>
          {mine.map((kept) => (
            <QueuedRow key={kept.id} kept={kept} maker={maker} />
          ))}
        </ol>
      )}
      {listWaitingOthers(calls, maker).map(({ maker: other, count }) => (
        <p key={`${other.providerUuid} ${other.username}`}>{t("scanning.queue.others", { count, name: other.name })}</p>
      ))}
    </Dialog>
  );
}
