import type { RefObject } from "react";
import { useCallback } from "react";
import { Button } from "#src/kit/ui/button.tsx";
import { KeyCap } from "#src/kit/ui/scan/key-cap.tsx";
import { useFunctionKey } from "#src/kit/ui/scan/use-function-key.ts";
import type { ActionKey } from "./frame-keys.ts";
import { frameKeys } from "./frame-keys.ts";

/** An action of a scanning screen besides scanning. Its kind decides its key and style. */
export interface FrameAction {
  readonly kind: ActionKey;
  readonly label: string;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
}

const tones = { next: "primary", problem: "danger", photo: "normal", quantity: "normal", aside: "normal" } as const;

interface KeyProps {
  readonly action: FrameAction;
  readonly frame: RefObject<Element | null>;
  /** puts away a refusal that was shown before: it is not about what comes now */
  readonly putAway: () => void;
}

/** The button of an action with its key; the key works regardless of the focus. */
export function FrameActionKey({ action, frame, putAway }: KeyProps) {
  const { kind, label, onPress, isDisabled = false } = action;
  const keyName = frameKeys[kind];
  const press = useCallback(() => {
    if (isDisabled) return;
    putAway();
    onPress();
  }, [isDisabled, onPress, putAway]);
  useFunctionKey(frame, keyName, press);
  return (
    <Button tone={tones[kind]} aria-keyshortcuts={keyName} aria-disabled={isDisabled} onClick={press}>
      {label}
      <KeyCap name={keyName} />
    </Button>
  );
}
