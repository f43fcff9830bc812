/** Excel refuses a longer address in a cell. */
const longestUrl = 2_079;

// Narrower than the URL standard on purpose: Excel offers to "repair" a workbook when one address in it is not to its liking,
// so only what is sure to be valid becomes a link. Anything else (javascript:, file:, \\server, spaces) stays readable text.
const safeUrl =
  /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:[/?#](?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?$/;

/** Whether an address may become a link that can be clicked. */
export function isLinkable(url: string): boolean {
  return url.length <= longestUrl && safeUrl.test(url);
}
