import "../button.css";
import type { ComponentPropsWithRef } from "react";

export interface ButtonLook {
  tone?: "plain" | "primary" | "danger" | "normal";
  size?: "small" | "normal" | "big";
}

/** Class names of a button, for what must look like one and is a link. */
export function buttonClass({ tone = "normal", size = "normal" }: ButtonLook): string {
  return ["button", tone === "normal" ? "" : `button-${tone}`, size === "normal" ? "" : `button-${size}`].filter(Boolean).join(" ");
}

/** A button. Takes all of a native button's attributes; `type` is "button" unless said otherwise. */
export function Button({ tone = "normal", size = "normal", type = "button", ...rest }: ComponentPropsWithRef<"button"> & ButtonLook) {
  return <button {...rest} type={type} className={buttonClass({ tone, size })} />;
}

/** A link that looks like a button: for what leads somewhere else. */
export function ButtonLink({ tone = "normal", size = "normal", ...rest }: ComponentPropsWithRef<"a"> & ButtonLook) {
  return <a {...rest} className={buttonClass({ tone, size })} />;
}
