import type { CallProblem } from "#src/api/client.ts";
import type { RefusalName } from "#src/api/codes.ts";
import { codeOfIssue } from "#src/api/define-call.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { problemTexts } from "#src/api/problem.rules.ts";
import type { z } from "zod";
import type { Values } from "./form-definition.ts";
import type { Message } from "./form-message.rules.ts";
import { isBlank, messageOfIssue, valueAt } from "./form-message.rules.ts";
import type { Fields } from "./form-values.rules.ts";
import { visibleFields } from "./form-values.rules.ts";

/** What is wrong, and where: `zip`, `address.zip`, or "" for what belongs to no field in sight. */
export interface Problem {
  readonly path: string;
  readonly message: Message;
}

/** What the rules look at of a form. */
export interface Judged {
  readonly schema: z.ZodType<Values>;
  readonly fields: Fields;
  readonly refusalsAt?: { readonly [Name in RefusalName]?: string };
}

function firstOfEach(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ path }, index) => problems.findIndex((other) => other.path === path) === index);
}

/** Where a problem is said: at its field, at the field named for its refusal, or at none. */
function placeOf(form: Judged, seen: readonly string[], path: readonly PropertyKey[], refusal: RefusalName | null): string {
  if (path.length > 0 && seen.includes(String(path[0]))) return path.map(String).join(".");
  const named = refusal === null ? undefined : form.refusalsAt?.[refusal];
  return named !== undefined && seen.includes(named) ? named : "";
}

const chosen: ReadonlySet<string> = new Set(["choice", "choices", "country", "images"]);

/** What is chosen and not typed is not filled in either. */
function inOwnWords(form: Judged, problem: Problem): Problem {
  const isEmpty = "key" in problem.message && problem.message.key === "form.required";
  return isEmpty && chosen.has(form.fields[problem.path]?.kind ?? "") ? { ...problem, message: { key: "form.chooseOne" } } : problem;
}

/** Everything that is wrong with the values, one message a place. */
export function problemsOf(form: Judged, values: Values): Problem[] {
  const seen = visibleFields(form.fields, values);
  const judged = form.schema.safeParse(values);
  const found = (judged.error?.issues ?? []).map((issue) => ({
    path: placeOf(form, seen, issue.path, codeOfIssue(issue)),
    message: messageOfIssue(issue, valueAt(values, issue.path)),
  }));
  const empty = seen
    .filter((name) => form.fields[name]?.isRequired === true && isBlank(values[name]))
    .map((name): Problem => ({ path: name, message: { key: "form.required" } }));
  return firstOfEach([...found, ...empty]).map((problem) => inOwnWords(form, problem));
}

/** Whether a problem is told already: its field or that part of it was left, or the form was sent. */
export function isTold({ path }: Problem, told: ReadonlySet<string>): boolean {
  const steps = path.split(".");
  return steps.some((_step, index) => told.has(steps.slice(0, index + 1).join(".")));
}

/** A refusal as one sentence, with the code that stands small beside it. */
export interface Refusal {
  readonly message: Message;
  readonly code: string | null;
}

/** What a failed call says: at the fields that it names, or else as one sentence. */
export function problemsOfCall(form: Judged, values: Values, problem: CallProblem): { atFields: Problem[]; refusal: Refusal | null } {
  const seen = visibleFields(form.fields, values);
  const named = problem.codeName === null || problem.codeName === "success" ? null : problem.codeName;
  const atFields = firstOfEach(
    problem.fields
      .map(({ path, msg, code }) => ({ path: placeOf(form, seen, path, null), message: { texts: msg, code } }))
      .filter(({ path }) => path !== ""),
  );
  if (atFields.length > 0) return { atFields, refusal: null };
  const place = placeOf(form, seen, [], named);
  if (place !== "" && problem.msg !== null) return { atFields: [{ path: place, message: { texts: problem.msg } }], refusal: null };
  return { atFields: [], refusal: { message: refusalMessage(problem), code: codeText(problem) } };
}

function refusalMessage(problem: CallProblem): Message {
  if (problem.kind === "network") return { key: "form.network" };
  if (problem.kind === "timeout") return { key: "form.timeout" };
  // A silent code raises no toast; here it is said in place.
  return { texts: problemTexts(problem) ?? problem.msg ?? ownTexts.operationFailed };
}

function codeText({ code, status }: CallProblem): string | null {
  const number = code === 0 ? status : code;
  return number === 0 ? null : String(number);
}
