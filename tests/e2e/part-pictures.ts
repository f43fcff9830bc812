import type { ElementHandle, Page } from "puppeteer";
import sharp from "sharp";
import { until } from "./until.ts";
import type { PartLook } from "./part-page.ts";
import { openParts } from "./part-page.ts";
import type { WebStage } from "./web-browser.ts";

/** A PNG of the component page. */
export interface PartPicture {
  readonly name: string;
  readonly png: Uint8Array;
}

/** Parts that open, and the button of their sample that opens them; a date opens its calendar. */
export const openings: readonly {
  readonly name: string;
  readonly sample: string;
  readonly nth?: number;
  readonly by?: "focus" | "menu";
}[] = [
  { name: "select", sample: "Select:filled" },
  { name: "combobox", sample: "Combobox:filled", nth: -1 },
  { name: "date", sample: "DateField:filled" },
  { name: "date-range", sample: "DateRangeField:filled" },
  { name: "menu", sample: "Menu" },
  { name: "menu-placed", sample: "PlacedMenu", by: "menu" },
  { name: "popover", sample: "Popover" },
  { name: "tooltip", sample: "Tooltip", by: "focus" },
  { name: "dialog", sample: "Dialogs" },
  { name: "dialog-long", sample: "Dialogs", nth: 1 },
  { name: "dialog-form", sample: "Dialogs", nth: 2 },
  { name: "dialog-remove", sample: "Dialogs", nth: 3 },
  { name: "light-dialog", sample: "LightDialogs" },
];

/** What is shown in front of the page. */
export const inFront = ".popover, .dialog-frame, dialog[open], .tooltip";

/** Parts to focus and hover, each by its sample and focusable element. */
const touched: readonly (readonly [sample: string, selector: string])[] = [
  ["Button:normal", "button"],
  ["Button:primary", "button"],
  ["Button:danger", "button"],
  ["Button:plain", "button"],
  ["ButtonLink", "a"],
  ["IconButton", "button"],
  ["TextField:filled", "input"],
  ["TextLines:filled", "textarea"],
  ["SearchField:filled", "input"],
  ["PasswordField:filled", "input"],
  ["NumberSteps:filled", "input"],
  ["DateField:filled", "[role=spinbutton]"],
  ["Select:filled", "button"],
  ["Combobox:filled", "input"],
  ["RadioGroup-list:filled", "input"],
  ["RadioGroup-segments:filled", "input"],
  ["CheckboxGroup:filled", "input"],
  ["Checkbox:false", "input"],
  ["Switch:false", "input"],
  ["Slider", "input"],
  ["FileDrop", "button"],
  ["Tabs", "[role=tab]"],
  ["PlacedMenu", "button"],
  ["LightField:0", "input"],
  ["LightSelect", "select"],
  ["LightChoice", "input"],
];

/** The states of the hand-held frame (web/dev/scanning.tsx). */
const frameStates = ["start", "done", "refused", "waiting", "number", "choices"] as const;

const inSample = (sample: string, selector: string) => `[data-shown="${sample}"] ${selector}`;

/** Returns an element's rectangle in the window, with room for a focus ring or shadow. */
async function getClip(page: Page, selector: string, room: number) {
  const box = await page.$$eval(
    selector,
    (all, px) => {
      const boxes = all.map((one) => one.getBoundingClientRect());
      const x = Math.max(0, Math.floor(Math.min(...boxes.map(({ left }) => left)) - px));
      const y = Math.max(0, Math.floor(Math.min(...boxes.map(({ top }) => top)) - px));
      const right = Math.min(innerWidth, Math.ceil(Math.max(...boxes.map((one) => one.right)) + px));
      const bottom = Math.min(innerHeight, Math.ceil(Math.max(...boxes.map((one) => one.bottom)) + px));
      return { x, y: y + scrollY, width: right - x, height: bottom - y };
    },
    room,
  );
  return box;
}

