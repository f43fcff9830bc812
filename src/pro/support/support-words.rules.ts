import { getEmailRefusal } from "#src/company/accounts/accounts.rules.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { FieldProblem } from "#src/kit/api/envelope.ts";
import { getMessageRefusal } from "./support.rules.ts";

/** The fields that can be invalid. */
export const supportFields = ["email", "message", "page"] as const;
export type SupportField = (typeof supportFields)[number];

/** A field's error: the name of a code, or `shape` for characters that plain text cannot contain. */
export type FieldFault = CodeName | "shape";

const control = /[\p{Cc}\p{Cs}]/u;
const controlButLines = /[\p{Cs}]|(?![\t\n\r])\p{Cc}/u;

/** Validates the form before it is sent, by the rules of the contract. */
export function findSupportFaults(written: { email: string; message: string; page: string }): Partial<Record<SupportField, FieldFault>> {
  const email = getEmailRefusal(written.email.trim());
  const message = getMessageRefusal(written.message) ?? (controlButLines.test(written.message) ? "shape" : null);
  return {
    ...(email === null ? {} : { email }),
    ...(message === null ? {} : { message }),
    ...(control.test(written.page) ? { page: "shape" as const } : {}),
  };
}

/** Returns the field of a server error; null if it is not one of the form's. */
export function findProblemField({ path }: FieldProblem): SupportField | null {
  return supportFields.find((field) => field === path[0]) ?? null;
}
