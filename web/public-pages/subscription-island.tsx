import { useState } from "react";
import type { Language } from "#src/kit/lib/languages.ts";
import { useCustomerSession } from "#src/kit/session/customer-session.store.ts";
import { AccountDeleted } from "#src/pro/subscription/account-deleted.screen.tsx";
import { ConfirmEmail } from "#src/pro/subscription/confirm-email.screen.tsx";
import { CustomerSignInGate } from "#src/pro/subscription/customer-sign-in-gate.screen.tsx";
import { SubscriptionSettings } from "#src/pro/subscription/subscription-settings.screen.tsx";
import { useSignOut } from "#src/pro/subscription/use-sign-out.ts";
import { mountCustomerIsland } from "./customer-island.tsx";

interface SettingsProps {
  readonly language: Language;
  readonly token: string | null;
  readonly emailToken: string | null;
}

/** The settings behind the sign-in; after the account was deleted, only a message. */
function Settings({ language, token, emailToken }: SettingsProps) {
  const [isDeleted, setDeleted] = useState(false);
  const signOut = useSignOut();
  if (isDeleted) return <AccountDeleted />;
  const deleted = () => {
    setDeleted(true);
    useCustomerSession.getState().setSession(null);
  };
  return (
    <div className="stack">
      {emailToken !== null && <ConfirmEmail token={emailToken} />}
      <CustomerSignInGate language={language} purpose="settings" token={token}>
        <SubscriptionSettings
          language={language}
          openPage={(url) => location.assign(url)}
          signOut={() => void signOut()}
          onDeleted={deleted}
        />
      </CustomerSignInGate>
    </div>
  );
}

/** The island of `/esty-subscription`. */
export async function mount(element: HTMLElement, language: Language): Promise<void> {
  await mountCustomerIsland(element, language, ({ token, emailToken }) => (
    <Settings language={language} token={token} emailToken={emailToken} />
  ));
}
