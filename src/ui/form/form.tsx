import "./form.css";
import { Button } from "antd";
import type { SyntheticEvent } from "react";
import { use, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { z } from "zod";
import type { Translate } from "#src/i18n/shown.store.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button as PlainButton } from "../button.tsx";
import { DialogFootContext } from "../dialog.tsx";
import { useUnsaved } from "../unsaved.ts";
import { Notice } from "../notice.tsx";
import { FieldInput, isGroupKind } from "./field-input.tsx";
import type { Field, FormDefinition, Values } from "./form-definition.ts";
import { describedBy, FormField } from "./form-field.tsx";
import { messageOfCode, sayMessage } from "./form-message.rules.ts";
import { visibleFields } from "./form-values.rules.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import type { AnyForm, FormState } from "./use-form.ts";
import { useForm } from "./use-form.ts";

interface FormProps<S extends z.ZodType<Values>> {
  readonly of: FormDefinition<S>;
  /** what stands in it at first; a field that is not named is empty */
  readonly initial?: Partial<z.input<S>>;
  /** what is edited (a uuid): drafts are kept apart by it */
  readonly subject?: string;
  /** told after it was sent: what came back, and what was sent */
  readonly onDone?: (answer: unknown, values: z.output<S>) => void;
}

interface DrawnProps {
  readonly of: AnyForm;
  readonly form: FormState;
  readonly formId: string;
}

function getHint(field: Field<Values>, t: Translate, locale: string): string | null {
  if (field.kind === "switch" && field.blockedBy !== undefined) return sayMessage(messageOfCode(field.blockedBy), t, locale);
  return field.hint === undefined ? null : t(field.hint);
}

/** One declared field. */
function DrawnField({ of, form, formId, name }: DrawnProps & { name: string }) {
  const { t, locale } = useTranslation();
  const field = of.fields[name];
  if (field === undefined) return null;
  const id = `${formId}-${name}`;
  const own = form.problems.find(({ path }) => path === name);
  const error = own === undefined ? null : sayMessage(own.message, t, locale);
  const hint = getHint(field, t, locale);
  const partProblems = form.problems
    .filter(({ path }) => path.startsWith(`${name}.`))
    .map(({ path, message }) => ({ part: path.slice(name.length + 1), text: sayMessage(message, t, locale) }));
  return (
    <FormField
      id={id}
      label={t(field.label)}
      hint={hint}
      error={error}
      isRequired={field.isRequired === true}
      isGroup={isGroupKind(field)}
      isWide={field.isWide === true}
    >
      <FieldInput
        id={id}
        field={field}
        value={form.values[name]}
        values={form.values}
        describedBy={describedBy(id, hint, error)}
        isInvalid={error !== null}
        partProblems={partProblems}
        onChange={(value) => form.change(name, value)}
        onLeave={(part) => form.leave(name, part)}
        onHold={(isHeld) => form.hold(name, isHeld)}
      />
    </FormField>
  );
}

/** The fields in sight, in their groups. */
function DrawnFields(props: DrawnProps) {
  const { t } = useTranslation();
  const seen = visibleFields(props.of.fields, props.form.values);
  if (props.of.groups === undefined) return seen.map((name) => <DrawnField key={name} {...props} name={name} />);
  return props.of.groups.map(({ title, fields }) => {
    const here = fields.filter((name) => seen.includes(name));
    return here.length === 0 ? null : (
      <fieldset key={title} className="form-group">
        <legend>{t(title)}</legend>
        {here.map((name) => (
          <DrawnField key={name} {...props} name={name} />
        ))}
      </fieldset>
    );
  });
}

/** What is said above the button: a refusal, or what is wrong with no field in sight. */
function FormRefusal({ form }: { form: FormState }) {
  const { t, locale } = useTranslation();
  const general = form.problems.find(({ path }) => path === "");
  const said = form.refusal?.message ?? general?.message;
  if (said === undefined) return null;
  const code = form.refusal?.code ?? null;
  return <Notice tone="bad" title={sayMessage(said, t, locale)} {...(code === null ? {} : { code })} />;
}

function RestoredNotice({ at, onDiscard }: { at: string; onDiscard: () => void }) {
  const { t, locale } = useTranslation();
  const when = new Date(at);
  const [today] = useState(() => new Date().toDateString());
  const isToday = when.toDateString() === today;
  const time = when.toLocaleString(locale, isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
  return (
    <Notice tone="normal" title={t("form.draft.kept", { time })}>
      <div className="row">
        <PlainButton onClick={onDiscard}>{t("form.draft.discard")}</PlainButton>
      </div>
    </Notice>
  );
}

/** The button that sends: at the form's end, or in the foot of the dialog around it. */
function FormActions({ formId, isBusy, text }: { formId: string; isBusy: boolean; text: string }) {
  const foot = use(DialogFootContext);
  const button = (
    <Button type="primary" htmlType="submit" form={formId} loading={isBusy} aria-disabled={isBusy}>
      {text}
    </Button>
  );
  return foot === null ? <div className="form-actions">{button}</div> : createPortal(button, foot);
}

/** Puts the focus on the first field that is wrong, once for each refused try. */
function useFocusOnWrong(form: { current: HTMLFormElement | null }, refusedTries: number): void {
  useEffect(() => {
    if (refusedTries === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong="true"]');
    const target = wrong?.matches('[data-wrong="true"]') === true ? wrong.querySelector<HTMLElement>("input, textarea, button") : wrong;
    target?.focus();
  }, [form, refusedTries]);
}

/** A declared form: draws its fields, judges them, keeps a draft, sends once, and says what went wrong where it went wrong. */
export function Form<S extends z.ZodType<Values>>({ of, initial, subject = "", onDone }: FormProps<S>) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const formId = useId();
  // The machinery knows no names of fields; what a definition says about its own was checked where it was declared.
  const any = of as unknown as AnyForm;
  const form = useForm(any, initial ?? {}, subject, (answer, values) => onDone?.(answer, values as z.output<S>));
  useFocusOnWrong(element, form.refusedTries);
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
      <FormActions formId={formId} isBusy={form.isBusy} text={t(form.warning === null ? of.submit : (of.warning?.submit ?? of.submit))} />
    </form>
  );
}
