import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Tone } from "#src/kit/ui/status-tag.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { Maker } from "./scan-queue.rules.ts";
import { isMadeBy, listWaitingOthers } from "./scan-queue.rules.ts";
import { useScanQueue } from "./scan-queue.store.ts";
import { useOnline } from "./use-online.ts";

/** The connection, and the number of queued calls on this device. */
export interface QueueState {
  readonly isConnected: boolean;
  /** the user's calls that are sent once online */
  readonly waiting: number;
  /** the user's calls that need a decision */
  readonly aside: number;
  readonly others: readonly { readonly name: string; readonly count: number }[];
}

export function useQueueState(maker: Maker): QueueState {
  const { calls, isReachable } = useScanQueue();
  const isOnline = useOnline();
  const mine = calls.filter((call) => isMadeBy(call, maker));
  const waiting = mine.filter(({ state }) => state === "waiting").length;
  const others = listWaitingOthers(calls, maker).map(({ maker: { name }, count }) => ({ name, count }));
  return { isConnected: isOnline && isReachable, waiting, aside: mine.length - waiting, others };
}

/** Shows the queued calls above the scan box; hidden if there are none. */
export function QueueStatus({ isConnected, waiting, aside, others }: QueueState) {
  const { t } = useTranslation();
  const parts: { tone: Tone; text: string }[] = [
    ...(isConnected ? [] : [{ tone: "warn" as const, text: t("scanning.queue.offline") }]),
    // Hides a call that is being answered.
    ...(waiting > 0 && !isConnected ? [{ tone: "warn" as const, text: t("scanning.queue.waiting", { count: waiting }) }] : []),
    ...(aside > 0 ? [{ tone: "bad" as const, text: t("scanning.queue.aside", { count: aside }) }] : []),
    ...others.map(({ name, count }) => ({ tone: "quiet" as const, text: t("scanning.queue.others", { count, name }) })),
  ];
  return (
    <div className="hand-held-strip" role="status">
      {isConnected && <span className="visually-hidden">{t("scanning.queue.connected")}</span>}
      {parts.map(({ tone, text }) => (
        <StatusTag key={text} tone={tone} text={text} />
      ))}
    </div>
  );
}
