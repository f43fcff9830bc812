import type { Page } from "puppeteer";

/** One time that what stood on a page was pushed away. */
export interface Shift {
  /** on the page's own clock, ms */
  readonly atMs: number;
  /** the part of the window that moved, times how far it moved, as the browser counts it */
  readonly value: number;
  /** what moved, and how: `section.panel < main: down 40 px` */
  readonly nodes: readonly string[];
}

/** What a place's shifts may come to: half of what counts as good. */
export const mostShift = 0.05;

/** Shifts belong together that are less than a second apart, for five seconds at most. */
const apartMs = 1_000;
const togetherMs = 5_000;

interface Seen {
  quaysideShifts?: Shift[];
}

/** Has a page keep what is pushed away on it, from its first moment on. Called before it is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    interface Source {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }
    type Entry = PerformanceEntry & { readonly value: number; readonly sources: readonly Source[] };
    const shifts: { atMs: number; value: number; nodes: string[] }[] = [];
    (globalThis as Seen).quaysideShifts = shifts;
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      if (element === null) return "what is gone";
      const named = (one: Element) => `${one.localName}${[...one.classList].map((name) => `.${name}`).join("")}`;
      const parent = element.parentElement;
      return parent === null ? named(element) : `${named(element)} < ${named(parent)}`;
    };
    const say = ({ node, previousRect: from, currentRect: to }: Source) => {
      const box = ({ left, top, width, height }: DOMRectReadOnly) => [left, top, width, height].map(Math.round).join(",");
      return `${nameOf(node)}: ${box(from)} to ${box(to)}`;
    };
    // Nobody touches a page that is walked through, so no shift is anybody's wish. What follows a change of the window alone is left out: by who
    // asks, who knows when that was.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[])
        shifts.push({ atMs: entry.startTime, value: entry.value, nodes: entry.sources.map(say) });
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Forgets what was pushed away so far: what comes now is of another place. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What is drawn already, the observer is told of before the frame after the next one.
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    (globalThis as Seen).quaysideShifts?.splice(0);
  });
}

/** What was pushed away since the page was opened, or since it was told to forget. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return [...((globalThis as Seen).quaysideShifts ?? [])];
  });
}

/** Those of the worst stretch: less than a second apart, five seconds at most. */
function worst(shifts: readonly Shift[]): readonly Shift[] {
  const stretches: Shift[][] = [];
  for (const shift of shifts.toSorted((a, b) => a.atMs - b.atMs)) {
    const last = stretches.at(-1);
    const [first, before] = [last?.[0], last?.at(-1)];
    const isNext =
      first !== undefined && before !== undefined && shift.atMs - before.atMs < apartMs && shift.atMs - first.atMs < togetherMs;
    if (isNext) last?.push(shift);
    else stretches.push([shift]);
  }
  return stretches.toSorted((a, b) => sum(b) - sum(a))[0] ?? [];
}

const sum = (shifts: readonly Shift[]) => shifts.reduce((total, { value }) => total + value, 0);

/** What the shifts of a place come to: the sum of its worst stretch. */
export function layoutShift(shifts: readonly Shift[]): number {
  return sum(worst(shifts));
}

/** That too much of a place was pushed away, in words; nothing where it was not. */
export function shiftFaults(shifts: readonly Shift[]): string[] {
  const value = layoutShift(shifts);
  if (value < mostShift) return [];
  const nodes = worst(shifts).flatMap((shift) => shift.nodes);
  return [`pushed away by ${value.toFixed(3)}, of which ${mostShift} is the most: ${[...new Set(nodes)].join("; ")}`];
}

/** What a dialog or a menu may grow by once it is in sight, in px: less than a line. */
const mostGrowthPx = 16;

interface Coming {
  quaysideCame?: Map<Element, number>;
}

/** Has a page keep how high what a selector finds is when it first comes into sight. Called before it is asked for. */
export async function watchComing(page: Page, selector: string): Promise<void> {
  await page.evaluate((wanted: string) => {
    const came = new Map<Element, number>();
    const coming: Coming = globalThis as Coming;
    coming.quaysideCame = came;
    const look = () => {
      if (coming.quaysideCame !== came) return;
      for (const one of document.querySelectorAll(wanted)) {
        const { height } = one.getBoundingClientRect();
        if (height > 0 && !came.has(one)) came.set(one, height);
      }
      requestAnimationFrame(look);
    };
    look();
  }, selector);
}

/** That what came has another height now, in words; nothing where it has not. */
export async function growthFaults(page: Page, selector: string): Promise<string[]> {
  const { fromPx, toPx } = await page.$eval(selector, (one) => {
    const coming: Coming = globalThis as Coming;
    const { height } = one.getBoundingClientRect();
    const from = coming.quaysideCame?.get(one) ?? height;
    delete coming.quaysideCame;
    return { fromPx: from, toPx: height };
  });
  if (Math.abs(toPx - fromPx) <= mostGrowthPx) return [];
  return [`what came was ${Math.round(fromPx)} px high at first, and is ${Math.round(toPx)} px high now`];
}

interface Holding {
  quaysideHeld?: number;
}

/**
 * Has each answer of the server wait until the page has drawn what it shows without it, one after the other. So what a slow network shows is
 * drawn on a fast one, too: what is pushed away does not go by how busy the machine is. Called before the page is opened.
 */
export async function holdAnswers(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const held: Holding = globalThis as Holding;
    held.quaysideHeld = 0;
    const ask = globalThis.fetch.bind(globalThis);
    let turn: Promise<unknown> = Promise.resolve();
    const drawn = async () => {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
      // A window that is not in sight draws nothing: nothing is waited for there.
      await new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
        setTimeout(resolve, 1_000);
      });
    };
    globalThis.fetch = async (...asked: Parameters<typeof fetch>) => {
      held.quaysideHeld = (held.quaysideHeld ?? 0) + 1;
      try {
        const answer = await ask(...asked);
        await (turn = turn.then(drawn));
        return answer;
      } finally {
        held.quaysideHeld -= 1;
      }
    };
  });
}

/** Whether answers wait to be shown; runs in the page. */
export function areAnswersHeld(): boolean {
  return ((globalThis as Holding).quaysideHeld ?? 0) > 0;
}
