import { toNestErrors } from "@hookform/resolvers";
import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import type { CallProblem } from "#src/api/client.ts";
import type { RefusalName } from "#src/api/codes.ts";
import { codeOfIssue } from "#src/api/define-call.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { problemTexts } from "#src/api/problem.rules.ts";
import type { AnyForm, Values } from "./form-definition.ts";
import type { Message } from "./form-message.rules.ts";
import { isBlank, messageOfIssue, readMessage, writeMessage } from "./form-message.rules.ts";
import { visibleFields } from "./form-values.rules.ts";

/** What is wrong, and where: `zip`, `address.zip`, or `root` for what belongs to no visible field. */
export interface Problem {
  readonly path: string;
  readonly message: Message;
}

/** What the rules look at of a form. */
export type Judged = Pick<AnyForm, "schema" | "fields" | "refusalsAt">;

function firstOfEach(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ path }, index) => problems.findIndex((other) => other.path === path) === index);
}

/** Where a problem is said: at its field, at the field named for its refusal, or at none. */
function placeOf(form: Judged, values: Values, path: string, refusal: RefusalName | null): string {
  const seen = visibleFields(form.fields, values);
  if (seen.includes(path.split(".")[0] ?? "")) return path;
  const named = refusal === null ? undefined : form.refusalsAt?.[refusal];
  return named !== undefined && seen.includes(named) ? named : "root";
}

/** The errors of react-hook-form, which are nested, by their paths. */
function listErrors(errors: object, above = ""): [path: string, text: string][] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (key === "ref" || typeof error !== "object" || error === null) return [];
    const own = "message" in error && typeof error.message === "string" ? [[above + key, error.message] as [string, string]] : [];
    return [...own, ...listErrors(error, `${above}${key}.`)];
  });
}

/** What errors of react-hook-form say. */
export function problemsOf(errors: object): Problem[] {
  return listErrors(errors).map(([path, text]) => ({ path, message: readMessage(text) }));
}

const chosen: ReadonlySet<string> = new Set(["choice", "choices", "country", "timeZone", "date", "images"]);

/** What is chosen and not typed is not filled in either; a limit is said in the unit that is typed. */
function inOwnWords(form: Judged, { path, message }: Problem): Problem {
  const field = form.fields[path];
  if (field === undefined || !("key" in message)) return { path, message };
  if (message.key === "form.required" && chosen.has(field.kind)) return { path, message: { key: "form.chooseOne" } };
  const { per = 1 } = field.kind === "number" ? field : {};
  const values = Object.entries(message.values ?? {}).map(([name, value]) => [name, typeof value === "number" ? value / per : value]);
  return { path, message: { key: message.key, values: Object.fromEntries(values) } };
}

/**
 * Judges values by the schema, with the zod resolver; each error stands where it is said, its message without a language.
 * @param others what is wrong besides: what the server said, and what is still on its way
 */
export function resolverOf(form: Judged, others: () => readonly Problem[] = () => []): Resolver<Values> {
  const judge = zodResolver(form.schema, { error: (issue) => writeMessage(messageOfIssue(issue)) });
  return async (values, context, options) => {
    const judged = await judge(values, context, options);
    const found = listErrors(judged.errors).map(([path, text]) => {
      const message = readMessage(text);
      return inOwnWords(form, { path: placeOf(form, values, path, codeOfIssue({ message: text })), message });
    });
    const empty = visibleFields(form.fields, values)
      .filter((name) => form.fields[name]?.isRequired === true && isBlank(values[name]))
      .map((path) => inOwnWords(form, { path, message: { key: "form.required" } }));
    const problems = firstOfEach([...found, ...empty, ...others()]);
    if (problems.length === 0) return judged;
    const errors = problems.map(({ path, message }) => [path, { type: "value", message: writeMessage(message) }] as const);
    return { values: {}, errors: toNestErrors(Object.fromEntries(errors), options) };
  };
}

/** What is wrong besides what the schema says: what the server answered, and fields whose value is still on its way. */
export function createOthers() {
  let answered: readonly Problem[] = [];
  const held = new Set<string>();
  return {
    list: (): Problem[] => [...[...held].map((path): Problem => ({ path, message: { key: "form.held" } })), ...answered],
    answer(problems: readonly Problem[]): void {
      answered = problems;
    },
    /** What the server said of a field is no longer true once it has changed. */
    forget(field: string): void {
      answered = answered.filter(({ path }) => path !== field && !path.startsWith(`${field}.`));
    },
    hold(field: string, isHeld: boolean): void {
      if (isHeld) held.add(field);
      else held.delete(field);
    },
  };
}

/** Whether a problem is told already: its field or that part of it was left, or the form was sent. */
export function isTold({ path }: Problem, told: ReadonlySet<string>): boolean {
  const steps = path.split(".");
  return steps.some((_step, index) => told.has(steps.slice(0, index + 1).join(".")));
}

/** What a failed call says: at the fields that it names, or else as one sentence, with the code that stands small beside it. */
export function problemsOfCall(form: Judged, values: Values, problem: CallProblem): Problem[] {
  const atFields = problem.fields.map(({ path, msg, code }) => ({
    path: placeOf(form, values, path.join("."), null),
    message: { texts: msg, code },
  }));
  const told = firstOfEach(atFields.filter(({ path }) => path !== "root"));
  if (told.length > 0) return told;
  const path = placeOf(form, values, "", problem.codeName === "success" ? null : problem.codeName);
  if (path !== "root" && problem.msg !== null) return [{ path, message: { texts: problem.msg } }];
  return [{ path: "root", message: refusalOf(problem) }];
}

function refusalOf(problem: CallProblem): Message {
  if (problem.kind === "network") return { key: "form.network" };
  if (problem.kind === "timeout") return { key: "form.timeout" };
  // A silent code raises no toast; here it is said in place.
  const texts = problemTexts(problem) ?? problem.msg ?? ownTexts.operationFailed;
  return { texts, code: problem.code === 0 ? problem.status : problem.code };
}
