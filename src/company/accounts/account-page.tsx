import "./account.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense } from "react";
import { mayCall, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { myPin } from "#src/company/shared-device/shared-device.contract.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import type { AccountSection } from "./accounts-search.rules.ts";
import { accountSections } from "./accounts-search.rules.ts";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

const OperatorsSection = lazyPart(async () => (await import("#src/company/operators/operators-panel.screen.tsx")).OperatorsPanel);

const PinSection = lazyPart(async () => (await import("#src/company/shared-device/pin-section.tsx")).PinSection);

/** The user's profile; with PIN and badge for those who scan. */
function OwnProfile() {
  const caller = useCaller();
  return (
    <div className="stack account-own">
      <ProfileSection />
      {mayCall(caller, myPin) && <PinSection />}
    </div>
  );
}

function Shown({ section }: { section: AccountSection }) {
  switch (section) {
    case "profile":
      return <OwnProfile />;
    case "password":
      return <PasswordSection />;
    case "look":
      return <AppearanceSection />;
    case "operators":
      return <OperatorsSection />;
    case "sessions":
      return <SessionsSection />;
  }
}

interface AccountPageProps {
  readonly title: string;
  /** whether the account has operators */
  readonly hasOperators: boolean;
}

/** The user's account, section by section; the address names the open one. */
export function AccountPage({ title, hasOperators }: AccountPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { tab: named } = useSearch({ strict: false });
  const offered = accountSections.filter((one) => one !== "operators" || hasOperators);
  const section = offered.find((one) => one === named) ?? "profile";
  return (
    <div className="stack account">
      <h1>{title}</h1>
      <Tabs
        label={title}
        tabs={offered.map((value) => ({ value, text: t(`accounts.section.${value}`) }))}
        value={section}
        // Drops parameters of another section, such as the filters of a list.
        onValue={(tab) => void navigate({ to: ".", search: tab === "profile" ? {} : { tab }, replace: true })}
      >
        <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
          <Shown section={section} />
        </Suspense>
      </Tabs>
    </div>
  );
}
