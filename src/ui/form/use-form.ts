import type { ReactNode } from "react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { z } from "zod";
import type { Caller } from "#src/api/caller.tsx";
import { useCaller } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { writeDraft } from "./drafts.storage.ts";
import { formCaller } from "./form-caller.ts";
import type { FormDefinition, Values } from "./form-definition.ts";
import type { Problem, Refusal } from "./form-problems.rules.ts";
import { isTold, problemsOf, problemsOfCall } from "./form-problems.rules.ts";
import type { Fields } from "./form-values.rules.ts";
import { changeValue, isSameValues, startValues, withoutPasswords } from "./form-values.rules.ts";
import { isWorthKeeping, useDraftKeeping, useKeptDraft } from "./use-draft.ts";

/** A declared form as the machinery sees it: whatever its fields are called. */
export type AnyForm = Omit<FormDefinition<z.ZodType<Values>>, "fields" | "groups" | "refusalsAt" | "send" | "warning"> & {
  readonly fields: Fields;
  readonly groups?: readonly { readonly title: FormDefinition<z.ZodType<Values>>["submit"]; readonly fields: readonly string[] }[];
  readonly refusalsAt?: Readonly<Record<string, string>>;
  readonly send: (values: Values, caller: Caller) => Promise<unknown>;
  readonly warning?: {
    readonly find: (values: Values, caller: Caller) => Promise<ReactNode | null>;
    readonly submit: FormDefinition<z.ZodType<Values>>["submit"];
  };
};

export interface FormState {
  readonly values: Values;
  /** what is wrong and told already */
  readonly problems: readonly Problem[];
  readonly refusal: Refusal | null;
  /** what is said before these values are sent; null for nothing */
  readonly warning: ReactNode | null;
  readonly isBusy: boolean;
  readonly isDirty: boolean;
  /** when the draft that was put back was last changed; null for none */
  readonly restoredAt: string | null;
  /** grows with each try that was refused: the first wrong field then gets the focus */
  readonly refusedTries: number;
  change(name: string, value: unknown): void;
  leave(name: string, part?: string): void;
  /** what is still on its way (an upload) holds the form back */
  hold(name: string, isHeld: boolean): void;
  discard(): void;
  submit(): Promise<void>;
  /** asked outside of a drawing: a form that was just saved holds nothing back */
  mayBeLost(): boolean;
}

/** All that a form knows and does; `Form` draws it. */
export function useForm(of: AnyForm, initial: Values, subject: string, onDone: (answer: unknown, values: Values) => void): FormState {
  const caller = useCaller();
  const { fields } = of;
  // Who began it: after a sign-out, or when somebody else has signed in, it must not become another's draft, nor nobody's.
  const [username] = useState(caller.scope.username);
  const isKept = of.keepsDraft !== false && username !== "";
  const name = useMemo(() => (isKept ? { username, form: of.name, subject } : null), [isKept, of.name, username, subject]);
  const [saved, setSaved] = useState(() => startValues(fields, initial));
  const draft = useKeptDraft(name, fields, saved);
  const [values, setValues] = useState<Values>(() => ({ ...saved, ...draft?.values }));
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null);
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  const [answered, setAnswered] = useState<readonly Problem[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [warned, setWarned] = useState<{ readonly values: Values; readonly warning: ReactNode | null } | null>(null);
  const [refusedTries, setRefusedTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());
  const changed = useRef(new Set<string>());
  const isSending = useRef(false);
  const keys = useRef(new Map<string, string>());
  const isChanged = isWorthKeeping(fields, values, saved);
  const isDirty = of.keepsDraft !== false && isChanged;
  const lossy = useRef(false);
  useEffect(() => {
    lossy.current = isChanged;
  }, [isChanged]);
  useDraftKeeping(name, fields, values, isDirty);
  useFreshInitial(initial, !isSameValues(values, saved), (fresh) => {
    const start = startValues(fields, fresh);
    setSaved(start);
    setValues(start);
  });

  const judged = useMemo(
    () => [...problemsOf(of, values), ...[...held].map((path): Problem => ({ path, message: { key: "form.held" } }))],
    [of, values, held],
  );
  const mine = judged.filter((problem) => isTold(problem, told));
  const problems = [...mine, ...answered.filter(({ path }) => !mine.some((other) => other.path === path))];

  const refuse = () => setRefusedTries((tries) => tries + 1);

  /** Looks once for what has to be said before these values are sent. @returns whether there is something */
  async function warn(): Promise<boolean> {
    if (of.warning === undefined || warned?.values === values) return false;
    setBusy(true);
    setRefusal(null);
    try {
      const warning = await of.warning.find(of.schema.parse(values), formCaller(caller, keys.current));
      setWarned({ values, warning });
      return warning !== null;
    } finally {
      setBusy(false);
    }
  }

  async function send(): Promise<void> {
    const sent = of.schema.parse(values);
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await of.send(sent, formCaller(caller, keys.current));
      const kept = withoutPasswords(fields, values);
      lossy.current = false;
      changed.current.clear();
      if (name !== null) writeDraft(name, null);
      setSaved(kept);
      // What was typed meanwhile stays.
      setValues((now) => (now === values ? kept : now));
      setTold(new Set());
      setRestoredAt(null);
      onDone(answer, sent);
    } catch (error) {
      if (error instanceof CallProblem) {
        const { atFields, refusal: inOneSentence } = problemsOfCall(of, values, error);
        setAnswered(atFields);
        setRefusal(inOneSentence);
        if (atFields.length > 0) refuse();
        return;
      }
      setRefusal({ message: { texts: ownTexts.systemError }, code: null });
      throw error;
    } finally {
      setBusy(false);
    }
  }

  return {
    values,
    problems,
    refusal,
    warning: warned?.values === values ? warned.warning : null,
    isBusy,
    isDirty,
    restoredAt,
    refusedTries,
    change(field, value) {
      changed.current.add(field);
      setValues((before) => changeValue(fields, before, field, value));
      setAnswered((before) => before.filter(({ path }) => path !== field && !path.startsWith(`${field}.`)));
    },
    leave(field, part) {
      if (!changed.current.has(field)) return;
      setTold((before) => new Set([...before, part === undefined ? field : `${field}.${part}`]));
    },
    hold(field, isHeld) {
      setHeld((before) => {
        if (before.has(field) === isHeld) return before;
        return new Set(isHeld ? [...before, field] : [...before].filter((other) => other !== field));
      });
      // What was told of it is no longer true.
      setTold((before) => new Set([...before].filter((other) => other !== field)));
    },
    discard() {
      lossy.current = false;
      changed.current.clear();
      if (name !== null) writeDraft(name, null);
      setValues(saved);
      setTold(new Set());
      setAnswered([]);
      setRefusal(null);
      setRestoredAt(null);
    },
    async submit() {
      if (isSending.current) return;
      setTold(new Set(["", ...Object.keys(fields)]));
      setAnswered([]);
      if (judged.length > 0) {
        setRefusal(null);
        refuse();
        return;
      }
      isSending.current = true;
      try {
        if (!(await warn())) await send();
      } finally {
        isSending.current = false;
      }
    },
    mayBeLost: () => lossy.current,
  };
}

/** Takes over newer values of what is edited, as long as nobody has changed anything. */
function useFreshInitial(initial: Values, isChanged: boolean, take: (initial: Values) => void): void {
  const text = JSON.stringify(initial);
  const [seen, setSeen] = useState(text);
  if (seen === text) return;
  setSeen(text);
  if (!isChanged) take(initial);
}
