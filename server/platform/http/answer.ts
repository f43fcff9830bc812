import { getIssueCode } from "#src/kit/api/define-call.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName, RefusalName } from "#src/kit/api/codes.ts";
import { envelope, httpStatus } from "#src/kit/api/envelope.ts";
import type { FieldProblem } from "#src/kit/api/envelope.ts";
import type { z } from "zod";

/** A response ready for the wire. */
export interface Answer {
  readonly status: number;
  readonly name: CodeName;
  readonly body: string;
}

/** The beginning of each code's envelope, up to its data. */
const beginnings = new Map<CodeName, string>();

/**
 * Returns the beginning of a code's envelope in ASCII. With one character past Latin-1, JavaScript keeps a whole text in two bytes a character: a page of 50 rows
 * took three times as long to write.
 */
function getBeginning(name: CodeName): string {
  const known = beginnings.get(name);
  if (known !== undefined) return known;
  const whole = JSON.stringify(envelope(name, null)).replaceAll(/[\u{80}-\u{10ffff}]/gu, escapeCharacter);
  const beginning = whole.slice(0, -"null}".length);
  beginnings.set(name, beginning);
  return beginning;
}

function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** Builds the response of a code of the table, with its data. */
export function answer(name: CodeName, data: unknown = null): Answer {
  return { status: httpStatus(name), name, body: `${getBeginning(name)}${JSON.stringify(data)}}` };
}

/**
 * Describes what is wrong with an input. If the rules have a code for every problem it is a refusal with that code; a mere wrong shape is a broken
 * request. Each field's problem is described in both languages; the input is not repeated.
 */
export function answerOfIssues(issues: readonly z.core.$ZodIssue[], allowed: readonly RefusalName[]): Answer {
  const named = issues.map((issue) => getIssueCode(issue));
  const fields: FieldProblem[] = issues.slice(0, 20).map((issue, index) => {
    const { code, en_us, zh_cn } = codes[named[index] ?? "parameterError"];
    return {
      path: issue.path.slice(0, 6).map((step) => (typeof step === "number" ? step : String(step).slice(0, 60))),
      code,
      msg: { en_us, zh_cn },
    };
  });
  const [first] = named;
  const isRefusal = first !== undefined && first !== null && named.every((name) => name !== null && allowed.includes(name));
  return answer(isRefusal ? first : "parameterError", { fields });
}
