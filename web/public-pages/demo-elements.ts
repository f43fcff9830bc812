/**
 * Creates an element of the demo. Strings are inserted as text, never as markup.
 * @param inside a text or the child elements
 */
export function createDemoElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  inside: string | readonly Node[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== "") made.className = className;
  made.append(...(typeof inside === "string" ? [inside] : inside));
  return made;
}
