import type { RefusalName } from "#src/kit/api/codes.ts";

const phone = /^\(?\+?[0-9 ()-]+$/;
const longestPhone = 40;

/** Checks a telephone number: 6 to 20 digits, optionally a leading `+`, spaces, brackets and hyphens. Returns null if it is valid. */
export function findPhoneRefusal(text: string): RefusalName | null {
  const digits = text.replaceAll(/[^0-9]/g, "").length;
  return text.length <= longestPhone && digits >= 6 && digits <= 20 && phone.test(text) ? null : "accounts.phoneShape";
}
