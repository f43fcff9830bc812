import type { ReactNode } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { KeyCap } from "#src/ui/scan/key-cap.tsx";
import type { Tone } from "#src/ui/status-tag.tsx";
import { StatusTag } from "#src/ui/status-tag.tsx";
import type { Maker } from "./scan-queue.rules.ts";
import { isOf, waitingOthers } from "./scan-queue.rules.ts";
import { useScanQueue } from "./scan-queue.store.ts";
import { useOnline } from "./use-online.ts";

interface QueueStripProps {
  readonly maker: Maker;
  readonly onOpen: () => void;
  /** a further key beside its own */
  readonly children: ReactNode;
}

/** The connection in one word, and what is kept on this device; a press shows it. */
export function QueueStrip({ maker, onOpen, children }: QueueStripProps) {
  const { t } = useTranslation();
  const { calls, isReachable } = useScanQueue();
  const isOnline = useOnline();
  const mine = calls.filter((call) => isOf(call, maker));
  const waiting = mine.filter(({ state }) => state === "waiting").length;
  const aside = mine.length - waiting;
  const others = waitingOthers(calls, maker);
  const isConnected = isOnline && isReachable;
  const parts: { tone: Tone; text: string }[] = [
    { tone: isConnected ? "good" : "warn", text: t(isConnected ? "scanning.queue.connected" : "scanning.queue.offline") },
    // One that is answered within a moment is no news.
    ...(waiting > 0 && !isConnected ? [{ tone: "warn" as const, text: t("scanning.queue.waiting", { count: waiting }) }] : []),
    ...(aside > 0 ? [{ tone: "bad" as const, text: t("scanning.queue.aside", { count: aside }) }] : []),
    ...others.map(({ maker: { name }, count }) => ({ tone: "quiet" as const, text: t("scanning.queue.others", { count, name }) })),
  ];
  return (
    <div className="hand-held-strip">
      <div className="hand-held-strip-words" role="status">
        {parts.map(({ tone, text }) => (
          <StatusTag key={text} tone={tone} text={text} />
        ))}
      </div>
      {children}
      <button type="button" className="hand-held-key" aria-keyshortcuts="F10" onClick={onOpen}>
        {t("scanning.queue.show")}
        <KeyCap name="F10" />
      </button>
    </div>
  );
}
