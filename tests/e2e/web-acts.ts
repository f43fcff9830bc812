import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ElementHandle, Page } from "puppeteer";
import { signIn } from "#src/accounts/accounts.contract.ts";
import { sealForLogin } from "#src/accounts/sealing.ts";
import type { Area } from "#src/api/actors.ts";
import type { Client } from "#src/api/client.ts";
import { createClient } from "#src/api/client.ts";
import { demoPassword } from "#server/demo.ts";
import { until } from "./until.ts";

/** How long is waited for what comes at once on a quick machine, in milliseconds. */
const waitMs = 90_000;

/** Somebody who makes real calls beside the browser: another device, a colleague. */
export interface Elsewhere {
  readonly client: Client;
  readonly accessToken: string;
  readonly csrfToken: string;
}

/** Signs somebody in from another device, by the real calls. @throws CallProblem */
export async function signInElsewhere(origin: string, area: Area, username: string, password = demoPassword): Promise<Elsewhere> {
  let tokens: { accessToken: string; csrfToken: string } | null = null;
  const client = createClient({ origin, tokens: () => tokens });
  const { key_id, sealed } = await sealForLogin(client, username, password);
  const answer = await client.call(signIn, { username, password: sealed, key_id, area });
  tokens = { accessToken: answer.access_token, csrfToken: answer.csrf_token };
  return { client, ...tokens };
}

/** The text of the newest mail to an address, decoded; waits for one that holds `words`. */
export async function mailTo(dataDir: string, address: string, words: string): Promise<string> {
  return until(async () => mailsTo(dataDir, address).find((text) => text.includes(words)) ?? null, `a mail to ${address} with "${words}"`);
}

/** All mails to an address, the newest first. */
function mailsTo(dataDir: string, address: string): string[] {
  const folder = join(dataDir, "mail");
  try {
    return readdirSync(folder)
      .toSorted()
      .toReversed()
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .filter((text) => text.includes(address))
      .map(plainOf);
  } catch {
    return [];
  }
}

/** The text of a mail of one part (RFC 2045). */
function plainOf(mail: string): string {
  const [head = "", ...rest] = mail.split(/\r?\n\r?\n/);
  const body = rest.join("\n\n");
  if (/^content-transfer-encoding: *base64/im.test(head)) return Buffer.from(body, "base64").toString("utf8");
  if (!/^content-transfer-encoding: *quoted-printable/im.test(head)) return body;
  const bytes = body
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** The first link of a mail. @throws Error where there is none */
export function linkIn(text: string): URL {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`no link in: ${text}`);
  return new URL(link);
}

/** What toasts have said since, in order; also over a reload. Called before the page is opened. */
export async function hearToasts(page: Page): Promise<readonly string[]> {
  const heard: string[] = [];
  await page.exposeFunction("quaysideHeardToast", (text: string) => void heard.push(text));
  await page.evaluateOnNewDocument(() => {
    const tell = (globalThis as unknown as { quaysideHeardToast(text: string): void }).quaysideHeardToast;
    const look = (records: MutationRecord[]) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        const toasts = node.matches(".toast") ? [node] : [...node.querySelectorAll(".toast")];
        for (const toast of toasts) tell(toast.querySelector("span")?.textContent ?? "");
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  return heard;
}

/** Waits until a toast has said this; `after` many are not looked at. */
export async function heardToast(heard: readonly string[], words: string, after = 0): Promise<void> {
  await until(
    async () => (heard.slice(after).some((text) => text.includes(words)) ? true : null),
    `the toast "${words}", heard were ${JSON.stringify(heard)}`,
  );
}

/** Waits until the page is at a path; the query is not looked at. */
export async function atPath(page: Page, path: string): Promise<void> {
  await page
    .waitForFunction((wanted: string) => location.pathname === wanted, { timeout: waitMs }, path)
    .catch((error: unknown) => {
      throw new Error(`the page is at ${page.url()} and not at ${path}`, { cause: error });
    });
}

/** Waits until the main heading says this. */
export async function atHeading(page: Page, words: string): Promise<void> {
  await page
    .waitForFunction(
      (wanted: string) => [...document.querySelectorAll("h1")].some((one) => one.textContent?.trim() === wanted),
      { timeout: waitMs },
      words,
    )
    .catch(async (error: unknown) => {
      const seen = await page.$$eval("h1", (all) => all.map((one) => one.textContent));
      throw new Error(`at ${page.url()} the heading is ${JSON.stringify(seen)} and not ${words}`, { cause: error });
    });
}

/** Waits until a text is in sight. */
export async function seesText(page: Page, words: string): Promise<void> {
  await page
    .waitForFunction((wanted: string) => document.body.innerText.includes(wanted), { timeout: waitMs }, words)
    .catch(async (error: unknown) => {
      throw new Error(`at ${page.url()} there is no "${words}" in: ${await page.$eval("body", (body) => body.innerText)}`, {
        cause: error,
      });
    });
}

type AriaRole =
  | "button"
  | "link"
  | "tab"
  | "menuitem"
  | "textbox"
  | "checkbox"
  | "combobox"
  | "option"
  | "switch"
  | "radio"
  | "searchbox"
  | "navigation";

/** An element by what it is called to a screen reader: role and name. */
export async function named(page: Page, role: AriaRole, name: string): Promise<ElementHandle> {
  const found = await page.waitForSelector(`::-p-aria([name="${name}"][role="${role}"])`, { timeout: waitMs }).catch(() => null);
  if (found === null) throw new Error(`at ${page.url()} no ${role} is called "${name}"`);
  return found;
}

/** Opens a menu by its button and chooses an entry. A menu that was put away a moment ago does not open at once again. */
export async function chooseOf(page: Page, menu: string, entry: string): Promise<void> {
  await until(async () => {
    await press(page, "button", menu);
    return (await page.$(`::-p-aria([name="${entry}"][role="menuitem"])`)) === null ? null : true;
  }, `${entry} of the menu ${menu}`);
  await press(page, "menuitem", entry);
}

/** Presses what is called so. What was drawn anew just before the press was not pressed: its successor is. */
export async function press(page: Page, role: AriaRole, name: string, triesLeft = 5): Promise<void> {
  const element = await named(page, role, name);
  await page.waitForFunction((one: Element) => !(one as HTMLButtonElement).disabled, { timeout: waitMs }, element);
  try {
    await pressAtRest(element);
  } catch (error) {
    const isGone = await element.evaluate((one) => !one.isConnected).catch(() => false);
    if (!isGone || triesLeft === 1) throw error;
    await press(page, role, name, triesLeft - 1);
  }
}

/** Presses an element once it has come to rest: what slides into sight would be missed. */
async function pressAtRest(element: ElementHandle): Promise<void> {
  await element.scrollIntoView();
  await element.evaluate(async (one) => {
    for (let before = "", now = " "; now !== before;) {
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 50));
      now = JSON.stringify(one.getBoundingClientRect());
    }
  });
  await element.click();
}

