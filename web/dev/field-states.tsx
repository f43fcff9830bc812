import type { ReactNode } from "react";
import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { FieldProps } from "#src/kit/ui/field-frame.tsx";
import { Shown } from "./shown.tsx";
import { own } from "./words.ts";

export type Kind = "first" | "second" | "third";
export const kinds: readonly Kind[] = ["first", "second", "third"];

const states = ["empty", "filled", "wrong", "disabled", "long"] as const;
export type State = (typeof states)[number];

/** Returns a function that gives the props of a field in a state. */
export function useStates() {
  const { t } = useTranslation();
  return (label: string, state: State): FieldProps => ({
    label: state === "long" ? t(own("text.longLabel")) : label,
    isRequired: true,
    ...(state === "empty" || state === "wrong" ? { hint: t(own("text.hint")) } : {}),
    ...(state === "wrong" ? { error: t(own("text.wrong")) } : {}),
    ...(state === "long" ? { hint: t(own("text.longHint")), error: t(own("text.longError")) } : {}),
    isDisabled: state === "disabled",
  });
}

interface InStatesProps {
  /** the part's name, for the tests */
  readonly part: string;
  readonly children: (state: State) => ReactNode;
}

/** Shows a kind of field in all states. */
export function InStates({ part, children }: InStatesProps) {
  return (
    <div className="dev-grid">
      {states.map((state) => (
        <Shown key={state} part={`${part}:${state}`} state={`state.${state}`}>
          {children(state)}
        </Shown>
      ))}
    </div>
  );
}

interface HeldProps<T> {
  readonly value: T;
  readonly children: (value: T, set: (value: T) => void) => ReactNode;
}

/** Holds a field's value, so that the field can be tried out. */
export function Held<T>({ value, children }: HeldProps<T>) {
  const [held, setHeld] = useState(value);
  return children(held, setHeld);
}
