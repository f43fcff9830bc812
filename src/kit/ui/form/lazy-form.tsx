import type { ReactNode } from "react";
import type { z } from "zod";
import { lazyPart } from "../lazy-part.ts";
import type { FormProps } from "./form.tsx";
import type { Values } from "./form-definition.ts";

type AnyProps = FormProps<z.ZodType<Values>>;

/** The lazily loaded `Form`. */
export const FormPart = lazyPart<AnyProps>(async () => (await import("./form.tsx")).Form);

/** A form in a dialog: its code is loaded with the first one, and the dialog appears once it is there. */
export function Form<S extends z.ZodType<Values>, A>(props: FormProps<S, A>): ReactNode {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields' types were checked at the declaration
  return <FormPart {...(props as unknown as AnyProps)} />;
}
