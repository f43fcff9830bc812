import "./queue-dialog.css";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { StatusTag } from "#src/ui/status-tag.tsx";
import type { KeptCall, Maker } from "./scan-queue.rules.ts";
import { isOf, waitingOthers } from "./scan-queue.rules.ts";
import { discard, sendAgain, useScanQueue } from "./scan-queue.store.ts";

const toneOf = { waiting: "warn", refused: "bad", unsure: "bad" } as const;

/** One scan that is kept: what it is, why it is still here, and what may be done about it. */
function KeptRow({ kept, maker }: { kept: KeptCall; maker: Maker }) {
  const { t, locale } = useTranslation();
  const made = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "medium" }).format(new Date(kept.madeAt));
  const reason =
    kept.refusal === null
      ? t(`scanning.queue.why.${kept.state}`)
      : locale.startsWith("zh")
        ? kept.refusal.msg.zh_cn
        : kept.refusal.msg.en_us;
  return (
    <li className="queue-row">
      <div className="queue-row-words">
        <span className="queue-row-label">{kept.label}</span>
        <StatusTag tone={toneOf[kept.state]} text={t(`scanning.queue.state.${kept.state}`)} />
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

/** What this device keeps to be sent: the own scans one by one, of colleagues how many there are. */
export function QueueDialog({ maker, onClose }: { maker: Maker; onClose: () => void }) {
  const { t } = useTranslation();
  const calls = useScanQueue((queue) => queue.calls);
  const mine = calls.filter((call) => isOf(call, maker));
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
            <KeptRow key={kept.id} kept={kept} maker={maker} />
          ))}
        </ol>
      )}
      {waitingOthers(calls, maker).map(({ maker: other, count }) => (
        <p key={`${other.providerUuid} ${other.username}`}>{t("scanning.queue.others", { count, name: other.name })}</p>
      ))}
    </Dialog>
  );
}
