import "../button.css";
import type { ComponentPropsWithRef } from "react";

export interface ButtonLook {
  tone?: "plain" | "primary" | "danger" | "normal";
  size?: "small" | "normal" | "big";
}

/** Gets the class names of a button, for a link that looks like one. */
export function buttonClass({ tone = "normal", size = "normal" }: ButtonLook): string {
  return ["button", tone === "normal" ? "" : `button-${tone}`, size === "normal" ? "" : `button-${size}`].filter(Boolean).join(" ");
}

/** A button. Takes all attributes of a native button; `type` is "button" by default. */
export function Button({ tone = "normal", size = "normal", type = "button", ...rest }: ComponentPropsWithRef<"button"> & ButtonLook) {
  return <button {...rest} type={type} className={buttonClass({ tone, size })} />;
}

/** A link that looks like a button. */
export function ButtonLink({ tone = "normal", size = "normal", ...rest }: ComponentPropsWithRef<"a"> & ButtonLook) {
  return <a {...rest} className={buttonClass({ tone, size })} />;
}
