import type { ReactNode } from "react";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import type { IdempotencyKeys } from "#src/kit/api/idempotency-keys.ts";
import { createIdempotencyKeys } from "#src/kit/api/idempotency-keys.ts";
import type { Draft, DraftName } from "./drafts.storage.ts";
import { readDraft, writeDraft } from "./drafts.storage.ts";
import type { AnyForm, Fields, Values } from "./form-definition.ts";
import type { Problems } from "./form-problems.rules.ts";
import { createResolver, getCallProblems, isWithin, readProblems } from "./form-problems.rules.ts";
import { changedValues, fitsFields, startValues, withoutPasswords } from "./form-values.rules.ts";

/**
 * Creates the caller that a form's `send` gets: quiet, because the form itself shows what went wrong, and with one key for the same input until it
 * was answered, so that a second press after a lost answer does nothing twice.
 */
function createFormCaller(caller: Caller, keys: IdempotencyKeys): Caller {
  const call: Caller["client"]["call"] = async (of, input, options = {}) => {
    const attempt = `${of.name} ${JSON.stringify(input)}`;
    const idempotencyKey = keys.getKey(attempt, options.files !== undefined);
    const answer = await caller.client.call(of, input, { isQuiet: true, idempotencyKey, ...options });
    keys.forget(attempt);
    return answer;
  };
  return { ...caller, client: { ...caller.client, call } };
}

/** Reads the draft of a form; null where there is none that fits its fields and changes anything. */
function findDraft(name: DraftName | null, fields: Fields, start: Values): Draft | null {
  const draft = name === null ? null : readDraft(name);
  if (draft === null || !fitsFields(fields, draft.values)) return null;
  return JSON.stringify({ ...start, ...draft.values }) === JSON.stringify(start) ? null : draft;
}

/** State and acts of a declared form, on react-hook-form; `Form` draws it. */
export function useDeclaredForm(of: AnyForm, initial: Values, subject: string, onDone: (answer: unknown, values: Values) => void) {
  const caller = useCaller();
  const { fields } = of;
  // Who began the form: after a sign-out, or once somebody else has signed in, a draft must not become theirs.
  const [username] = useState(caller.scope.username);
  const hasDraft = of.keepsDraft !== false && username !== "";
  const draftName = useMemo(() => (hasDraft ? { username, form: of.name, subject } : null), [hasDraft, of.name, username, subject]);
  const [start] = useState(() => startValues(fields, initial));
  const [draft] = useState(() => findDraft(draftName, fields, start));
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null);
  /** fields and parts of fields (`address.zip`) whose problems are shown: left after a change, or sent */
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  /** undefined until it is looked for */
  const [warning, setWarning] = useState<ReactNode>(undefined);
  /** fields whose value is still uploading */
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());
  /** what the server answered to the values that were sent */
  const [refused, setRefused] = useState<Problems>({});
  const [keys] = useState(() => createIdempotencyKeys("all"));

  const form = useForm<Values>({ defaultValues: start, shouldFocusError: false, resolver: createResolver(of) });
  const { errors, isDirty, isSubmitting, submitCount } = form.formState;
  const values = useWatch({ control: form.control });
  const mayBeLost = useCallback(
    () => Object.entries(fields).some(([name, { kind }]) => kind !== "password" && form.getFieldState(name).isDirty),
    [fields, form],
  );

  useLayoutEffect(() => {
    if (draft !== null) form.reset({ ...start, ...draft.values }, { keepDefaultValues: true });
  }, [draft, form, start]);
  useEffect(() => {
    if (draftName === null) return;
    writeDraft(draftName, mayBeLost() ? { at: new Date().toISOString(), values: withoutPasswords(fields, values) } : null);
  }, [draftName, fields, values, mayBeLost]);

  // Newer values of what is edited replace the older ones as long as nothing was changed.
  const given = JSON.stringify(initial);
  const seen = useRef(given);
  useEffect(() => {
    if (seen.current === given) return;
    seen.current = given;
    if (!isDirty) form.reset(startValues(fields, initial));
  });

  /** Begins again from these values, or from those that were saved last. What was typed meanwhile may stay. */
  function restart(saved?: Values, isTypedKept = false): void {
    if (draftName !== null) writeDraft(draftName, null);
    form.reset(saved, { keepValues: isTypedKept });
    setShown(new Set());
    setRefused({});
    setRestoredAt(null);
    setWarning(undefined);
  }

  async function send(sent: Values): Promise<void> {
    const typed = form.getValues();
    try {
      const sender = createFormCaller(caller, keys);
      if (of.warning !== undefined && warning === undefined) {
        const found = await of.warning.find(sent, sender);
        setWarning(found);
        if (found !== null) return;
      }
      const answer = await of.send(sent, sender);
      restart(startValues(fields, withoutPasswords(fields, typed)), JSON.stringify(form.getValues()) !== JSON.stringify(typed));
      onDone(answer, sent);
    } catch (error) {
      const isRefused = error instanceof CallProblem;
      setRefused(isRefused ? getCallProblems(of, typed, error) : { root: { texts: clientTexts.systemError } });
      if (!isRefused) throw error;
    }
  }

  const uploading = Object.fromEntries([...held].map((field) => [field, { key: "form.held" } as const]));
  const problems: Problems = { ...uploading, ...refused, ...readProblems(errors) };
  return {
    values,
    problems: Object.fromEntries(Object.entries(problems).filter(([path]) => [...shown].some((field) => isWithin(path, field)))),
    /** what is shown before these values are sent; null for nothing */
    warning: warning ?? null,
    isBusy: isSubmitting,
    /** when the restored draft was last changed; null for none */
    restoredAt,
    /** grows with each try: after a refused one the first wrong field gets the focus */
    tries: submitCount,
    change(field: string, value: unknown): void {
      // What the server answered about it was about another value.
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !isWithin(path, field))));
      setWarning(undefined);
      for (const [name, next] of Object.entries(changedValues(fields, form.getValues(), field, value)))
        form.setValue(name, next, { shouldDirty: true, shouldTouch: name === field });
      if (shown.size > 0) void form.trigger();
    },
    leave(field: string, part?: string): void {
      if (!form.getFieldState(field).isTouched) return;
      setShown((before) => new Set([...before, part === undefined ? field : `${field}.${part}`]));
      void form.trigger();
    },
    /** while a value is still uploading, the form is not sent */
    hold(field: string, isHeld: boolean): void {
      const others = (names: ReadonlySet<string>) => [...names].filter((other) => other !== field);
      setHeld((before) => new Set(isHeld ? [...before, field] : others(before)));
      // What was shown of it no longer holds.
      setShown((before) => new Set(others(before)));
    },
    discard: () => restart(),
    async submit(): Promise<void> {
      if (isSubmitting) return;
      setRefused({});
      setShown(new Set(["root", ...Object.keys(fields)]));
      await form.handleSubmit((sent) => (held.size === 0 ? send(sent) : undefined))();
    },
    /** asked outside of a drawing: a form that was just saved holds nothing back */
    mayBeLost,
  };
}

export type FormState = ReturnType<typeof useDeclaredForm>;
