import type { Language } from "#src/kit/lib/languages.ts";
import { toLanguage } from "#src/kit/lib/languages.ts";

/** An interactive part of a page: it renders into its element, whose prerendered content is the loading state. */
interface Island {
  mount(element: HTMLElement, language: Language): void | Promise<void>;
}

/**
 * All islands: four use React, those of the main page do not. An element names its island by `data-island="checkout"`;
 * with `data-when="seen"` it loads when it comes near the viewport, otherwise at once.
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
    // The page shows its message for a part that failed to load (`[data-failed]`).
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
