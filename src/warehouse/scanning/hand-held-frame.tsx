import "./hand-held-frame.css";
import Undo2 from "lucide-react/icons/undo-2";
import type { ReactNode } from "react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Scan, ScannerRules } from "#src/kit/ui/scan/scan.rules.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { ScanBox } from "#src/kit/ui/scan/scan-box.tsx";
import { ScanChoices } from "#src/kit/ui/scan/scan-choices.tsx";
import { ScanFeedback, ScanHistory } from "#src/kit/ui/scan/scan-feedback.tsx";
import { isReachable } from "#src/kit/ui/scan/focus.ts";
import { KeyCap } from "#src/kit/ui/scan/key-cap.tsx";
import type { ScanOption } from "#src/kit/ui/scan/use-choices.ts";
import { useChoices } from "#src/kit/ui/scan/use-choices.ts";
import { useFunctionKey } from "#src/kit/ui/scan/use-function-key.ts";
import { SwitchUser } from "./switch-user.tsx";
import { FrameActionKey } from "./frame-action.tsx";
import type { FrameAction } from "./frame-action.tsx";
import { FrameHead } from "./frame-head.tsx";
import { frameKeys } from "./frame-keys.ts";
import { FrameInstruction } from "./frame-instruction.tsx";
import { isBadge } from "#src/company/shared-device/pin.rules.ts";
import { QueueDialog } from "./queue-dialog.tsx";
import { QueueStatus, useQueueState } from "./queue-status.tsx";
import { findShown } from "./scan-session.rules.ts";
import type { ScanSession } from "./scan-session.store.ts";
import { useMaker, useScanSender } from "./use-scan-call.ts";
import { useSwitchUser, useRememberedDevice } from "./use-switch-user.ts";

interface HandHeldFrameProps {
  /** the task: "Receive" */
  readonly title: string;
  /** the next step or question in one sentence */
  readonly instruction: string;
  /** its code, such as the target location: readable at arm's length */
  readonly code?: string | undefined;
  /** one line below it; by default a question shows its scan's feedback */
  readonly hint?: string | undefined;
  readonly session: ScanSession;
  readonly scan: {
    /** what to scan now */
    readonly label: string;
    /** asks for a number, with a keypad */
    readonly asksNumber?: boolean;
    readonly onScan: (scan: Scan) => void;
    readonly rules?: ScannerRules | "loading" | undefined;
    readonly takesRepeats?: boolean;
  };
  /** the permission a colleague needs to take over */
  readonly permission?: Permission;
  readonly actions?: readonly FrameAction[] | undefined;
  /** leaves a step within the work, such as a weight that is asked for: undo does that first, and takes nothing back */
  readonly onLeaveStep?: (() => void) | undefined;
  /** what there is to choose is on its way: the scans below come into sight with it, and are not pushed away */
  readonly isLoading?: boolean;
  /** what an ambiguous scan may mean: chosen by number and Enter, or arrows and Enter */
  readonly choices?: FrameChoices | undefined;
  /** shown between the instruction and the scan box */
  readonly children?: ReactNode;
}

interface FrameChoices {
  readonly label: string;
  readonly options: readonly ScanOption[];
  /** how many there are, if more than the options */
  readonly total?: number;
  readonly onChoose: (id: string) => void;
}

const noOptions: readonly ScanOption[] = [];

/** Undoes the last scan with Escape, regardless of the focus; not while a dialog is open, nor if Escape just cleared the box. */
function useUndoKey(undoLast: () => Promise<void> | void) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.repeat || event.isComposing) return;
      if (frame.current === null || !isReachable(frame.current)) return;
      event.preventDefault();
      void undoLast();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [undoLast]);
  return frame;
}

/** Hands the device over when a badge is scanned at any step; its code is neither shown nor treated as goods. */
function useBadges(props: HandHeldFrameProps): (scan: Scan) => void {
  const { session, scan, permission } = props;
  const { t, locale } = useTranslation();
  const { switchTo } = useSwitchUser(permission);
  const take = async (badge: string): Promise<void> => {
    const id = session.begin(t("scanning.hands.badge"));
    const refused = await switchTo({ username: "", secret: badge });
    if (refused !== null) session.refuse(id, pickText(refused, locale));
  };
  return (read) => {
    const badge = read.text.toUpperCase();
    if (!isBadge(badge)) return scan.onScan(read);
    void take(badge);
  };
}

/**
 * The frame of a scanning screen: the user, the next step, the last scan's result, and the scan box, which is always visible. At 390 px the
 * instruction starts within 100 px.
 * Each key is printed on its button and means the same on every screen (`frameKeys`); no mouse is needed.
 */
export function HandHeldFrame(props: HandHeldFrameProps) {
  const {
    title,
    instruction,
    code,
    hint,
    session,
    scan,
    permission,
    actions = [],
    onLeaveStep,
    choices,
    isLoading = false,
    children,
  } = props;
  const { undoLast } = session;
  const { t } = useTranslation();
  const [open, setOpen] = useState<"hands" | "queue" | null>(null);
  const undo = useCallback(() => (onLeaveStep === undefined ? undoLast() : onLeaveStep()), [onLeaveStep, undoLast]);
  const frame = useUndoKey(undo);
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
  const last = findShown(session.entries);

  return (
    <section className="hand-held" ref={frame} aria-labelledby="hand-held-title">
      <FrameHead title={title} name={maker.name} queue={queue} onQueue={openQueue} onHands={openHands} />
      <div className={isLoading ? "hand-held-work hand-held-loading" : "hand-held-work"}>
        <FrameInstruction instruction={instruction} code={code} hint={hint} last={last} />
        <ScanFeedback of={last} />
        {choices !== undefined && (
          <ScanChoices label={choices.label} options={choices.options} total={choices.total} marked={marked} onChoose={choices.onChoose} />
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
            <FrameActionKey key={action.kind} action={action} frame={frame} putAway={session.putAway} />
          ))}
          <Button
            aria-keyshortcuts={frameKeys.undo}
            aria-disabled={!session.canUndo && onLeaveStep === undefined}
            onClick={() => void undo()}
          >
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
      {open === "hands" && <SwitchUser permission={permission} onClose={close} />}
      {open === "queue" && <QueueDialog maker={maker} onClose={close} />}
    </section>
  );
}
