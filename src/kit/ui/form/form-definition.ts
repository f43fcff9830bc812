import type { ReactNode } from "react";
import type { z } from "zod";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import type { FieldProps } from "../field-frame.tsx";

export type Values = Record<string, unknown>;

interface Common<V> {
  readonly label: TextKey;
  readonly hint?: TextKey;
  readonly autoComplete?: string;
  /** shown only where this holds */
  readonly when?: (values: V) => boolean;
  readonly isRequired?: true;
  /** takes a whole line where fields stand beside each other */
  readonly isWide?: true;
  /** what the other fields make of it: it follows them until somebody types something else */
  readonly follows?: (values: V) => unknown;
}

/** What a strength meter shows: how hard a password is to guess, and what the rule still asks for. */
export interface PasswordMeter {
  readonly level: "weak" | "medium" | "strong";
  readonly missing: readonly TextKey[];
}

/** How a field is filled in. */
export type Field<V> = Common<V> &
  (
    | { readonly kind: "text" | "email" | "tel" | "url" | "lines"; readonly maxLength?: number }
    /** `meter`: a strength meter under it; `accounts` has one for each rule (`measurePassword`) */
    | { readonly kind: "password"; readonly meter?: (password: string, values: V) => PasswordMeter }
    | {
        readonly kind: "number";
        readonly unit?: TextKey;
        /** how many of the value's unit make one of the typed unit: 10 for a value in mm that is typed in cm */
        readonly per?: number;
        /** most digits after the decimal point; 0 by default */
        readonly digits?: number;
        readonly min?: number;
        readonly max?: number;
      }
    /** a day, YYYY-MM-DD, empty for none; typed in the page's language */
    | { readonly kind: "date"; readonly max?: string }
    /** an IANA time zone, found by any part of its name */
    | { readonly kind: "timeZone" }
    | {
        readonly kind: "choice";
        readonly options: readonly { readonly value: string; readonly text: TextKey }[];
        readonly look?: "menu" | "radio";
      }
    | { readonly kind: "choices"; readonly options: readonly { readonly value: string; readonly text: TextKey }[] }
    /** `blockedBy`: why it cannot be changed now, a refusal of the server's; said under it in place of the hint */
    | { readonly kind: "switch"; readonly blockedBy?: RefusalName }
    | { readonly kind: "country" }
    /** the specification's shipping address, an object: see src/kit/countries/address.rules.ts */
    | { readonly kind: "address" }
    /** names of files already uploaded (`files.upload-images`): chosen, checked, cropped and uploaded here */
    | { readonly kind: "images"; readonly most: number }
    | { readonly kind: "custom"; readonly render: (props: CustomFieldProps<V>) => ReactNode }
  );

/** What a field is drawn with: the props that the parts of the kit share, and its value. */
export interface CustomFieldProps<V> extends FieldProps {
  readonly id: string;
  readonly value: unknown;
  readonly values: V;
  readonly onChange: (value: unknown) => void;
  /** what is wrong with parts of the value, by the path inside of it (`zip`); the field itself shows it beside each part */
  readonly partErrors: Readonly<Record<string, string>>;
  /** tells that the field, or a part of it (`zip`), was left after a change: from now on it is told what is wrong */
  readonly onLeave: (part?: string) => void;
  /** tells that a part of the value is still on its way (an upload): until it has come, the form is not sent */
  readonly onHold: (isHeld: boolean) => void;
}

/** `A` is the answer of `send`. */
export interface FormDefinition<S extends z.ZodType<Values>, A = unknown> {
  /** slice and form, `accounts.profile`: under this name a draft is kept */
  readonly name: string;
  /** judges the values; a rule's code (`ruled`) is the message, in both languages */
  readonly schema: S;
  readonly fields: { readonly [K in keyof z.input<S> & string]: Field<z.input<S>> };
  readonly submit: TextKey;
  /** kept while it is not sent, over a reload too, and asked about on leaving; passwords never are. False for a login. */
  readonly keepsDraft?: false;
  /** where a refusal about several fields is said: `{ "accounts.passwordsDiffer": "confirm" }` */
  readonly refusalsAt?: { readonly [Name in RefusalName]?: keyof z.input<S> & string };
  /** groups of fields, each with a heading; all in one without */
  readonly groups?: readonly { readonly title: TextKey; readonly fields: readonly (keyof z.input<S> & string)[] }[];
  /**
   * Sends what was judged good. The caller's client is quiet here, and gives a second try of the same input the same key.
   * @throws CallProblem: its field problems appear at their fields, all else as one sentence above the button
   */
  readonly send: (values: z.output<S>, caller: Caller) => Promise<A>;
  /** what is allowed and perhaps not meant: said above the button before the first try, and the second press of the same values sends them */
  readonly warning?: {
    /** @returns what is said; null for nothing */
    readonly find: (values: z.output<S>, caller: Caller) => Promise<ReactNode | null>;
    /** the button while it is said */
    readonly submit: TextKey;
  };
}

/** Declares a form: one schema for values and messages, fields in the order of the declaration. */
export function defineForm<S extends z.ZodType<Values>, A>(definition: FormDefinition<S, A>): FormDefinition<S, A> {
  return Object.freeze(definition);
}

/** A declared form with fields of any name. */
export type AnyForm = FormDefinition<z.ZodType<Values, Values>>;

export type Fields = AnyForm["fields"];
