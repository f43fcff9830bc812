import type { Language } from "#src/kit/lib/languages.ts";
import { toLanguage } from "#src/kit/lib/languages.ts";

/** A part of a page that lives in the browser: it fills its element, whose drawn content is its loading state. */
interface Island {
  mount(element: HTMLElement, language: Language): void | Promise<void>;
}

/**
 * The islands there are: four in React, and the main page's own, which do without. An element names its own by `data-island="checkout"`;
 * `data-when="seen"` has it loaded when it comes near, otherwise it is loaded at once.
 */
const islands: ReadonlyMap<string, () => Promise<Island>> = new Map([
  ["checkout", async () => import("./checkout-island.tsx")],
  ["link", async () => import("./link-island.tsx")],
  ["subscription", async () => import("./subscription-island.tsx")],
  ["support", async () => import("./support-island.tsx")],
  ["demo", async () => import("./demo.ts")],
  ["loop", async () => import("./loop.ts")],
]);

async function start(element: HTMLElement): Promise<void> {
  const load = islands.get(element.dataset["island"] ?? "");
  if (load === undefined) return;
  try {
    const { mount } = await load();
    await mount(element, toLanguage(document.documentElement.lang));
  } catch (error) {
    // A part that does not come is told, and not waited for: the page has the words (`[data-failed]`).
    element.dataset["failed"] = "";
    element.removeAttribute("aria-busy");
    throw error;
  }
}

/** Loads the islands of this page. */
export function startIslands(): void {
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        watch.unobserve(target);
        void start(target);
      }
    },
    { rootMargin: "400px" },
  );
  for (const element of document.querySelectorAll<HTMLElement>("[data-island]"))
    if (element.dataset["when"] === "seen") watch.observe(element);
    else void start(element);
}
