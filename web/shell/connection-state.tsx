import "./connection-state.css";
import { useEffect, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatClock } from "#src/kit/lib/formats.ts";
import { bannerInMs, connectionWord } from "../connection.rules.ts";
import { useConnection } from "../connection.store.ts";

/** The connection's state: a quiet dot while all is well, announced to screen readers. */
export function ConnectionState() {
  const { t } = useTranslation();
  const word = useConnection(connectionWord);
  const text = t(`session.connection.${word}`);
  return (
    <p className={`connection connection-${word}`} title={text}>
      <span className="connection-dot" aria-hidden="true" />
      <span className={word === "connected" || word === "connecting" ? "visually-hidden" : "connection-word"}>{text}</span>
    </p>
  );
}

/** Whether the server has been unreachable for long enough to show the banner. */
function useIsBannerDue(): boolean {
  const unreachableSince = useConnection((facts) => facts.unreachableSince);
  const [dueFor, setDueFor] = useState<number | null>(null);
  useEffect(() => {
    const wait = bannerInMs({ unreachableSince }, Date.now());
    if (wait === null) return undefined;
    const timer = setTimeout(() => setDueFor(unreachableSince), wait);
    return () => clearTimeout(timer);
  }, [unreachableSince]);
  return unreachableSince !== null && dueFor === unreachableSince;
}

/** The banner for an unreachable server, with the age of the data; disappears by itself. */
export function ConnectionBanner() {
  const { t, locale } = useTranslation();
  const isDue = useIsBannerDue();
  const freshUntil = useConnection((facts) => facts.freshUntil);
  const wasOpen = useConnection((facts) => facts.wasOpen);
  const text = wasOpen ? t("session.connection.lost", { time: formatClock(freshUntil, locale) }) : t("session.connection.lostEarly");
  // Always in the page, so that screen readers watch it.
  return (
    <div role="status" className={isDue ? "band band-warn" : "visually-hidden"}>
      {isDue && <p>{text}</p>}
    </div>
  );
}
