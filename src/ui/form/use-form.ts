import type { ReactNode } from "react";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { Caller } from "#src/api/caller.tsx";
import { useCaller } from "#src/api/caller.tsx";
import { CallProblem, newKey } from "#src/api/client.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import type { Draft, DraftName } from "./drafts.storage.ts";
import { readDraft, writeDraft } from "./drafts.storage.ts";
import type { AnyForm, Fields, Values } from "./form-definition.ts";
import { createOthers, isTold, problemsOf, problemsOfCall, resolverOf } from "./form-problems.rules.ts";
import { changedValues, fitsFields, startValues, withoutPasswords } from "./form-values.rules.ts";

/**
 * The caller as a form's `send` sees it: quiet, because the form says itself what went wrong, and with one key for the same input until it was
 * answered, so that a second press after a lost answer does nothing twice.
 */
function formCaller(caller: Caller, keys: Map<string, string>): Caller {
  const call: Caller["client"]["call"] = async (of, input, options = {}) => {
    const attempt = `${of.name} ${JSON.stringify(input)}`;
    const key = keys.get(attempt) ?? newKey();
    if (options.files === undefined) keys.set(attempt, key);
    const answer = await caller.client.call(of, input, { isQuiet: true, idempotencyKey: key, ...options });
    keys.delete(attempt);
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

/** All that a declared form knows and does, on react-hook-form; `Form` draws it. */
export function useDeclaredForm(of: AnyForm, initial: Values, subject: string, onDone: (answer: unknown, values: Values) => void) {
  const caller = useCaller();
  const { fields } = of;
  // Who began it: after a sign-out, or when somebody else has signed in, it must not become another's draft, nor nobody's.
  const [username] = useState(caller.scope.username);
  const isKept = of.keepsDraft !== false && username !== "";
  const name = useMemo(() => (isKept ? { username, form: of.name, subject } : null), [isKept, of.name, username, subject]);
  const [start] = useState(() => startValues(fields, initial));
  const [draft] = useState(() => findDraft(name, fields, start));
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null);
  /** the fields, or parts of them, whose problems are told */
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  /** undefined until it is looked for */
  const [warning, setWarning] = useState<ReactNode>(undefined);
  const changed = useRef(new Set<string>());
  const [others] = useState(createOthers);
  const keys = useRef(new Map<string, string>());

  const form = useForm<Values>({
    defaultValues: start,
    shouldFocusError: false,
    resolver: resolverOf(of, others.list),
  });
  const { errors, isDirty, isSubmitting, submitCount } = form.formState;
  const values = useWatch({ control: form.control });
  const mayBeLost = useCallback(
    () => Object.keys(fields).some((field) => fields[field]?.kind !== "password" && form.getFieldState(field).isDirty),
    [fields, form],
  );

  useLayoutEffect(() => {
    if (draft !== null) form.reset({ ...start, ...draft.values }, { keepDefaultValues: true });
  }, [draft, form, start]);
  useEffect(() => {
    if (name === null) return;
    const kept = Object.entries(values).filter(([field]) => fields[field]?.kind !== "password");
    writeDraft(name, mayBeLost() ? { at: new Date().toISOString(), values: Object.fromEntries(kept) } : null);
  }, [name, fields, values, mayBeLost]);

  // Newer values of what is edited are taken over, as long as nobody has changed anything.
  const given = JSON.stringify(initial);
  const seen = useRef(given);
  useEffect(() => {
    if (seen.current === given) return;
    seen.current = given;
    if (!isDirty) form.reset(startValues(fields, initial));
  });

  /** Begins again from these values; without any, from those that were saved. What was typed meanwhile may stay. */
  function restart(saved?: Values, isTypedKept = false): void {
    changed.current.clear();
    others.answer([]);
    if (name !== null) writeDraft(name, null);
    form.reset(saved, { keepValues: isTypedKept });
    setTold(new Set());
    setRestoredAt(null);
    setWarning(undefined);
  }

  async function send(sent: Values): Promise<void> {
    const typed = form.getValues();
    try {
      const sender = formCaller(caller, keys.current);
      if (of.warning !== undefined && warning === undefined) {
        const found = await of.warning.find(sent, sender);
        setWarning(found);
        if (found !== null) return;
      }
      const answer = await of.send(sent, sender);
      restart(withoutPasswords(fields, typed), JSON.stringify(form.getValues()) !== JSON.stringify(typed));
      onDone(answer, sent);
    } catch (error) {
      const isRefused = error instanceof CallProblem;
      others.answer(isRefused ? problemsOfCall(of, typed, error) : [{ path: "root", message: { texts: ownTexts.systemError } }]);
      await form.trigger();
      if (!isRefused) throw error;
    }
  }

  return {
    values,
    /** what is wrong and told already */
    problems: problemsOf(errors).filter((problem) => isTold(problem, told)),
    /** what is said before these values are sent; null for nothing */
    warning: warning ?? null,
    isBusy: isSubmitting,
    /** when the draft that was put back was last changed; null for none */
    restoredAt,
    /** grows with each try: after a refused one the first wrong field gets the focus */
    tries: submitCount,
    change(field: string, value: unknown): void {
      changed.current.add(field);
      others.forget(field);
      setWarning(undefined);
      for (const [each, its] of Object.entries(changedValues(fields, form.getValues(), field, value)))
        form.setValue(each, its, { shouldDirty: true });
      if (told.size > 0) void form.trigger();
    },
    leave(field: string, part?: string): void {
      if (!changed.current.has(field)) return;
      setTold((before) => new Set([...before, part === undefined ? field : `${field}.${part}`]));
      void form.trigger();
    },
    /** what is still on its way (an upload) holds the form back */
    hold(field: string, isHeld: boolean): void {
      others.hold(field, isHeld);
      // What was told of it is no longer true.
      setTold((before) => new Set([...before].filter((other) => other !== field)));
      void form.trigger();
    },
    discard: () => restart(),
    async submit(): Promise<void> {
      if (isSubmitting) return;
      others.answer([]);
      setTold(new Set(["root", ...Object.keys(fields)]));
      await form.handleSubmit(send)();
    },
    /** asked outside of a drawing: a form that was just saved holds nothing back */
    mayBeLost,
  };
}

export type FormState = ReturnType<typeof useDeclaredForm>;
