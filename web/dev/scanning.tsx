import { useMemo } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import type { ScanSession } from "#src/warehouse/scanning/scan-session.store.ts";
import { KeyCap } from "#src/kit/ui/scan/key-cap.tsx";
import { ScanChoices } from "#src/kit/ui/scan/scan-choices.tsx";
import type { ScanEntry, ScanState } from "#src/kit/ui/scan/scan-entry.ts";
import { ScanHistory } from "#src/kit/ui/scan/scan-feedback.tsx";
import { Group, Shown } from "./shown.tsx";
import type { DevKey } from "./words.ts";
import { own } from "./words.ts";

/** The text of a scan, by its state. */
const notices: Readonly<Record<ScanState, DevKey>> = {
  pending: "text.unknown",
  waiting: "text.waiting",
  done: "text.said",
  ask: "text.question",
  refused: "text.saidBad",
  undone: "text.old",
};
const states: readonly ScanState[] = ["done", "refused", "waiting", "pending", "undone", "ask"];

/** Returns a scan in each state; `newest` is the state of the first. */
function useEntries(newest: ScanState | null): readonly ScanEntry[] {
  const { t } = useTranslation();
  return useMemo(() => {
    if (newest === null) return [];
    const at = Date.parse("2026-11-23T09:30:00Z");
    return [newest, ...states.filter((state) => state !== newest)].map((state, place) => ({
      id: state,
      code: `QS-LANTERN-0${place + 1}`,
      text: t(own(notices[state])),
      state,
      at: at - place * 61_000,
    }));
  }, [newest, t]);
}

function useOptions() {
  const { t } = useTranslation();
  return (["first", "second", "third"] as const).map((id) => ({ id, title: t(own(`text.${id}`)), detail: t(own("text.hint")) }));
}

/** Components for scanning. The box and its frame take the focus, so they have a separate page. */
export function ScanParts() {
  const { t } = useTranslation();
  const entries = useEntries("done");
  const options = useOptions();
  return (
    <Group id="scanning" title="scanning">
      <a href="?scan=start">{t(own("scan.frame"))}</a>
      <div className="dev-grid dev-grid-wide">
        <Shown part="ScanHistory" state="state.rows">
          <ScanHistory entries={entries} />
        </Shown>
        <Shown part="ScanHistory:empty" state="state.nothing">
          <ScanHistory entries={[]} />
        </Shown>
        <Shown part="ScanChoices" state="state.normal">
          <ScanChoices label={t(own("text.colour"))} options={options} marked={1} onChoose={() => undefined} />
        </Shown>
        <Shown part="KeyCap" state="state.small">
          <KeyCap name="F4" />
        </Shown>
      </div>
    </Group>
  );
}

/** The states of the frame: nothing scanned yet, the result of the last scan, a number requested, a choice of several. */
export const frameStates = ["start", "done", "refused", "waiting", "number", "choices"] as const;
export type FrameState = (typeof frameStates)[number];

const last: Readonly<Record<FrameState, ScanState | null>> = {
  start: null,
  done: "done",
  refused: "refused",
  waiting: "waiting",
  number: "ask",
  choices: "ask",
};

const nothing = () => undefined;

/** The frame of a hand-held screen in a state. */
export function FrameInState({ state }: { readonly state: FrameState }) {
  const { t } = useTranslation();
  const entries = useEntries(last[state]);
  const options = useOptions();
  const session: ScanSession = {
    entries,
    canUndo: state === "done",
    begin: () => "",
    done: nothing,
    warn: nothing,
    ask: nothing,
    refuse: nothing,
    wait: nothing,
    putAway: () => undefined,
    undoLast: () => Promise.resolve(),
    clear: nothing,
  };
  return (
    <main className="dev-frame" data-shown={`HandHeldFrame:${state}`}>
      <HandHeldFrame
        title={t(own("scan.title"))}
        instruction={t(own(state === "number" ? "scan.number" : state === "choices" ? "scan.choose" : "scan.next"))}
        {...(state === "number" || state === "choices" ? {} : { code: "A-03-02-1", hint: t(own("text.hint")) })}
        session={session}
        scan={{ label: t(own("scan.label")), asksNumber: state === "number", onScan: nothing }}
        actions={[
          { kind: "quantity", label: t(own("text.number")), onPress: nothing, isDisabled: state === "start" },
          { kind: "next", label: t(own("scan.finish")), onPress: nothing },
        ]}
        {...(state === "choices" ? { choices: { label: t(own("scan.choose")), options, onChoose: nothing } } : {})}
      />
    </main>
  );
}
