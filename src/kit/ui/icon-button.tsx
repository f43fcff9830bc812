import "./icon-button.css";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import type { PressProps } from "./button.tsx";
import { getPressProps } from "./button.tsx";
import { Tooltip } from "./tooltip.tsx";

interface IconButtonProps extends PressProps {
  /** what it does: its name, and shown to whoever points at it */
  readonly label: string;
  readonly icon: ReactNode;
}

/** A button that is only an icon, its name a tooltip; `children` stand beside the icon: a badge, a short text. */
export function IconButton({ label, icon, children, className = "", ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <AriaButton aria-label={label} {...getPressProps(rest)} className={`icon-button ${className}`.trim()}>
        {icon}
        {children}
      </AriaButton>
    </Tooltip>
  );
}
