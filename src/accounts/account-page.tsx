import "./account.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Tabs } from "#src/ui/tabs.tsx";
import { LookSection } from "./look-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

const OperatorsSection = lazy(async () => ({ default: (await import("#src/operators/operators-panel.screen.tsx")).OperatorsPanel }));

const sections = ["profile", "password", "look", "operators", "sessions"] as const;
type Section = (typeof sections)[number];

function Shown({ section }: { section: Section }) {
  switch (section) {
    case "profile":
      return <ProfileSection />;
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

/** Brings the chosen tab into sight where not all of them fit beside each other. */
function useChosenTabInSight(section: Section) {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = page.current?.querySelector<HTMLElement>(`[role="tab"][id$="-${section}"]`);
    const list = tab?.parentElement;
    if (tab === null || tab === undefined || list === null || list === undefined) return;
    const { left, right } = tab.getBoundingClientRect();
    const sight = list.getBoundingClientRect();
    if (right > sight.right) list.scrollLeft += right - sight.right;
    else if (left < sight.left) list.scrollLeft -= sight.left - left;
  }, [section]);
  return page;
}

/** What belongs to the own account, section by section; which one is in sight stands in the address. */
export function AccountPage({ title, hasOperators }: AccountPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search: { tab?: unknown } = useSearch({ strict: false });
  const offered = sections.filter((one) => one !== "operators" || hasOperators);
  const section = offered.find((one) => one === search.tab) ?? "profile";
  const page = useChosenTabInSight(section);
  return (
    <div className="stack account" ref={page}>
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
