import "./popover.css";
import type { ReactNode, RefObject } from "react";
import type { PopoverProps as AriaPopoverProps } from "react-aria-components/Popover";
import { Dialog, Popover as AriaPopover } from "react-aria-components/Popover";

export interface PopoverBoxProps {
  /** its name for a screen reader */
  readonly label: string;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
  readonly triggerRef: RefObject<Element | null>;
  readonly placement: NonNullable<AriaPopoverProps["placement"]>;
  readonly className: string;
  readonly onClose: () => void;
}

/** An open panel beside its button. */
export function PopoverBox({ label, children, triggerRef, placement, className, onClose }: PopoverBoxProps) {
  return (
    <AriaPopover
      className={`popover ${className}`.trim()}
      triggerRef={triggerRef}
      trigger="DialogTrigger"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement={placement}
      offset={4}
    >
      <Dialog className="popover-box" aria-label={label}>
        {typeof children === "function" ? children(onClose) : children}
      </Dialog>
    </AriaPopover>
  );
}