/** The input that a label names; "required" and other words for a screen reader may follow the name. */
async function labelled(page: Page, label: string): Promise<ElementHandle<HTMLElement>> {
  const found = await page
    .waitForFunction(
      (wanted: string) => {
        const ownText = (element: Element) => [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)?.textContent?.trim();
        // The newest first: a dialog stands in front of the page.
        const all = [...document.querySelectorAll("label")].toReversed();
        const named_ = all.find((one) => ownText(one) === wanted && (document.getElementById(one.htmlFor)?.offsetParent ?? null) !== null);
        return named_ === undefined ? null : document.getElementById(named_.htmlFor);
      },
      { timeout: waitMs },
      label,
    )
    .catch((error: unknown) => {
      throw new Error(`at ${page.url()} no field is called "${label}"`, { cause: error });
    });
  const element = found.asElement();
  if (element === null) throw new Error(`no field is called "${label}"`);
  return element as ElementHandle<HTMLElement>;
}

/** Types into the field that a label names, instead of what stands there. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  const field = await labelled(page, label);
  await field.click({ count: 3 });
  await field.type(text);
}

/** What local storage holds, by key. */
export async function storageOf(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage) as [string, string][]));
}

/** Fills in the login that is in sight, and sends it. */
export async function logIn(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.waitForSelector("input[autocomplete=username]");
  await page.type("input[autocomplete=username]", username);
  await enterPassword(page, password);
}

/** Enters the password at the login, where the username stands already. */
export async function enterPassword(page: Page, password: string): Promise<void> {
  await page.waitForSelector("input[autocomplete=current-password]");
  await page.type("input[autocomplete=current-password]", password);
  await page.keyboard.press("Enter");
}

/** Waits until something holds in the page. */
export async function holds(page: Page, what: string, ask: () => Promise<boolean>): Promise<void> {
  await until(async () => ((await ask()) ? true : null), `${what} at ${page.url()}`);
}

/** Chooses an option of a menu or a combobox that a label names; the latter by typing a part of it. */
export async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  const field = await labelled(page, label);
  const value = await field.evaluate(
    (element, wanted) =>
      element instanceof HTMLSelectElement ? ([...element.options].find(({ text }) => text.trim() === wanted)?.value ?? null) : null,
    option,
  );
  if (value !== null) return void (await field.select(value));
  await field.click();
  if (typed !== "") await field.type(typed);
  await pressText(page, option, "[role=option]");
}

/** Presses the innermost element that says this, inside of what a selector names. */
export async function pressText(page: Page, words: string, within = "body"): Promise<void> {
  const found = await page
    .waitForFunction(
      (wanted: string, selector: string) => {
        const all = [...document.querySelectorAll<HTMLElement>(`${selector}, ${selector} *`)];
        return all.findLast((one) => one.textContent?.trim() === wanted && one.offsetParent !== null) ?? null;
      },
      { timeout: waitMs },
      words,
      within,
    )
    .catch((error: unknown) => {
      throw new Error(`at ${page.url()} nothing in ${within} says "${words}"`, { cause: error });
    });
  const element = found.asElement();
  if (element !== null) await pressAtRest(element as ElementHandle);
}
