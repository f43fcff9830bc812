import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ElementHandle, Page } from "puppeteer";
import { Puppeteer } from "puppeteer";
import { signIn } from "#src/company/accounts/accounts.contract.ts";
import { sealForLogin } from "#src/company/accounts/sealing.calls.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { Client } from "#src/kit/api/client.ts";
import { createClient } from "#src/kit/api/client.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { demoPassword } from "#server/demo.ts";
import { until } from "./until.ts";

/** How long to wait for what is immediate on a fast machine, in ms. */
const waitMs = 60_000;

/** The selector kind that finds a visible element by its text: a list of the text and its container's selector. */
const saying = "saying";
if (!Puppeteer.customQueryHandlerNames().includes(saying)) {
  Puppeteer.registerCustomQueryHandler(saying, {
    queryOne(_, asked) {
      const [words, within] = JSON.parse(asked) as [string, string];
      const all = [...document.querySelectorAll<HTMLElement>(`${within}, ${within} *`)];
      return all.findLast((one) => one.textContent?.trim() === words && one.offsetParent !== null) ?? null;
    },
  });
}

/** The selector kind that finds a label's input; "required" and other words for screen readers may follow the name. */
const labelled = "labelled";
if (!Puppeteer.customQueryHandlerNames().includes(labelled)) {
  Puppeteer.registerCustomQueryHandler(labelled, {
    queryOne(_, wanted) {
      const ownText = (element: Element) => [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)?.textContent?.trim();
      // Newest first: dialogs are in front of the page.
      const all = [...document.querySelectorAll<HTMLElement>("label, .field-label")].toReversed().filter((one) => ownText(one) === wanted);
      // A field that is not an input (a select, a date) refers to its label.
      const fieldOf = (label: HTMLElement) =>
        (label instanceof HTMLLabelElement && label.htmlFor !== "" ? document.getElementById(label.htmlFor) : null) ??
        (label.id === "" ? null : document.querySelector<HTMLElement>(`[aria-labelledby~="${label.id}"]:is(button, [role=group])`));
      return all.map(fieldOf).find((one) => one !== null && one.offsetParent !== null) ?? null;
    },
  });
}

/** A user making real calls outside the browser: another device or a colleague. */
export interface Elsewhere {
  readonly client: Client;
  readonly accessToken: string;
  readonly csrfToken: string;
}

/** Signs in from another device by real calls. @throws CallProblem */
export async function signInElsewhere(origin: string, area: Area, username: string, password = demoPassword): Promise<Elsewhere> {
  let tokens: { accessToken: string; csrfToken: string } | null = null;
  const client = createClient({ origin, tokens: () => tokens });
  const { key_id, sealed } = await sealForLogin(client, username, password);
  const answer = await client.call(signIn, { username, password: sealed, key_id, area });
  tokens = { accessToken: answer.access_token, csrfToken: answer.csrf_token };
  return { client, ...tokens };
}

/** Returns the newest mail to an address, decoded; waits for one containing `words`. */
export async function mailTo(dataDir: string, address: string, words: string): Promise<string> {
  return until(async () => mailsTo(dataDir, address).find((text) => text.includes(words)) ?? null, `a mail to ${address} with "${words}"`);
}

/** Lists all mails to an address, newest first. */
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

/** Decodes a single-part mail (RFC 2045). */
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

/** Returns the first link of a mail. @throws Error if there is none */
export function linkIn(text: string): URL {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`no link in: ${text}`);
  return new URL(link);
}

/** Records all toast texts in order, across reloads. Call before opening the page. */
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

/** Waits for a toast with this text, ignoring the first `after`. */
export async function heardToast(heard: readonly string[], words: string, after = 0): Promise<void> {
  await until(
    async () => (heard.slice(after).some((text) => text.includes(words)) ? true : null),
    `the toast "${words}", heard were ${JSON.stringify(heard)}`,
  );
}

/** Waits until the page is at a path, ignoring the query. */
export async function atPath(page: Page, path: string): Promise<void> {
  await page
    .waitForFunction((wanted: string) => location.pathname === wanted, { timeout: waitMs }, path)
    .catch((error: unknown) => {
      throw new Error(`the page is at ${page.url()} and not at ${path}`, { cause: error });
    });
}

/** Waits for a main heading. */
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

