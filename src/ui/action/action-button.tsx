import "./action-button.css";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { useId } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "../button.tsx";
import type { ActionRule } from "./action.ts";
import { formatReason, getObstacle } from "./action.ts";

interface BlockedProps {
  /** why it cannot be pressed */
  readonly reason: string;
  readonly children: (props: { "aria-disabled": true; "aria-describedby": string }) => ReactNode;
}

/**
 * A button that cannot be pressed, with its reason under it: visible to whoever points or touches, and read out with the button. It stays in the
 * order of the keyboard, or nobody who uses one would learn of it.
 */
export function BlockedAction({ reason, children }: BlockedProps) {
  const id = useId();
  return (
    <span className="blocked-action">
      {children({ "aria-disabled": true, "aria-describedby": id })}
      <span id={id} className="blocked-reason">
        {reason}
      </span>
    </span>
  );
}

type ActionButtonProps<S> = Omit<ComponentPropsWithRef<typeof Button>, "of"> & {
  readonly of: ActionRule<S>;
  /** what it is done to, as it is known now */
  readonly subject: S;
};

/** A button of an action: not there, disabled with the reason, or ready. */
export function ActionButton<S>({ of, subject, ...button }: ActionButtonProps<S>) {
  const words = useTranslation();
  const obstacle = getObstacle(of, subject, useCaller());
  if (obstacle === null) return <Button {...button} />;
  if (obstacle.isHidden === true) return null;
  const { onClick: _, type: __, isDisabled: ___, onPress: ____, ...look } = button;
  return (
    <BlockedAction reason={formatReason(obstacle, words)}>{(blocked) => <Button {...look} {...blocked} tone="normal" />}</BlockedAction>
  );
}
