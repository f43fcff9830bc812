import { emailRefusal } from "#src/accounts/accounts.rules.ts";
import type { CodeName } from "#src/api/codes.ts";
import type { FieldProblem } from "#src/api/envelope.ts";
import { messageRefusal } from "./support.rules.ts";

/** The fields of the form that can be wrong. */
export const supportFields = ["email", "message", "page"] as const;
export type SupportField = (typeof supportFields)[number];

/** What is wrong with a field: the name of a code, or `shape` for characters that plain text does not hold. */
export type FieldFault = CodeName | "shape";

const control = /[\p{Cc}\p{Cs}]/u;
const controlButLines = /[\p{Cs}]|(?![\t\n\r])\p{Cc}/u;

/** What is wrong with what was written, before it is sent: the rules of the contract. */
export function supportFaults(written: { email: string; message: string; page: string }): Partial<Record<SupportField, FieldFault>> {
  const email = emailRefusal(written.email.trim());
  const message = messageRefusal(written.message) ?? (controlButLines.test(written.message) ? "shape" : null);
  return {
    ...(email === null ? {} : { email }),
    ...(message === null ? {} : { message }),
    ...(control.test(written.page) ? { page: "shape" as const } : {}),
  };
}

/** The field that a problem of the server's answer belongs to; null for one that is none of the form's. */
export function fieldOfProblem({ path }: FieldProblem): SupportField | null {
  return supportFields.find((field) => field === path[0]) ?? null;
}
