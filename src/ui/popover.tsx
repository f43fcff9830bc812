import "./popover.css";
import type { ReactElement, ReactNode } from "react";
import type { PopoverProps as AriaPopoverProps } from "react-aria-components/Popover";
import { Dialog, DialogTrigger, Popover as AriaPopover } from "react-aria-components/Popover";

interface PopoverProps {
  /** the button that opens it */
  readonly trigger: ReactElement;
  /** what it is about, for a screen reader */
  readonly label: string;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
  readonly placement?: NonNullable<AriaPopoverProps["placement"]>;
  readonly isOpen?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
  readonly className?: string;
}

/** A panel that a button opens beside it. Escape and a press elsewhere close it. */
export function Popover({ trigger, label, children, placement = "bottom start", isOpen, onOpen, className = "" }: PopoverProps) {
  return (
    <DialogTrigger {...(isOpen === undefined ? {} : { isOpen })} {...(onOpen === undefined ? {} : { onOpenChange: onOpen })}>
      {trigger}
      <AriaPopover className={`popover ${className}`.trim()} placement={placement} offset={4}>
        <Dialog className="popover-box" aria-label={label}>
          {({ close }) => (typeof children === "function" ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
