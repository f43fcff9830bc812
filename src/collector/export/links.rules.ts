/** Excel refuses a longer address in a cell. */
const longestUrl = 2_079;

// Deliberately narrower than the URL standard: Excel offers to "repair" a workbook if it rejects one address in it, so only
// addresses that are certainly valid become links. Anything else (javascript:, file:, \\server, spaces) stays readable text.
const safeUrl =
  /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:[/?#](?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?$/;

/** Whether an address may become a clickable link. */
export function isLinkable(url: string): boolean {
  return url.length <= longestUrl && safeUrl.test(url);
}