/** Waits until a text is visible. */
export async function seesText(page: Page, words: string): Promise<void> {
  await page
    .waitForFunction((wanted: string) => document.querySelector("body")?.innerText.includes(wanted), { timeout: waitMs }, words)
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
  | "menuitemradio"
  | "textbox"
  | "checkbox"
  | "combobox"
  | "option"
  | "switch"
  | "radio"
  | "searchbox"
  | "navigation";

/** Builds the selector of an accessible role and name. */
const ariaOf = (role: AriaRole, name: string) => `::-p-aria([name="${name}"][role="${role}"])`;

/** Finds an element by accessible role and name. */
export async function named(page: Page, role: AriaRole, name: string): Promise<ElementHandle> {
  const found = await page.waitForSelector(ariaOf(role, name), { timeout: waitMs }).catch(() => null);
  if (found === null) throw new Error(`at ${page.url()} no ${role} is called "${name}"`);
  return found;
}

/** How long a menu may take to open before its button is pressed again, in ms; slower ones are still found. */
const menuMs = 3_000;

/** Opens a menu by its button and chooses an entry. A menu that was just dismissed does not reopen at once. */
export async function chooseOf(page: Page, menu: string, entry: string): Promise<void> {
  await chooseAt(page, ariaOf("button", menu), entry);
}

/** The same for a menu button found by a selector. */
export async function chooseAt(page: Page, menu: string, entry: string): Promise<void> {
  const item = ariaOf("menuitem", entry);
  await until(async () => {
    // Pressing again would dismiss a menu that was slow to open.
    if ((await page.$(item).catch(() => null)) !== null) return true;
    await pressAt(page, menu);
    return page.waitForSelector(item, { timeout: menuMs }).then(
      () => true,
      () => null,
    );
  }, `${entry} of the menu ${menu}`);
  await press(page, "menuitem", entry);
}

/** Adds a list filter from its menu and sets its value. */
export async function filterBy(page: Page, label: string, option: string): Promise<void> {
  await chooseOf(page, english.list.filters.add, label);
  await press(page, "menuitemradio", option);
}

/** Presses a named element once it is enabled and still. Finds it again after a re-render. */
export async function press(page: Page, role: AriaRole, name: string): Promise<void> {
  await pressFound(page, ariaOf(role, name), `at ${page.url()} no ${role} that can be pressed is called "${name}"`);
}

/** Presses a selector's first match in the same way. */
export async function pressAt(page: Page, selector: string): Promise<void> {
  await pressFound(page, selector, `at ${page.url()} nothing that can be pressed is ${selector}`);
}

/**
 * @param count clicks at once: 3 selects all text of a field
 * @throws Error with `problem` if it does not appear, never settles or stays disabled
 */
async function pressFound(page: Page, selector: string, problem: string, count = 1): Promise<void> {
  await page
    .locator(selector)
    .setTimeout(waitMs)
    .filter((element) => {
      if (!(element instanceof Element)) return true;
      // A replaced element would be awaited in vain. The click fails, and the locator finds the new one.
      if (!element.isConnected) return true;
      // Actions that are disabled with a reason are not `disabled`: they stay focusable.
      if (element.getAttribute("aria-disabled") === "true") return false;
      // In the viewport and not behind what stays at its top or bottom, which would be hit instead. A person would scroll.
      const { x, y, width, height } = element.getBoundingClientRect();
      const front = document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".area-header, .hand-held-foot");
      if (front === null || front === undefined || front.contains(element)) return true;
      element.scrollIntoView({ block: "center" });
      return false;
    })
    .click({ count })
    .catch(async (error: unknown) => {
      const there = await page.$$eval(selector, (all) => all.map(({ outerHTML }) => outerHTML.slice(0, 300)));
      throw new Error(`${problem}; there is ${there.join(" and ") || "none"}`, { cause: error });
    });
}

/** Focuses a selector's input and replaces its text. */
async function typeOver(page: Page, selector: string, name: string, text: string): Promise<void> {
  await pressFound(page, selector, `at ${page.url()} no field is called "${name}"`, 3);
  await holds(page, `the focus in "${name}"`, () => page.$eval(selector, (field) => field === document.activeElement));
  await page.keyboard.type(text);
}

/** Replaces the text of a labelled field. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  await typeOver(page, `${labelled}/${label}`, label, text);
}

/** Replaces the text of a field by its accessible name. */
export async function fillNamed(page: Page, name: string, text: string): Promise<void> {
  await typeOver(page, ariaOf("textbox", name), name, text);
}

