import "./button.css";
import type { ComponentPropsWithRef, MouseEventHandler, ReactNode, Ref } from "react";
import type { ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { Button as AriaButton } from "react-aria-components/Button";
import type { ButtonLook } from "./light/button.tsx";
import { ButtonLink as LightButtonLink, buttonClass } from "./light/button.tsx";

export { buttonClass } from "./light/button.tsx";

/** Attributes that React Aria does not pass on. */
type Extra = Pick<ComponentPropsWithRef<"button">, "title" | "aria-keyshortcuts" | "aria-busy" | "aria-description">;

export interface PressProps
  extends Omit<AriaButtonProps, "className" | "children" | "style" | "render" | "onClick" | "aria-disabled">, Extra {
  readonly children?: ReactNode;
  readonly className?: string | undefined;
  readonly onClick?: MouseEventHandler | undefined;
  /** keeps it in the keyboard order and reads it out as disabled; the caller decides what a press does then */
  readonly "aria-disabled"?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

export interface ButtonProps extends PressProps, ButtonLook {}

/** Gets the props that all buttons pass on to React Aria. */
export function getPressProps({
  title,
  onClick,
  ref,
  ...rest
}: Omit<PressProps, "className">): AriaButtonProps & { ref?: Ref<HTMLButtonElement> } {
  const { "aria-keyshortcuts": keys, "aria-busy": busy, "aria-description": description, "aria-disabled": isBlocked, ...props } = rest;
  const extra = {
    ...(title === undefined ? {} : { title }),
    ...(keys === undefined ? {} : { "aria-keyshortcuts": keys }),
    ...(busy === undefined ? {} : { "aria-busy": busy }),
    ...(description === undefined ? {} : { "aria-description": description }),
  };
  return {
    ...props,
    ...(isBlocked === true ? { "aria-disabled": true } : {}),
    ...(onClick === undefined ? {} : { onClick }),
    ...(ref === undefined ? {} : { ref }),
    ...(Object.keys(extra).length === 0 ? {} : { render: (own) => <button {...own} {...extra} /> }),
  };
}

/** A button. While it `isPending` it keeps the focus and does nothing when it is pressed. */
export function Button({ tone, size, isPending = false, children, className, ...rest }: ButtonProps) {
  const look = buttonClass({ ...(tone === undefined ? {} : { tone }), ...(size === undefined ? {} : { size }) });
  return (
    <AriaButton {...getPressProps(rest)} isPending={isPending} className={className === undefined ? look : `${look} ${className}`}>
      {isPending && <span className="button-spinner" aria-hidden="true" />}
      {children}
    </AriaButton>
  );
}

/** A button without styles of its own: an entry of a tree, a heading that folds, a key of a hand-held. */
export function BareButton({ className = "", ...rest }: PressProps) {
  return <AriaButton {...getPressProps(rest)} className={className} />;
}

/** A link that looks like a button, and is as high as one on touch screens. */
export function ButtonLink(props: ComponentPropsWithRef<typeof LightButtonLink>) {
  return <LightButtonLink {...props} data-rac="" />;
}
