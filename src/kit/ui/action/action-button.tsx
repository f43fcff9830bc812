import "./action-button.css";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { useId } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "../button.tsx";
import type { ActionRule } from "./action.ts";
import { formatReason, getObstacle } from "./action.ts";

/** Gets the props of a blocked button; none while it is ready. */
type BlockedLook = { "aria-disabled"?: true; "aria-describedby"?: string };

interface BlockableProps {
  /** why it cannot be pressed; null where it can */
  readonly reason: string | null;
  readonly children: (props: BlockedLook) => ReactNode;
}

/**
 * A button that may be blocked, with its reason under it: visible on hover and touch, and read out with the button. It stays in the
 * keyboard order, so that keyboard users find the reason too, and it stays the same element when it becomes ready, which keeps the focus.
 */
export function BlockableAction({ reason, children }: BlockableProps) {
  const id = useId();
  const isBlocked = reason !== null;
  return (
    <span className={isBlocked ? "blocked-action" : "ready-action"}>
      {children(isBlocked ? { "aria-disabled": true, "aria-describedby": id } : {})}
      {isBlocked && (
        <span id={id} className="blocked-reason">
          {reason}
        </span>
      )}
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
  if (obstacle?.isHidden === true) return null;
  const { onClick: _, type: __, isDisabled: ___, onPress: ____, ...look } = button;
  return (
    <BlockableAction reason={obstacle === null ? null : formatReason(obstacle, words)}>
      {(blocked) => (obstacle === null ? <Button {...button} /> : <Button {...look} {...blocked} tone="normal" />)}
    </BlockableAction>
  );
}
