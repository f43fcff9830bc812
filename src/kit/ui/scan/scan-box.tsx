import "./scan-box.css";
import Camera from "lucide-react/icons/camera";
import Keyboard from "lucide-react/icons/keyboard";
import type { KeyboardEvent } from "react";
import { useCallback, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { CameraDialog } from "./camera-dialog.tsx";
import { KeyCap } from "./key-cap.tsx";
import { Keypad } from "./keypad.tsx";
import type { Scan, ScannerRules, ScanProblem } from "./scan.rules.ts";
import { isRepeat, longestCode, plainScanner, readScan } from "./scan.rules.ts";
import { sound } from "./sound.ts";
import { useHeldFocus } from "./use-held-focus.ts";
import { useSilentEnd } from "./use-silent-end.ts";
import { useFunctionKey } from "./use-function-key.ts";
import { useWedge } from "./use-wedge.ts";
import { isSeparator } from "./wedge.rules.ts";

/** Props of the scan box. */
export interface ScanBoxProps {
  /** what to scan now; the accessible name of the box, and its placeholder */
  readonly label: string;
  /** expects a number, typed on the keypad of the screen or of the device */
  readonly asksNumber?: boolean;
  /** called once per scan */
  readonly onScan: (scan: Scan) => void;
  /** what the scanner adds around a code; while it is loading, scans are held, since their codes cannot be told from what is added */
  readonly rules?: ScannerRules | "loading";
  /** accepts the same code twice in a moment as two scans */
  readonly takesRepeats?: boolean;
  /** called with the text in the box when it changes */
  readonly onText?: (text: string) => void;
  /** called with keys that the box does not handle: arrows, Escape, and Enter before it ends a scan. Returns true if it handled the key. */
  readonly onKey?: (key: string, text: string) => boolean;
}

/** Handles scans from any source: drops repeats, holds those that come before the rules, and returns the current problem. */
function useScans({ onScan, rules = plainScanner, takesRepeats = false }: Pick<ScanBoxProps, "onScan" | "rules" | "takesRepeats">) {
  const last = useRef<{ text: string; at: number } | null>(null);
  const held = useRef<{ raw: string; at: number }[]>([]);
  const [problem, setProblem] = useState<ScanProblem | null>(null);
  const take = (raw: string, now = Date.now()): void => {
    if (rules === "loading") return void held.current.push({ raw, at: now });
    const scan = readScan(raw, new Date(now).getFullYear(), rules);
    if (scan === null) return;
    if (typeof scan === "string") {
      setProblem(scan);
      return sound("bad");
    }
    const isAgain = !takesRepeats && isRepeat(last.current, scan.text, now, rules.repeat_ms);
    last.current = { text: scan.text, at: now };
    if (isAgain) return;
    setProblem(null);
    onScan(scan);
  };
  const takeHeld = useEffectEvent(() => {
    for (const { raw, at } of held.current.splice(0)) take(raw, at);
  });
  const isLoading = rules === "loading";
  useEffect(() => {
    if (!isLoading) takeHeld();
  }, [isLoading]);
  /** Allows the last code to be scanned again at once, after it was undone. */
  const forget = (): void => {
    last.current = null;
    held.current = [];
  };
  return { take, forget, problem };
}

/**
 * The input for scans from a keyboard scanner or the camera, and for codes typed by hand. It takes the focus whenever no other element needs it, and
 * opens no on-screen keyboard on a hand-held unless asked to.
 */
export function ScanBox(props: ScanBoxProps) {
  const { label, asksNumber = false, onText, onKey } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [hasKeyboard, setKeyboard] = useState(false);
  const [isCameraOpen, setCameraOpen] = useState(false);
  const { take, forget, problem } = useScans(props);
  const takeBack = useHeldFocus(input);
  const endsSilently = props.rules !== undefined && props.rules !== "loading" && props.rules.suffix === "none";
  useWedge(input, (code) => take(code), endsSilently);

  const empty = (): void => {
    if (input.current !== null) input.current.value = "";
    onText?.("");
  };
  const submit = (): void => {
    const text = input.current?.value ?? "";
    empty();
    take(text);
  };
  // What such a scanner sent before that was known is still in the box.
  const submitLeft = useEffectEvent(() => input.current?.value !== "" && submit());
  useEffect(() => {
    if (endsSilently) submitLeft();
  }, [endsSilently]);
  const hearSilence = useSilentEnd(endsSilently, submit);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    // This Enter confirms a word of the input method (Chinese).
    if (event.nativeEvent.isComposing) return;
    const { key, currentTarget } = event;
    if (key === "Escape") forget();
    hearSilence({ key, timeStamp: event.timeStamp, isCommand: event.ctrlKey || event.altKey || event.metaKey });
    const text = currentTarget.value;
    if (isSeparator(key, event.ctrlKey)) {
      event.preventDefault();
      currentTarget.value = `${text}\u001D`;
    } else if (onKey?.(key, text) === true) {
      event.preventDefault();
      empty();
    } else if (key === "Enter" || (key === "Tab" && !event.shiftKey && text.trim() !== "")) {
      event.preventDefault();
      submit();
    } else if (key === "Escape" && text !== "") {
      event.preventDefault();
      empty();
    }
  };
  const pressKeypad = (key: string): void => {
    const { current } = input;
    if (current === null) return;
    if (key === "Enter") {
      if (onKey?.(key, current.value) === true) empty();
      else submit();
      return;
    }
    current.value = key === "Backspace" ? current.value.slice(0, -1) : current.value + key;
    onText?.(current.value);
  };
  const toggleKeyboard = useCallback(() => {
    setKeyboard((has) => !has);
    // The on-screen keyboard only opens when the input receives the focus.
    input.current?.blur();
    setTimeout(takeBack, 0);
  }, [takeBack]);
  const openCamera = useCallback(() => setCameraOpen(true), []);
  useFunctionKey(input, "F4", toggleKeyboard);
  useFunctionKey(input, "F8", openCamera);

  return (
    <div className="scan-box">
      {asksNumber && <Keypad label={label} onKey={pressKeypad} />}
      <label className="scan-box-label" htmlFor={id}>
        {label}
      </label>
      <div className="scan-box-line">
        <input
          ref={input}
          id={id}
          className="scan-box-input"
          type="text"
          inputMode={hasKeyboard ? (asksNumber ? "numeric" : "text") : "none"}
          enterKeyHint="done"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={2 * longestCode}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onInput={(event) => onText?.(event.currentTarget.value)}
          onKeyDown={press}
        />
        <button
          type="button"
          className="scan-box-button"
          aria-pressed={hasKeyboard}
          aria-label={t("scan.keyboard")}
          onClick={toggleKeyboard}
        >
          <Keyboard size={20} aria-hidden="true" />
          <KeyCap name="F4" />
        </button>
        <button type="button" className="scan-box-button" aria-label={t("scan.camera.open")} onClick={openCamera}>
          <Camera size={20} aria-hidden="true" />
          <KeyCap name="F8" />
        </button>
      </div>
      {problem !== null && (
        <p className="scan-box-problem" id={`${id}-problem`} role="alert">
          {t(`scan.problem.${problem}`)}
        </p>
      )}
      {isCameraOpen && (
        <CameraDialog
          label={label}
          onCode={(code) => {
            setCameraOpen(false);
            take(code);
          }}
          onClose={() => setCameraOpen(false)}
        />
      )}
    </div>
  );
}
