import type { Language } from "#src/kit/lib/languages.ts";
import { CheckoutScreen } from "#src/pro/subscription/checkout.screen.tsx";
import { mountCustomerIsland } from "./customer-island.tsx";

/** The island of `/esty-checkout/pro`. */
export async function mount(element: HTMLElement, language: Language): Promise<void> {
  await mountCustomerIsland(element, language, ({ token, outcome, sessionId }) => (
    <CheckoutScreen language={language} token={token} outcome={outcome} sessionId={sessionId} openPage={(url) => location.assign(url)} />
  ));
}
