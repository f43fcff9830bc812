import { useState } from "react";
import type { Language } from "#src/lib/look.ts";
import { useCustomerSession } from "#src/session/customer-session.store.ts";
import { AccountDeleted } from "#src/subscription/account-deleted.screen.tsx";
import { ConfirmEmail } from "#src/subscription/confirm-email.screen.tsx";
import { CustomerDoor } from "#src/subscription/customer-door.screen.tsx";
import { SubscriptionSettings } from "#src/subscription/subscription-settings.screen.tsx";
import { useSignOut } from "#src/subscription/use-sign-out.ts";
import { mountCustomerIsland } from "./customer-island.tsx";

interface SettingsProps {
  readonly language: Language;
  readonly token: string | null;
  readonly emailToken: string | null;
}

/** The settings behind their door; after the account was deleted, nothing but that. */
function Settings({ language, token, emailToken }: SettingsProps) {
  const [isDeleted, setDeleted] = useState(false);
  const signOut = useSignOut();
  if (isDeleted) return <AccountDeleted />;
  const deleted = () => {
    setDeleted(true);
    useCustomerSession.getState().keep(null);
  };
  return (
    <div className="stack">
      {emailToken !== null && <ConfirmEmail token={emailToken} />}
      <CustomerDoor language={language} purpose="settings" token={token}>
        <SubscriptionSettings
          language={language}
          openPage={(url) => location.assign(url)}
          signOut={() => void signOut()}
          onDeleted={deleted}
        />
      </CustomerDoor>
    </div>
  );
}

/** The living part of `/esty-subscription`. */
export async function mount(element: HTMLElement, language: Language): Promise<void> {
  await mountCustomerIsland(element, language, ({ token, emailToken }) => (
    <Settings language={language} token={token} emailToken={emailToken} />
  ));
}
