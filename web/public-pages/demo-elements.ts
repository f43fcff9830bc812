/**
 * An element of the demo. What stands in it is text, whoever wrote it.
 * @param inside a text, or what it holds
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
