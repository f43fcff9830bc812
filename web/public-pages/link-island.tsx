import { LinkScreen } from "#src/pro/entitlement/link.screen.tsx";
import type { Language } from "#src/kit/lib/languages.ts";
import { mountCustomerIsland } from "./customer-island.tsx";

/** The island of `/esty-link`. */
export async function mount(element: HTMLElement, language: Language): Promise<void> {
  await mountCustomerIsland(element, language, ({ token, code }) => <LinkScreen language={language} token={token} code={code} />);
}
