import "./hand-held-frame.css";
import Undo2 from "lucide-react/icons/undo-2";
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
import type { ScanOption } from "#src/ui/scan/use-choices.ts";
import { useChoices } from "#src/ui/scan/use-choices.ts";
import { useFunctionKey } from "#src/ui/scan/use-function-key.ts";
import { ChangeHands } from "./change-hands.tsx";
import { FrameActionKey } from "./frame-action.tsx";
import type { FrameAction } from "./frame-action.tsx";
import { FrameHead } from "./frame-head.tsx";
import { frameKeys } from "./frame-keys.ts";
import { FrameNow } from "./frame-now.tsx";
import { isBadge } from "./hand-over.rules.ts";
import { QueueDialog } from "./queue-dialog.tsx";
import { QueueStatus, useQueueState } from "./queue-status.tsx";
import type { ScanSession } from "./scan-session.store.ts";
import { useMaker, useScanSender } from "./use-scan-call.ts";
import { useHandOver, useRememberedDevice } from "./use-hand-over.ts";

interface HandHeldFrameProps {
  /** what is done here: "Receive" */
  readonly title: string;
  /** the next step or the question, one sentence */
  readonly instruction: string;
  /** its code, such as the location to go to: readable at arm's length */
  readonly code?: string | undefined;
  /** one line below it; without it, a question shows the feedback of its scan */
  readonly hint?: string | undefined;
  readonly session: ScanSession;
  readonly scan: {
    /** what is to be scanned now */
    readonly label: string;
    /** asks for a number, with a keypad */
    readonly asksNumber?: boolean;
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

/**
 * The frame of a screen that works by scanning: who works, the next step, what the last scan did, and the scan box, which stays in sight. At 390 px
 * the instruction begins within 100 px. Every key stands on what it does and means the same on every screen (`frameKeys`); nothing needs a mouse.
 */
export function HandHeldFrame(props: HandHeldFrameProps) {
  const { title, instruction, code, hint, session, scan, permission, actions = [], choices, children } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState<"hands" | "queue" | null>(null);
  const frame = useUndoKey(session);
  const maker = useMaker();
  const queue = useQueueState(maker);
  const { marked, onKey, onText } = useChoices(choices?.options ?? noOptions, (id) => choices?.onChoose(id));
  const take = useBadges(props);
  useScanSender();
  useRememberedDevice();
  const openHands = useCallback(() => setOpen("hands"), []);
  const openQueue = useCallback(() => setOpen("queue"), []);
  const close = useCallback(() => setOpen(null), []);
  useFunctionKey(frame, frameKeys.hands, openHands);
  useFunctionKey(frame, frameKeys.queue, openQueue);
  const last = session.entries[0] ?? null;

  return (
    <section className="hand-held" ref={frame} aria-labelledby="hand-held-title">
      <FrameHead title={title} name={maker.name} queue={queue} onQueue={openQueue} onHands={openHands} />
      <div className="hand-held-work">
        <FrameNow instruction={instruction} code={code} hint={hint} last={last} />
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
        <QueueStatus {...queue} />
        <div className="hand-held-actions">
          {actions.map((action) => (
            <FrameActionKey key={action.kind} action={action} frame={frame} />
          ))}
          <Button aria-keyshortcuts={frameKeys.undo} aria-disabled={!session.canUndo} onClick={() => void session.undoLast()}>
            <Undo2 size={16} aria-hidden="true" />
            {t("scanning.undo")}
            <KeyCap name="Esc" />
          </Button>
        </div>
        <ScanBox
          label={scan.label}
          asksNumber={scan.asksNumber ?? false}
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
