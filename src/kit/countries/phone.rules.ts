import type { RefusalName } from "#src/kit/api/codes.ts";

const phone = /^\(?\+?[0-9 ()-]+$/;
const longestPhone = 40;

/** Whether a text is a telephone number: 6 to 20 digits, perhaps a leading `+`, with blanks, brackets and hyphens as one likes. */
export function findPhoneRefusal(text: string): RefusalName | null {
  const digits = text.replaceAll(/[^0-9]/g, "").length;
  return text.length <= longestPhone && digits >= 6 && digits <= 20 && phone.test(text) ? null : "accounts.phoneShape";
}
