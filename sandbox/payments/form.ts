/** A raw parameter: text, a list, or named parts. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

const deepest = 6;

interface Node {
  text: string | null;
  parts: Map<string, Node>;
}

const newNode = (): Node => ({ text: null, parts: new Map() });

/** Splits `a[b][0]` into ["a", "b", "0"]; null if the brackets do not match. */
function pathOf(name: string): string[] | null {
  if (!/^[^[\]]+(\[[^[\]]*\])*$/.test(name)) return null;
  const path = name.replaceAll("]", "").split("[");
  return path.length > deepest ? null : path;
}

function valueOf(node: Node): FormValue {
  if (node.parts.size === 0) return node.text ?? "";
  const entries = [...node.parts];
  if (entries.every(([name]) => /^\d+$/.test(name)))
    return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, part]) => valueOf(part));
  return Object.fromEntries(entries.map(([name, part]) => [name, valueOf(part)]));
}

/**
 * Parses Stripe's nested form encoding: `metadata[key]=v`, `expand[]=a`, `line_items[0][price]=p`.
 * @returns the parameters by name, or null if a name cannot be parsed
 */
export function decodeForm(text: string): { [name: string]: FormValue } | null {
  const root = newNode();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name);
    if (path === null) return null;
    let node = root;
    for (const step of path) {
      // `expand[]` takes the next place of the list
      const key = step === "" ? String(node.parts.size) : step;
      const next = node.parts.get(key) ?? newNode();
      node.parts.set(key, next);
      node = next;
    }
    node.text = value;
  }
  // fromEntries defines properties, so that a part named __proto__ is only a part.
  return Object.fromEntries([...root.parts].map(([name, part]) => [name, valueOf(part)]));
}
