import "./tooltip.css";
import type { ReactElement } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";

interface TooltipProps {
  readonly text: string;
  /** the button that it describes */
  readonly children: ReactElement;
  readonly placement?: "top" | "bottom" | "start" | "end";
}

/** A short text about a button, shown while it is hovered or focused. */
export function Tooltip({ text, children, placement = "bottom" }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      {children}
      <AriaTooltip className="tooltip" placement={placement} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
