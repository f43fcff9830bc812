import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Tone } from "#src/ui/status-tag.tsx";
import { StatusTag } from "#src/ui/status-tag.tsx";
import type { Maker } from "./scan-queue.rules.ts";
import { isOf, waitingOthers } from "./scan-queue.rules.ts";
import { useScanQueue } from "./scan-queue.store.ts";
import { useOnline } from "./use-online.ts";

/** The connection, and how many calls wait on this device. */
export interface QueueState {
  readonly isConnected: boolean;
  /** the person's calls that are sent once there is a connection */
  readonly waiting: number;
  /** the person's calls that need a decision */
  readonly aside: number;
  readonly others: readonly { readonly name: string; readonly count: number }[];
}

export function useQueueState(maker: Maker): QueueState {
  const { calls, isReachable } = useScanQueue();
  const isOnline = useOnline();
  const mine = calls.filter((call) => isOf(call, maker));
  const waiting = mine.filter(({ state }) => state === "waiting").length;
  const others = waitingOthers(calls, maker).map(({ maker: { name }, count }) => ({ name, count }));
  return { isConnected: isOnline && isReachable, waiting, aside: mine.length - waiting, others };
}

/** The pending calls of this device, above the scan box; hidden while there are none. */
export function QueueStatus({ isConnected, waiting, aside, others }: QueueState) {
  const { t } = useTranslation();
  const parts: { tone: Tone; text: string }[] = [
    ...(isConnected ? [] : [{ tone: "warn" as const, text: t("scanning.queue.offline") }]),
    // A call that is answered at once is not shown.
    ...(waiting > 0 && !isConnected ? [{ tone: "warn" as const, text: t("scanning.queue.waiting", { count: waiting }) }] : []),
    ...(aside > 0 ? [{ tone: "bad" as const, text: t("scanning.queue.aside", { count: aside }) }] : []),
    ...others.map(({ name, count }) => ({ tone: "quiet" as const, text: t("scanning.queue.others", { count, name }) })),
  ];
  return (
    <div className="hand-held-strip" role="status">
      {isConnected && <span className="heard">{t("scanning.queue.connected")}</span>}
      {parts.map(({ tone, text }) => (
        <StatusTag key={text} tone={tone} text={text} />
      ))}
    </div>
  );
}
