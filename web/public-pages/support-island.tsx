import type { Language } from "#src/kit/lib/languages.ts";
import { useCustomerSession } from "#src/kit/session/customer-session.store.ts";
import { SupportForm } from "#src/pro/support/support-form.screen.tsx";
import { mountCustomerIsland } from "./customer-island.tsx";

/** The island of `/esty-support`. Fills in the address of a signed-in customer. */
export async function mount(element: HTMLElement, language: Language): Promise<void> {
  await mountCustomerIsland(element, language, () => (
    <SupportForm language={language} email={useCustomerSession.getState().session?.email ?? ""} />
  ));
}
