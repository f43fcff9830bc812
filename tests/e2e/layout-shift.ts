import type { Page } from "puppeteer";

/** A layout shift: visible content was pushed away. */
export interface Shift {
  /** on the page's clock, ms */
  readonly atMs: number;
  /** the moved share of the viewport times the distance, as the browser counts it */
  readonly value: number;
  /** what moved and how: `section.panel < main: down 40 px` */
  readonly nodes: readonly string[];
}

/** The limit for a place's shifts: half of what counts as good. */
export const mostShift = 0.05;

/** Shifts less than a second apart belong together, for at most five seconds. */
const apartMs = 1_000;
const togetherMs = 5_000;

interface Seen {
  quaysideShifts?: Shift[];
}

/** Records a page's layout shifts from the start. Call before opening it. */
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
    // Nobody interacts during the walk, so no shift is intended. Shifts caused only by window changes are excluded by the
    // caller, who knows when that was.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[])
        shifts.push({ atMs: entry.startTime, value: entry.value, nodes: entry.sources.map(say) });
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Forgets the shifts so far, before going to another place. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The observer hears of rendered content by the second next frame.
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    (globalThis as Seen).quaysideShifts?.splice(0);
  });
}

/** Returns the shifts since the page was opened or since `forgetShifts`. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return [...((globalThis as Seen).quaysideShifts ?? [])];
  });
}

/** Returns the worst group: less than a second apart, at most five seconds in all. */
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

/** Returns a place's layout shift: the sum of its worst group. */
export function layoutShift(shifts: readonly Shift[]): number {
  return sum(worst(shifts));
}

/** Describes excessive shifts; empty if there are none. */
export function shiftFaults(shifts: readonly Shift[]): string[] {
  const value = layoutShift(shifts);
  if (value < mostShift) return [];
  const nodes = worst(shifts).flatMap((shift) => shift.nodes);
  return [`pushed away by ${value.toFixed(3)}, of which ${mostShift} is the most: ${[...new Set(nodes)].join("; ")}`];
}

/** How much a dialog or menu may grow once visible, in px: less than a line. */
const mostGrowthPx = 16;

interface Coming {
  quaysideCame?: Map<Element, number>;
}

/** Records the height of a selector's element when it first becomes visible. Call before it is opened. */
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

/** Describes what has changed its height since; empty if nothing has. */
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
 * Delays each answer of the server until the page has rendered its loading state. So layout shifts of a slow network appear
 * on a fast one too, independent of the machine's load. Call before opening the page.
 */
export async function holdAnswers(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const held: Holding = globalThis as Holding;
    held.quaysideHeld = 0;
    const ask = globalThis.fetch.bind(globalThis);
    let turn: Promise<unknown> = Promise.resolve();
    const drawn = async () => {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
      // A hidden window renders nothing, so there is nothing to wait for.
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

/** Returns true while answers are held back; runs in the page. */
export function areAnswersHeld(): boolean {
  return ((globalThis as Holding).quaysideHeld ?? 0) > 0;
}
