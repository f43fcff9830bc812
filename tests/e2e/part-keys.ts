import type { CDPSession, KeyInput, Page } from "puppeteer";

/** A node of the accessibility tree: role, name, description, value and states. */
export type AccessibleNode = Readonly<Record<string, unknown>>;

const sessions = new WeakMap<Page, Promise<CDPSession>>();

function openSession(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? page.createCDPSession();
  sessions.set(page, known);
  return known;
}

/** Reads the accessible node of an expression's element. @throws Error if there is none */
async function readNode(page: Page, expression: string): Promise<AccessibleNode> {
  const session = await openSession(page);
  const { result } = await session.send("Runtime.evaluate", { expression });
  if (result.objectId === undefined) throw new Error(`no element: ${expression}`);
  const { nodes } = await session.send("Accessibility.getPartialAXTree", { objectId: result.objectId, fetchRelatives: false });
  const [node] = nodes;
  // Chromium 156.0.8078.79 leaves aria-valuetext out of this tree, on a bare page too, so it is read from the element.
  const valueText = await session.send("Runtime.callFunctionOn", {
    objectId: result.objectId,
    functionDeclaration: 'function () { return this.getAttribute("aria-valuetext"); }',
  });
  const states = (node?.properties ?? []).flatMap(({ name, value }) => (value.value === undefined ? [] : [[name, value.value] as const]));
  return {
    role: node?.role?.value,
    name: node?.name?.value,
    description: node?.description?.value ?? "",
    value: node?.value?.value ?? "",
    ...Object.fromEntries(states),
    ...(typeof valueText.result.value === "string" ? { valuetext: valueText.result.value } : {}),
  };
}

/** Reads the accessible node of a selector's first element. */
export const readNodeAt = (page: Page, selector: string) => readNode(page, `document.querySelector(${JSON.stringify(selector)})`);

/** Reads the accessible node of the focused element. */
export const readFocusedNode = (page: Page) => readNode(page, "document.activeElement");

/** Reads the accessible node of the active option while an input keeps the focus. */
export const readActiveDescendant = (page: Page) =>
  readNode(page, 'document.getElementById(document.activeElement.getAttribute("aria-activedescendant") ?? "")');

/** Presses a key or a combination ("Alt+ArrowDown"); types anything else. */
export async function pressKeys(page: Page, keys: string): Promise<void> {
  const parts = keys.split("+");
  const isKey = (part: string) => /^(?:Tab|Shift|Alt|Enter|Space|Escape|Home|End|Page(?:Up|Down)|Arrow\w+|F6|Backspace)$/.test(part);
  if (!parts.every(isKey)) {
    await page.keyboard.type(keys);
    return;
  }
  const held = parts.slice(0, -1) as KeyInput[];
  for (const key of held) await page.keyboard.down(key);
  await page.keyboard.press(parts.at(-1) as KeyInput);
  for (const key of held.toReversed()) await page.keyboard.up(key);
}
