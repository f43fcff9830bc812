import "./connection-state.css";
import { useEffect, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { clockText } from "#src/lib/wording.ts";
import { bannerInMs, connectionWord } from "../connection.rules.ts";
import { useConnection } from "../connection.store.ts";

/** The connection's state in a word: a quiet dot while all is well, and said to whoever listens. */
export function ConnectionState() {
  const { t } = useTranslation();
  const word = useConnection(connectionWord);
  const text = t(`session.connection.${word}`);
  return (
    <p className={`connection connection-${word}`} title={text}>
      <span className="connection-dot" aria-hidden="true" />
      <span className={word === "connected" || word === "connecting" ? "heard" : "connection-word"}>{text}</span>
    </p>
  );
}

/** Whether the server has been out of reach for so long that it must be said. */
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

/** Says that the server cannot be reached, and how old is what is seen; goes by itself. */
export function ConnectionBanner() {
  const { t, locale } = useTranslation();
  const isDue = useIsBannerDue();
  const freshUntil = useConnection((facts) => facts.freshUntil);
  const wasOpen = useConnection((facts) => facts.wasOpen);
  const text = wasOpen ? t("session.connection.lost", { time: clockText(freshUntil, locale) }) : t("session.connection.lostEarly");
  // Always in the page, so that a screen reader watches it.
  return (
    <div role="status" className={isDue ? "band band-warn" : "heard"}>
      {isDue && <p>{text}</p>}
    </div>
  );
}
