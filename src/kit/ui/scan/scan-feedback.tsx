import "./scan-feedback.css";
import type { LucideIcon } from "lucide-react";
import Check from "lucide-react/icons/check";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import CloudUpload from "lucide-react/icons/cloud-upload";
import Ellipsis from "lucide-react/icons/ellipsis";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo2 from "lucide-react/icons/undo-2";
import X from "lucide-react/icons/x";
import { useEffect, useRef } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { dateFormat } from "#src/kit/lib/formats.ts";
import type { ScanEntry, ScanState } from "./scan-entry.ts";
import type { SoundName } from "./sound.ts";
import { sound } from "./sound.ts";

/** The icon of each state, so that the state does not depend on colour alone. */
const signs: Readonly<Record<ScanState, LucideIcon>> = {
  pending: Ellipsis,
  waiting: CloudUpload,
  done: Check,
  ask: CircleQuestionMark,
  refused: X,
  undone: Undo2,
};

/** Returns the look of a scan: its state, or `warned` if it is done with a warning. */
function getLook({ state, isWarning }: Pick<ScanEntry, "state" | "isWarning">): ScanState | "warned" {
  return state === "done" && isWarning === true ? "warned" : state;
}

function Sign({ of: look, size }: { of: ScanState | "warned"; size: number }) {
  const Icon = look === "warned" ? TriangleAlert : signs[look];
  return <Icon size={size} strokeWidth={size > 20 ? 3 : 2} />;
}

/** The sound of each state. A scan stored for later sounds good: it is safe, and work goes on. */
const sounds: Partial<Readonly<Record<ScanState, SoundName>>> = { done: "good", waiting: "good", ask: "ask", refused: "bad" };

/** Plays each sound once per scan: a stored scan that succeeds later stays silent. */
function useScanSound(entry: ScanEntry | null): void {
  const played = useRef<string | null>(null);
  const id = entry?.id ?? null;
  const look = entry === null ? null : getLook(entry);
  const name = look === null ? undefined : look === "warned" ? "ask" : sounds[look];
  useEffect(() => {
    if (id === null || name === undefined || played.current === `${id} ${name}`) return;
    played.current = `${id} ${name}`;
    sound(name);
  }, [id, name]);
}

/**
 * The result of the last scan, legible at arm's length: colour, icon, sentence and sound. Screen readers announce a refusal at once. A scan that needs
 * another plays a sound but is not shown: the instruction shows the question.
 * @param of the last scan; null before the first
 */
export function ScanFeedback({ of: entry }: { of: ScanEntry | null }) {
  const { t } = useTranslation();
  useScanSound(entry);
  const state = entry === null || entry.state === "ask" ? null : entry.state;
  const look = entry === null || state === null ? null : getLook(entry);
  const names = look === null ? ["empty"] : [...new Set([state, look])];
  const isBad = state === "refused";
  const text = entry === null ? "" : entry.text === "" ? entry.code : entry.text;
  const line = state !== null && look !== null && (
    <>
      <span className="scan-feedback-sign" aria-hidden="true">
        <Sign of={look} size={32} />
      </span>
      <span className="scan-feedback-words">
        <span className="scan-feedback-state">{t(`scan.state.${state}`)}</span>
        <span className="scan-feedback-text">{text}</span>
      </span>
    </>
  );
  return (
    <div className={["scan-feedback", ...names.map((name) => `scan-feedback-${name}`)].join(" ")}>
      {/* Both regions are always rendered: screen readers do not announce a live region that is added together with its text. */}
      <p className="scan-feedback-line" role="status">
        {!isBad && line}
      </p>
      <p className="scan-feedback-line" role="alert">
        {isBad && line}
      </p>
    </div>
  );
}

/** How many of the last scans are shown. */
const inSight = 10;

/**
 * The last ten scans with their results.
 * @param entries newest first
 */
export function ScanHistory({ entries }: { entries: readonly ScanEntry[] }) {
  const { t, locale } = useTranslation();
  const time = dateFormat(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  if (entries.length === 0) return <p className="quiet">{t("scan.history.empty")}</p>;
  return (
    <ol className="scan-history" aria-label={t("scan.history.title")}>
      {entries.slice(0, inSight).map((entry) => {
        const { id, code, text, state, at } = entry;
        return (
          <li key={id} className={`scan-history-row scan-history-${getLook(entry)}`}>
            <span className="scan-history-sign" aria-hidden="true">
              <Sign of={getLook(entry)} size={16} />
            </span>
            <span className="scan-history-words">
              <span className="scan-history-code">{code}</span>
              {text !== "" && <span className="scan-history-text">{text}</span>}
            </span>
            <span className="scan-history-side">
              <span className="scan-history-state">{t(`scan.state.${state}`)}</span>
              <time className="scan-history-time number" dateTime={new Date(at).toISOString()}>
                {time.format(at)}
              </time>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
