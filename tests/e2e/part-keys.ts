import type { CDPSession, KeyInput, Page } from "puppeteer";

/** What a screen reader is told of an element: role, name, description, value, and its states by their names. */
export type Heard = Readonly<Record<string, unknown>>;

const sessions = new WeakMap<Page, Promise<CDPSession>>();

function openSession(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? page.createCDPSession();
  sessions.set(page, known);
  return known;
}

/** What a screen reader is told of what the expression gives. @throws Error where that is no element */
async function hear(page: Page, expression: string): Promise<Heard> {
  const session = await openSession(page);
  const { result } = await session.send("Runtime.evaluate", { expression });
  if (result.objectId === undefined) throw new Error(`no element: ${expression}`);
  const { nodes } = await session.send("Accessibility.getPartialAXTree", { objectId: result.objectId, fetchRelatives: false });
  const [node] = nodes;
  const states = (node?.properties ?? []).flatMap(({ name, value }) => (value.value === undefined ? [] : [[name, value.value] as const]));
  return {
    role: node?.role?.value,
    name: node?.name?.value,
    description: node?.description?.value ?? "",
    value: node?.value?.value ?? "",
    ...Object.fromEntries(states),
  };
}

/** What is heard of the first element of a selector. */
export const heardAt = (page: Page, selector: string) => hear(page, `document.querySelector(${JSON.stringify(selector)})`);

/** What is heard of what has the focus. */
export const heardNow = (page: Page) => hear(page, "document.activeElement");

/** What is heard of the option that is marked while an input keeps the focus. */
export const heardMarked = (page: Page) =>
  hear(page, 'document.getElementById(document.activeElement.getAttribute("aria-activedescendant") ?? "")');

/** A key, or several held together ("Alt+ArrowDown"); anything else is typed. */
export async function strike(page: Page, keys: string): Promise<void> {
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