/** Returns local storage by key. */
export async function storageOf(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage) as [string, string][]));
}

/** Fills in and submits the visible login. */
export async function logIn(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.waitForSelector("input[autocomplete=username]");
  await page.type("input[autocomplete=username]", username);
  await enterPassword(page, password);
}

/** Enters the password at a login that already has the username. */
export async function enterPassword(page: Page, password: string): Promise<void> {
  await page.waitForSelector("input[autocomplete=current-password]");
  await page.type("input[autocomplete=current-password]", password);
  await page.keyboard.press("Enter");
}

/** Waits until a condition holds in the page. Errors count as false, since the element or page may be reloading. */
export async function holds(page: Page, what: string, ask: () => Promise<boolean>): Promise<void> {
  let failed: unknown;
  const asked = async () => {
    try {
      return await ask();
    } catch (error) {
      failed = error;
      return false;
    }
  };
  await until(async () => ((await asked()) ? true : null), what).catch((error: unknown) => {
    throw new Error(`${String(error)} at ${page.url()}`, { cause: failed });
  });
}

/** Waits until React has rendered and attached its listeners: only then do new elements receive keys. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 10_000 })));
}

/** Waits until temporary animations have ended and fonts are loaded, before measuring. */
export async function unmoved(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const moves = document
        .getAnimations()
        .some((one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity);
      return !moves && document.fonts.status === "loaded";
    },
    { timeout: waitMs, polling: 50 },
  );
}

/** Chooses an option of a labelled menu or combobox; in a combobox by typing a part. */
export async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  const field = `${labelled}/${label}`;
  await page.waitForSelector(field, { timeout: waitMs }).catch((error: unknown) => {
    throw new Error(`at ${page.url()} no field is called "${label}"`, { cause: error });
  });
  if (await page.$eval(field, (element) => element instanceof HTMLSelectElement)) return chooseOfSelect(page, label, option);
  await pressFound(page, field, `at ${page.url()} no field is called "${label}"`);
  const isTypedIn = await page.$eval(field, (element) => element instanceof HTMLInputElement);
  if (typed !== "" && isTypedIn) {
    await page.keyboard.type(typed);
    // Earlier options are replaced when the answer arrives: a press at that moment would be lost.
    await holds(page, `only options with "${typed}"`, () =>
      page.$$eval("[role=option]", (all, part) => all.length > 0 && all.every(({ textContent }) => textContent?.includes(part)), typed),
    );
  }
  await pressText(page, option, "[role=option]");
  await holds(page, `${option} as ${label}`, () =>
    page.$eval(
      field,
      (element, wanted) =>
        (element instanceof HTMLInputElement ? element.value : element.querySelector(".select-value")?.textContent) === wanted,
      option,
    ),
  );
}

/** Types a date, YYYY-MM-DD, into a labelled field in any language; `end` is that of a range. */
export async function fillDay(page: Page, label: string, day: string, end: 1 | 2 = 1): Promise<void> {
  const [year = "", month = "", date = ""] = day.split("-");
  for (const [part, typed] of Object.entries({ year, month, day: date })) {
    const segment = await until(async () => {
      const field = await page.$(`${labelled}/${label}`);
      return (await field?.$$(`[role=spinbutton][data-type=${part}]`))?.[end - 1] ?? null;
    }, `the field ${label}`);
    await segment.focus();
    await page.keyboard.type(typed);
  }
}

/** Chooses an option of a native select once it is available. */
async function chooseOfSelect(page: Page, label: string, option: string): Promise<void> {
  const field = `${labelled}/${label}`;
  const value = await until(async () => {
    const find = (element: Element, wanted: string) =>
      element instanceof HTMLSelectElement && !element.disabled
        ? ([...element.options].find(({ text, disabled }) => text.trim() === wanted && !disabled)?.value ?? null)
        : null;
    return page.$eval(field, find, option).catch(() => null);
  }, `${option} among those of ${label}`);
  await page.select(field, value);
}

/** Presses the innermost element with this text inside a selector. */
export async function pressText(page: Page, words: string, within = "body"): Promise<void> {
  await pressFound(page, `${saying}/${JSON.stringify([words, within])}`, `at ${page.url()} nothing in ${within} says "${words}"`);
}
