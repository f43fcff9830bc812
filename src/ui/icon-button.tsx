import "./icon-button.css";
import type { ComponentPropsWithRef, ReactNode } from "react";

interface IconButtonProps extends ComponentPropsWithRef<"button"> {
  /** what it does; heard, and shown to whoever points at it */
  label: string;
  icon: ReactNode;
}

/** A button that is only an icon. */
export function IconButton({ label, icon, type = "button", children, ...rest }: IconButtonProps) {
  return (
    <button className="icon-button" aria-label={label} title={label} {...rest} type={type}>
      {icon}
      {children}
    </button>
  );
}
