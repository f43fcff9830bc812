import "./account.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense } from "react";
import { mayCall, useCaller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { myPin } from "#src/scanning/hand-over.contract.ts";
import { lazyPart } from "#src/ui/lazy-part.ts";
import { Tabs } from "#src/ui/tabs.tsx";
import { LookSection } from "./look-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

const OperatorsSection = lazyPart(async () => (await import("#src/operators/operators-panel.screen.tsx")).OperatorsPanel);

const PinSection = lazyPart(async () => (await import("#src/scanning/pin-section.tsx")).PinSection);

const sections = ["profile", "password", "look", "operators", "sessions"] as const;
type Section = (typeof sections)[number];

/** The own profile; with PIN and badge for whoever scans. */
function OwnProfile() {
  const caller = useCaller();
  return (
    <div className="stack account-own">
      <ProfileSection />
      {mayCall(caller, myPin) && <PinSection />}
    </div>
  );
}

function Shown({ section }: { section: Section }) {
  switch (section) {
    case "profile":
      return <OwnProfile />;
    case "password":
      return <PasswordSection />;
    case "look":
      return <LookSection />;
    case "operators":
      return <OperatorsSection />;
    case "sessions":
      return <SessionsSection />;
  }
}

interface AccountPageProps {
  readonly title: string;
  /** whether there are operators to look after */
  readonly hasOperators: boolean;
}

/** What belongs to the own account, section by section; which one is in sight stands in the address. */
export function AccountPage({ title, hasOperators }: AccountPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search: { tab?: unknown } = useSearch({ strict: false });
  const offered = sections.filter((one) => one !== "operators" || hasOperators);
  const section = offered.find((one) => one === search.tab) ?? "profile";
  return (
    <div className="stack account">
      <h1>{title}</h1>
      <Tabs
        label={title}
        tabs={offered.map((value) => ({ value, text: t(`accounts.section.${value}`) }))}
        value={section}
        // What another section had in the address (the filters of a list) is not this one's.
        onValue={(tab) => void navigate({ to: ".", search: tab === "profile" ? {} : { tab }, replace: true })}
      >
        <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
          <Shown section={section} />
        </Suspense>
      </Tabs>
    </div>
  );
}
