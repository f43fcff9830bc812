import { toNestErrors } from "@hookform/resolvers";
import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import type { CallProblem } from "#src/kit/api/client.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { getIssueCode } from "#src/kit/api/define-call.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import type { AnyForm, Values } from "./form-definition.ts";
import type { Message } from "./form-message.rules.ts";
import { getIssueMessage, isBlank, readMessage, writeMessage } from "./form-message.rules.ts";
import { visibleFields } from "./form-values.rules.ts";

/** What is wrong, by the place where it is shown: `zip`, `address.zip`, or `root` for what belongs to no visible field. */
export type Problems = Readonly<Record<string, Message>>;

/** The parts of a form's declaration that decide what is wrong. */
export type FormRules = Pick<AnyForm, "schema" | "fields" | "refusalsAt">;

/** Whether a path is that of a field, or of a part of it. */
export const isWithin = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`);

/** Finds where a problem is shown: at its field, at the field declared for its refusal, or at `root`. */
function findField(form: FormRules, values: Values, path: string, refusal: RefusalName | null): string {
  const visible = visibleFields(form.fields, values);
  if (visible.some((field) => isWithin(path, field))) return path;
  const declared = refusal === null ? undefined : form.refusalsAt?.[refusal];
  return declared !== undefined && visible.includes(declared) ? declared : "root";
}

/** Lists the errors of react-hook-form, which are nested, by their paths. */
function listErrors(errors: object, above = ""): [path: string, text: string][] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (key === "ref" || typeof error !== "object" || error === null) return [];
    const own = "message" in error && typeof error.message === "string" ? [[above + key, error.message] as [string, string]] : [];
    return [...own, ...listErrors(error, `${above}${key}.`)];
  });
}

/** Reads what the errors of react-hook-form say. */
export function readProblems(errors: object): Problems {
  return Object.fromEntries(listErrors(errors).map(([path, text]) => [path, readMessage(text)]));
}

const chosenKinds: ReadonlySet<string> = new Set(["choice", "choices", "country", "timeZone", "date", "images"]);

/** Fits a message to its field: an empty choice is not "filled in", and a limit is in the unit that is typed. */
function toFieldMessage(form: FormRules, path: string, message: Message): Message {
  const field = form.fields[path];
  if (field === undefined || !("key" in message)) return message;
  if (message.key === "form.required" && chosenKinds.has(field.kind)) return { key: "form.chooseOne" };
  const { per = 1 } = field.kind === "number" ? field : {};
  const values = Object.entries(message.values ?? {}).map(([name, value]) => [name, typeof value === "number" ? value / per : value]);
  return { key: message.key, values: Object.fromEntries(values) };
}

/** Creates the resolver of a form: the zod resolver, with each error where it is shown and its message in no language yet. */
export function createResolver(form: FormRules): Resolver<Values> {
  const validate = zodResolver(form.schema, { error: (issue) => writeMessage(getIssueMessage(issue)) });
  return async (values, context, options) => {
    const validated = await validate(values, context, options);
    const found: Record<string, Message> = {};
    for (const [path, text] of listErrors(validated.errors)) {
      const place = findField(form, values, path, getIssueCode({ message: text }));
      found[place] ??= toFieldMessage(form, place, readMessage(text));
    }
    for (const name of visibleFields(form.fields, values))
      if (form.fields[name]?.isRequired === true && isBlank(values[name]))
        // Whatever else is wrong with nothing: an empty address has no wrong format.
        found[name] = toFieldMessage(form, name, { key: "form.required" });
    if (Object.keys(found).length === 0) return validated;
    const errors = Object.entries(found).map(([path, message]) => [path, { type: "value", message: writeMessage(message) }] as const);
    return { values: {}, errors: toNestErrors(Object.fromEntries(errors), options) };
  };
}

/** Says what a failed call found wrong: at the fields that it names, or else as one sentence with its code. */
export function getCallProblems(form: FormRules, values: Values, problem: CallProblem): Problems {
  const atFields: Record<string, Message> = {};
  for (const { path, msg, code } of problem.fields) {
    const place = findField(form, values, path.join("."), null);
    if (place !== "root") atFields[place] ??= { texts: msg, code };
  }
  if (Object.keys(atFields).length > 0) return atFields;
  const place = findField(form, values, "", problem.codeName === "success" ? null : problem.codeName);
  return { [place]: place !== "root" && problem.msg !== null ? { texts: problem.msg } : getCallMessage(problem) };
}

function getCallMessage(problem: CallProblem): Message {
  if (problem.kind === "network") return { key: "form.network" };
  if (problem.kind === "timeout") return { key: "form.timeout" };
  // A silent code raises no toast; here it is shown in place.
  const texts = getProblemTexts(problem) ?? problem.msg ?? clientTexts.operationFailed;
  return { texts, code: problem.code === 0 ? problem.status : problem.code };
}
