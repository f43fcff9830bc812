/** Text as it may stand in HTML, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

/** A buyer's text as HTML: a break element and a line end for each line end, as PHP's nl2br writes it. */
export function textToHtml(text: string): string {
  return escapeHtml(text.replaceAll("\r\n", "\n")).replaceAll("\n", "<br />\n");
}

/** JSON that may stand in a script element: no text in it can end the script or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
