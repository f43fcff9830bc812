import type { ReactNode } from "react";
import type { CustomFieldProps, Field, Values } from "./form-definition.ts";

type SliceKind = "country" | "address" | "images";

/** What a field of a slice's own kind is drawn with. */
export interface KindProps extends CustomFieldProps<Values> {
  readonly field: Field<Values>;
}

/** The kinds that belong to slices: this kit knows no slice, so the application hands them in. */
export type FieldKinds = Readonly<Record<SliceKind, (props: KindProps) => ReactNode>>;

let kinds: FieldKinds | null = null;

/** Hands in what draws the kinds of the slices; called once, before the first drawing. */
export function setFieldKinds(given: FieldKinds): void {
  kinds = given;
}

/**
 * Draws a field of a slice's kind.
 * @throws Error where nobody handed in what draws it
 */
export function drawKind(kind: SliceKind, props: KindProps): ReactNode {
  if (kinds === null) throw new Error(`form: no component renders fields of the kind ${kind}`);
  return kinds[kind](props);
}