/**
 * Takes pictures until two in a row are equal: on a busy machine laid-out content may not be painted yet.
 * @throws Error if it never settles
 */
async function shootStill(shoot: () => Promise<Uint8Array>): Promise<Uint8Array> {
  let before = await shoot();
  return until(async () => {
    const now = await shoot();
    const isStill = Buffer.from(now).equals(before);
    before = now;
    return isStill ? now : null;
  }, "a picture that does not change");
}

const shoot = (page: Page, clip: { x: number; y: number; width: number; height: number }) =>
  shootStill(() => page.screenshot({ clip, captureBeyondViewport: false }));

/** Scrolls the n-th button of a sample to the middle of the window; negative counts from the end. @throws Error if there is none */
async function bringUp(page: Page, selector: string, nth = 0): Promise<ElementHandle<HTMLElement>> {
  const all = await page.$$(selector);
  const element = all.at(nth) as ElementHandle<HTMLElement> | undefined;
  if (element === undefined) throw new Error(`no ${selector} on the component page`);
  await element.evaluate((one) => one.scrollIntoView({ block: "center" }));
  return element;
}

/** Waits until changes are rendered. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Opens a part; resolves when it is in front of the page. */
export async function openPart(page: Page, { sample, nth, by }: Omit<(typeof openings)[number], "name">): Promise<void> {
  // A key makes the focus a keyboard focus. It comes first, because scrolling closes tooltips.
  if (by === "focus") await page.keyboard.press("Tab");
  const button = await bringUp(page, inSample(sample, "button"), nth);
  await drawn(page);
  // Tab may have focused it.
  if (by === "focus") await button.evaluate((one) => one.blur());
  if (by === "focus") await button.focus();
  else await button.click(by === "menu" ? { button: "right" } : {});
  await page.waitForSelector(inFront);
  await page.mouse.move(0, 0);
  await drawn(page);
}

export async function closePart(page: Page): Promise<void> {
  await until(async () => {
    if ((await page.$(inFront)) === null) return true;
    await page.keyboard.press("Escape");
    return null;
  }, "an overlay that Escape closes");
}

/**
 * Takes a picture of a section in a window tall enough for it: Chromium may not paint what is outside.
 * @throws Error if there is no section of this id
 */
export async function drawSection(page: Page, id: string): Promise<Uint8Array> {
  const selector = `section.dev-group#${id}`;
  const section = await page.$(selector);
  if (section === null) throw new Error(`no section ${id} on the component page`);
  const window = page.viewport();
  if (window === null) throw new Error("the page has no size");
  // Includes the scroll margin.
  const height = await section.evaluate((one) => Math.ceil(one.getBoundingClientRect().height) + 100);
  await page.setViewport({ ...window, height: Math.max(window.height, height) });
  await section.evaluate((one) => one.scrollIntoView({ block: "start" }));
  await drawn(page);
  const { x = 0, y = 0, width = 0, height: shown = 0 } = (await section.boundingBox()) ?? {};
  const scrolled = await page.evaluate(() => scrollY);
  const png = await shoot(page, { x, y: y + scrolled, width, height: shown });
  await page.setViewport(window);
  return png;
}

async function drawSections(page: Page): Promise<PartPicture[]> {
  const pictures: PartPicture[] = [];
  const names = await page.$$eval("section.dev-group:not(#lists)", (all) => all.map(({ id }) => id));
  for (const name of names) pictures.push({ name, png: await drawSection(page, name) });
  // Lists render only visible rows: each is scrolled into view.
  for (const state of ["rows", "chosen", "loading", "failed", "nothing"]) {
    await bringUp(page, `[data-shown="List:${state}"]`);
    await page.waitForNetworkIdle({ idleTime: 100 });
    await drawn(page);
    pictures.push({ name: `list-${state}`, png: await shoot(page, await getClip(page, `[data-shown="List:${state}"]`, 0)) });
  }
  return pictures;
}

