import type { ReactElement } from "react";
import { cloneElement, Suspense, useRef, useState } from "react";
import { lazyPart } from "./lazy-part.ts";
import type { PopoverBoxProps } from "./popover-box.tsx";

// Loaded with the first popover, as menus are.
const PopoverBox = lazyPart<PopoverBoxProps>(async () => (await import("./popover-box.tsx")).PopoverBox);

interface TriggerProps {
  readonly ref?: unknown;
  readonly onPress?: () => void;
  readonly "aria-haspopup"?: "dialog";
  readonly "aria-expanded"?: boolean;
}

interface PopoverProps extends Pick<PopoverBoxProps, "label" | "children"> {
  /** the button that opens it */
  readonly trigger: ReactElement<TriggerProps>;
  readonly placement?: PopoverBoxProps["placement"];
  readonly isOpen?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
  readonly className?: string;
}

/** A panel that a button opens. Escape and a press outside close it. */
export function Popover({ trigger, placement = "bottom start", isOpen, onOpen, className = "", ...box }: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOwnOpen, setOwnOpen] = useState(false);
  const isShown = isOpen ?? isOwnOpen;
  const show = (wanted: boolean) => {
    setOwnOpen(wanted);
    onOpen?.(wanted);
  };
  const wired: TriggerProps = { ref: button, "aria-haspopup": "dialog", "aria-expanded": isShown, onPress: () => show(!isShown) };
  return (
    <>
      {cloneElement(trigger, wired)}
      {isShown && (
        <Suspense fallback={null}>
          <PopoverBox {...box} triggerRef={button} placement={placement} className={className} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  );
}
