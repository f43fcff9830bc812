import type { RefObject } from "react";
import { useCallback } from "react";
import { Button } from "#src/ui/button.tsx";
import { KeyCap } from "#src/ui/scan/key-cap.tsx";
import { useFunctionKey } from "#src/ui/scan/use-function-key.ts";

/** Something that a scanning screen can do besides scanning. */
export interface FrameAction {
  readonly id: string;
  readonly label: string;
  /** F2, F3 and F6 are free for screens */
  readonly keyName: string;
  readonly onPress: () => void;
  readonly tone?: "primary" | "danger" | "normal";
  readonly isDisabled?: boolean;
}

/** The button of an action, with its key on it; the key works wherever the focus is. */
export function FrameActionKey({ action, frame }: { action: FrameAction; frame: RefObject<Element | null> }) {
  const { label, keyName, onPress, tone = "normal", isDisabled = false } = action;
  const press = useCallback(() => {
    if (!isDisabled) onPress();
  }, [isDisabled, onPress]);
  useFunctionKey(frame, keyName, press);
  return (
    <Button tone={tone} aria-keyshortcuts={keyName} aria-disabled={isDisabled} onClick={press}>
      {label}
      <KeyCap name={keyName} />
    </Button>
  );
}