async function drawOpened(page: Page): Promise<PartPicture[]> {
  const pictures: PartPicture[] = [];
  for (const { name, ...opening } of openings) {
    await openPart(page, opening);
    pictures.push({ name: `open-${name}`, png: await shoot(page, await getClip(page, inFront, 16)) });
    await closePart(page);
  }
  for (const nth of [0, 1, 2]) await (await bringUp(page, inSample("Toasts", "button"), nth)).click();
  await page.waitForFunction(() => document.querySelectorAll(".toast").length === 3);
  // Hovered toasts stay.
  await page.hover(".toast");
  pictures.push({ name: "open-toasts", png: await shoot(page, await getClip(page, ".toasts", 16)) });
  return pictures;
}

/** Joins pictures of the same width in columns. */
async function join(tiles: readonly Uint8Array[], width: number, ground: string): Promise<Uint8Array> {
  const columns = 4;
  const sized = await Promise.all(
    tiles.map(async (input) => ({ input: Buffer.from(input), height: (await sharp(Buffer.from(input)).metadata()).height })),
  );
  const ends = Array.from({ length: columns }, () => 0);
  const placed = sized.map(({ input, height }) => {
    const column = ends.indexOf(Math.min(...ends));
    const top = ends[column] ?? 0;
    ends[column] = top + height;
    return { input, left: column * width, top };
  });
  const canvas = sharp({ create: { width: columns * width, height: Math.max(...ends), channels: 3, background: ground } });
  return canvas.composite(placed).png().toBuffer();
}

const tileWidth = 290;

/** Draws each part with keyboard focus, and each hovered. */
async function drawTouched(page: Page): Promise<PartPicture[]> {
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--ground").trim());
  const focused: Uint8Array[] = [];
  const hovered: Uint8Array[] = [];
  for (const [sample, selector] of touched) {
    const element = await bringUp(page, inSample(sample, selector));
    const tile = async () => {
      await bringUp(page, `[data-shown="${sample}"]`);
      const { x, y, width, height } = await getClip(page, `[data-shown="${sample}"]`, 4);
      return shoot(page, { x, y, width: Math.min(width, tileWidth), height: Math.min(height, 160) });
    };
    // A key makes the focus a keyboard focus, which shows a ring.
    await page.keyboard.press("Tab");
    await element.focus();
    focused.push(await tile());
    await element.evaluate((one) => one.blur());
    // The visible part: inputs of checkboxes, switches and sliders are hidden inside it.
    const shown = await element.evaluateHandle((one) => one.closest("label, .slider-thumb") ?? one);
    await shown.hover();
    await drawn(page);
    hovered.push(await tile());
    await page.mouse.move(0, 0);
  }
  return [
    { name: "focused", png: await join(focused, tileWidth, ground) },
    { name: "hovered", png: await join(hovered, tileWidth, ground) },
  ];
}

/** Draws the hand-held frame at its size; one page goes through all states. */
async function drawFrames(stage: WebStage, look: PartLook): Promise<PartPicture[]> {
  const pictures: PartPicture[] = [];
  const page = await openParts(stage, look, { width: 390, search: "?scan=start" });
  for (const state of frameStates) {
    await page.evaluate((search: string) => history.pushState(null, "", search), `?scan=${state}`);
    await page.waitForSelector(`[data-shown="HandHeldFrame:${state}"]`);
    pictures.push({ name: `hand-held-${state}`, png: await shootStill(() => page.screenshot()) });
  }
  await page.browserContext().close();
  return pictures;
}

/** Draws all parts in a look. */
export async function drawParts(stage: WebStage, look: PartLook): Promise<PartPicture[]> {
  const page = await openParts(stage, look);
  const pictures = [...(await drawSections(page)), ...(await drawTouched(page)), ...(await drawOpened(page))];
  await page.browserContext().close();
  return [...pictures, ...(await drawFrames(stage, look))];
}
