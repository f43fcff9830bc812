import "./form.css";
import type { SyntheticEvent } from "react";
import { useEffect, useId, useRef } from "react";
import type { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Notice } from "../notice.tsx";
import { useUnsaved } from "../use-unsaved.ts";
import { FieldInput } from "./field-input.tsx";
import { focusFirst, focusFirstInvalid } from "./focus-field.ts";
import type { AnyForm, FormDefinition, Values } from "./form-definition.ts";
import { sayMessage } from "./form-message.rules.ts";
import { visibleFields } from "./form-values.rules.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { RestoredNotice } from "./restored-notice.tsx";
import { SubmitButton } from "./submit-button.tsx";
import type { FormState } from "./use-form.ts";
import { useDeclaredForm } from "./use-form.ts";

export interface FormProps<S extends z.ZodType<Values>, A = unknown> {
  readonly of: FormDefinition<S, A>;
  /** what stands in it at first; a field that is not named is empty */
  readonly initial?: Partial<z.input<S>>;
  /** what is edited (a uuid): drafts are kept apart by it */
  readonly subject?: string;
  /** takes the focus when it appears: for a form that is the purpose of its page */
  readonly autoFocus?: true;
  /** told after it was sent: what came back, and what was sent */
  readonly onDone?: (answer: A, values: z.output<S>) => void;
}

interface DrawnProps {
  readonly of: AnyForm;
  readonly form: FormState;
  readonly formId: string;
}

/** One declared field. */
function DrawnField({ of, form, formId, name }: DrawnProps & { name: string }) {
  const { t, locale } = useTranslation();
  const field = of.fields[name];
  if (field === undefined) return null;
  const errors = Object.entries(form.problems).map(([path, message]) => [path, sayMessage(message, t, locale)] as const);
  const inParts = errors.filter(([path]) => path.startsWith(`${name}.`)).map(([path, text]) => [path.slice(name.length + 1), text]);
  return (
    <FieldInput
      id={`${formId}-${name}`}
      field={field}
      label={t(field.label)}
      hint={field.hint === undefined ? undefined : t(field.hint)}
      error={new Map(errors).get(name)}
      isRequired={field.isRequired === true}
      className={field.isWide === true ? "form-field-wide" : ""}
      value={form.values[name]}
      values={form.values}
      partErrors={Object.fromEntries(inParts)}
      onChange={(value) => form.change(name, value)}
      onLeave={(part) => form.leave(name, part)}
      onHold={(isHeld) => form.hold(name, isHeld)}
    />
  );
}

/** The visible fields, in their groups. */
function DrawnFields(props: DrawnProps) {
  const { t } = useTranslation();
  const visible = visibleFields(props.of.fields, props.form.values);
  const draw = (name: string) => <DrawnField key={name} {...props} name={name} />;
  if (props.of.groups === undefined) return visible.map(draw);
  return props.of.groups.map(({ title, fields }) => {
    const inGroup = fields.filter((name) => visible.includes(name));
    return inGroup.length === 0 ? null : (
      <fieldset key={title} className="form-group">
        <legend>{t(title)}</legend>
        {inGroup.map(draw)}
      </fieldset>
    );
  });
}

/** What is said above the button: a refusal, or what is wrong with no field in sight. */
function FormRefusal({ form }: { form: FormState }) {
  const { t, locale } = useTranslation();
  const message = form.problems["root"];
  if (message === undefined) return null;
  const code = "code" in message && message.code !== undefined && message.code > 0 ? { code: String(message.code) } : {};
  return <Notice tone="bad" title={sayMessage(message, t, locale)} {...code} />;
}

/** A declared form: draws its fields, judges them, keeps a draft, sends once, and says what went wrong where it went wrong. */
export function Form<S extends z.ZodType<Values>, A>({ of, initial, subject = "", autoFocus, onDone }: FormProps<S, A>) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const formId = useId();
  // The machinery knows no names of fields; what a definition says about its own was checked where it was declared.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields' types were checked at the declaration
  const any = of as unknown as AnyForm;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both come from this form's `send` and schema
  const form = useDeclaredForm(any, initial ?? {}, subject, (answer, values) => onDone?.(answer as A, values as z.output<S>));
  useEffect(() => {
    if (autoFocus === true) focusFirst(element.current);
  }, [autoFocus]);
  useEffect(() => {
    if (form.tries > 0) focusFirstInvalid(element.current);
  }, [form.tries]);
  // What is kept as a draft asks by itself, and loses nothing.
  useUnsaved(() => of.keepsDraft === false && form.mayBeLost());
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form ref={element} id={formId} className="form" noValidate onSubmit={submit} aria-busy={form.isBusy}>
      {of.keepsDraft !== false && <LeaveGuard mayBeLost={form.mayBeLost} onDiscard={form.discard} />}
      {form.restoredAt !== null && <RestoredNotice at={form.restoredAt} onDiscard={form.discard} />}
      <DrawnFields of={any} form={form} formId={formId} />
      <FormRefusal form={form} />
      {form.warning}
      <SubmitButton formId={formId} isBusy={form.isBusy} text={t(form.warning === null ? of.submit : (of.warning?.submit ?? of.submit))} />
    </form>
  );
}
