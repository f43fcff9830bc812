import "./hand-held-frame.css";
import type { ReactNode } from "react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Permission } from "#src/api/actors.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Scan, ScannerRules } from "#src/ui/scan/scan.rules.ts";
import { Button } from "#src/ui/button.tsx";
import { ScanBox } from "#src/ui/scan/scan-box.tsx";
import { ScanChoices } from "#src/ui/scan/scan-choices.tsx";
import { ScanFeedback, ScanHistory } from "#src/ui/scan/scan-feedback.tsx";
import { isInForce } from "#src/ui/scan/focus.ts";
import { KeyCap } from "#src/ui/scan/key-cap.tsx";
import { useSound } from "#src/ui/scan/sound.store.ts";
import type { ScanOption } from "#src/ui/scan/use-choices.ts";
import { useChoices } from "#src/ui/scan/use-choices.ts";
import { useFunctionKey } from "#src/ui/scan/use-function-key.ts";
import { ChangeHands } from "./change-hands.tsx";
import { FrameActionKey } from "./frame-action.tsx";
import type { FrameAction } from "./frame-action.tsx";
import { isBadge } from "./hand-over.rules.ts";
import { QueueDialog } from "./queue-dialog.tsx";
import { QueueStrip } from "./queue-strip.tsx";
import type { ScanSession } from "./scan-session.store.ts";
import { useMaker, useScanSender } from "./use-scan-call.ts";
import { useHandOver, useRememberedDevice } from "./use-hand-over.ts";

interface HandHeldFrameProps {
  /** what is done here: "Receive" */
  readonly title: string;
  /** the next step, one sentence */
  readonly instruction: string;
  readonly hint?: string | undefined;
  readonly session: ScanSession;
  readonly scan: {
    /** what is to be scanned now */
    readonly label: string;
    readonly onScan: (scan: Scan) => void;
    readonly rules?: ScannerRules | undefined;
    readonly takesRepeats?: boolean;
  };
  /** what a colleague who takes over has to be permitted */
  readonly permission?: Permission;
  readonly actions?: readonly FrameAction[] | undefined;
  /** what a scan may have meant: a number and Enter, or arrows and Enter */
  readonly choices?:
    | { readonly label: string; readonly options: readonly ScanOption[]; readonly onChoose: (id: string) => void }
    | undefined;
  /** what the screen shows between the instruction and the scan box */
  readonly children?: ReactNode;
}

const noOptions: readonly ScanOption[] = [];

/** Escape takes the last scan back, wherever the focus is; not while a dialog is open, nor where it has just emptied the box. */
function useUndoKey(session: ScanSession) {
  const frame = useRef<HTMLElement>(null);
  const { undoLast } = session;
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.repeat || event.isComposing) return;
      if (frame.current === null || !isInForce(frame.current)) return;
      event.preventDefault();
      void undoLast();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [undoLast]);
  return frame;
}

/** A badge scanned at any step hands the device over; its code is neither shown nor sent as goods. */
function useBadges(props: HandHeldFrameProps): (scan: Scan) => void {
  const { session, scan, permission } = props;
  const { t, locale } = useTranslation();
  const { handOver } = useHandOver(permission);
  const take = async (badge: string): Promise<void> => {
    const id = session.begin(t("scanning.hands.badge"));
    const refused = await handOver({ username: "", secret: badge });
    if (refused !== null) session.refuse(id, locale.startsWith("zh") ? refused.zh_cn : refused.en_us);
  };
  return (read) => {
    const badge = read.text.toUpperCase();
    if (!isBadge(badge)) return scan.onScan(read);
    void take(badge);
  };
}

/** What to do now. A code in it, such as a location's barcode, is not broken at its hyphens. */
function Instruction({ text }: { text: string }) {
  const parts = text.split(/(\S*-\S*)/);
  return (
    <p className="hand-held-step">
      {parts.map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <span key={`${at} ${part}`} className="hand-held-code">
            {part}
          </span>
        ),
      )}
    </p>
  );
}

/**
 * The frame of a screen that works by scanning: who works, the next step, what the last scan did, and the scan box, which stays in sight. Every key
 * stands on what it does; nothing needs a mouse. F4, F7, F8, F9, F10 and Escape are the frame's own.
 */
export function HandHeldFrame(props: HandHeldFrameProps) {
  const { title, instruction, hint, session, scan, permission, actions = [], choices, children } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState<"hands" | "queue" | null>(null);
  const frame = useUndoKey(session);
  const maker = useMaker();
  const { isOn, toggle } = useSound();
  const { marked, onKey, onText } = useChoices(choices?.options ?? noOptions, (id) => choices?.onChoose(id));
  const take = useBadges(props);
  useScanSender();
  useRememberedDevice();
  const openHands = useCallback(() => setOpen("hands"), []);
  const openQueue = useCallback(() => setOpen("queue"), []);
  const close = useCallback(() => setOpen(null), []);
  useFunctionKey(frame, "F7", toggle);
  useFunctionKey(frame, "F9", openHands);
  useFunctionKey(frame, "F10", openQueue);
  const last = session.entries[0] ?? null;

  return (
    <section className="hand-held" ref={frame} aria-labelledby="hand-held-title">
      <header className="hand-held-head">
        <h1 id="hand-held-title">{title}</h1>
        <div className="hand-held-who">
          <span className="hand-held-name">{t("scanning.who", { name: maker.name })}</span>
          <button type="button" className="hand-held-key" aria-keyshortcuts="F9" onClick={openHands}>
            {t("scanning.hands.open")}
            <KeyCap name="F9" />
          </button>
        </div>
        <QueueStrip maker={maker} onOpen={openQueue}>
          <button
            type="button"
            className="hand-held-key"
            aria-label={t(isOn ? "scan.sound.on" : "scan.sound.off")}
            aria-keyshortcuts="F7"
            onClick={toggle}
          >
            <span aria-hidden="true">{t(isOn ? "scan.sound.shortOn" : "scan.sound.shortOff")}</span>
            <KeyCap name="F7" />
          </button>
        </QueueStrip>
      </header>
      <div className="hand-held-work">
        <div>
          <Instruction text={instruction} />
          {hint !== undefined && <p className="quiet">{hint}</p>}
        </div>
        <ScanFeedback of={last} />
        {choices !== undefined && (
          <ScanChoices label={choices.label} options={choices.options} marked={marked} onChoose={choices.onChoose} />
        )}
        {children}
      </div>
      <aside className="hand-held-list" aria-labelledby="hand-held-list-title">
        <h2 id="hand-held-list-title">{t("scan.history.title")}</h2>
        <ScanHistory entries={session.entries} />
      </aside>
      <footer className="hand-held-foot">
        <div className="hand-held-actions">
          {actions.map((action) => (
            <FrameActionKey key={action.id} action={action} frame={frame} />
          ))}
          <Button aria-keyshortcuts="Escape" aria-disabled={!session.canUndo} onClick={() => void session.undoLast()}>
            {t("scanning.undo")}
            <KeyCap name="Esc" />
          </Button>
        </div>
        <ScanBox
          label={scan.label}
          onScan={take}
          onKey={onKey}
          onText={onText}
          {...(scan.rules === undefined ? {} : { rules: scan.rules })}
          {...(scan.takesRepeats === undefined ? {} : { takesRepeats: scan.takesRepeats })}
        />
      </footer>
      {open === "hands" && <ChangeHands permission={permission} onClose={close} />}
      {open === "queue" && <QueueDialog maker={maker} onClose={close} />}
    </section>
  );
}
