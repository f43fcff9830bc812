import type { ReactNode } from "react";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import type { Language } from "#src/kit/lib/languages.ts";
import { locales } from "#src/kit/lib/languages.ts";
import { makeTranslate } from "#src/kit/i18n/make-translate.ts";
import { showTexts } from "#src/kit/i18n/translation.store.ts";
import type { Arrival } from "#src/kit/session/customer-page-address.rules.ts";
import { parseArrival, withoutSecrets } from "#src/kit/session/customer-page-address.rules.ts";
import { followCustomerSession } from "#src/kit/session/customer-session.storage.ts";
import { useCustomerSession } from "#src/kit/session/customer-session.store.ts";
import { CustomerCaller, createCustomerClient } from "./customer-caller.tsx";
import { startCustomerRenewal } from "./customer-renewal.ts";

/** Only the catalogue of the page's language is loaded. */
const catalogues = {
  en_us: async () => (await import("../texts/islands.en_us.ts")).texts,
  zh_cn: async () => (await import("../texts/islands.zh_cn.ts")).texts,
} as const satisfies Record<Language, () => Promise<object>>;

/** Parses the parameters of the address, and removes secrets from the address bar and the history. */
function arrive(): Arrival {
  const { pathname, search } = location;
  const clean = withoutSecrets(pathname, search);
  if (clean !== null) history.replaceState(history.state, "", clean);
  return parseArrival(search);
}

/**
 * Renders a customer screen into a page's island, replacing its loading state.
 * @param screen receives the parameters of the address
 * @throws Error if the texts cannot be loaded; the page then shows a message
 */
export async function mountCustomerIsland(
  element: HTMLElement,
  language: Language,
  screen: (arrival: Arrival) => ReactNode,
): Promise<void> {
  const arrival = arrive();
  const texts = await catalogues[language]();
  showTexts({ t: makeTranslate(texts, locales[language]), locale: locales[language] });
  useCustomerSession.getState().reread();
  followCustomerSession(() => useCustomerSession.getState().reread(), new AbortController().signal);
  const client = createCustomerClient(language);
  startCustomerRenewal(client);
  element.removeAttribute("aria-busy");
  // React replaces the loading state in its first commit: clearing it here would leave the page empty until then, and it would shift
  // A transition renders in short slices, so that a slow phone answers to a tap meanwhile
  const root = createRoot(element);
  startTransition(() => root.render(<CustomerCaller client={client}>{screen(arrival)}</CustomerCaller>));
}
