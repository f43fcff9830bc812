import "./ui.css";
import { useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { LanguageSwitch } from "#src/company/appearance/language-switch.tsx";
import { ThemeSwitch } from "#src/company/appearance/theme-switch.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { ButtonLink } from "#src/kit/ui/button.tsx";
import { Mark } from "#src/kit/ui/mark.tsx";
import { clients } from "../area-clients.ts";
import { getSiteTitle } from "../site.ts";
import { ChosenFields } from "./chosen-fields.tsx";
import { Forms } from "./forms.tsx";
import { Charts, States } from "./kit-states.tsx";
import { Buttons, Colours } from "./kit.tsx";
import { LightParts } from "./light.tsx";
import { Lists } from "./lists.tsx";
import { Overlays } from "./overlays.tsx";
import { FrameInState, frameStates, ScanParts } from "./scanning.tsx";
import { Tables } from "./tables.tsx";
import { TypedFields } from "./typed-fields.tsx";
import { own } from "./words.ts";

const groups = [
  "colours",
  "buttons",
  "typed",
  "chosen",
  "states",
  "tables",
  "moving",
  "charts",
  "scanning",
  "light",
  "forms",
  "lists",
] as const;

const nobody = {
  area: null,
  client: clients.nobody,
  scope: { username: "operator01", providerUuid: "" },
  role: null,
  permissions: [],
  isReadOnly: false,
};

/** Shows every component of `src/kit/ui` in its states, for people and for visual tests. Not in production builds. `?scan=start` shows the hand-held frame. */
export function UiScreen() {
  const { t } = useTranslation();
  const language = useAppearance((store) => store.language);
  const title = t(own("title"));
  useEffect(() => {
    // After the root has set the title: this page is not in the table of places.
    const timer = setTimeout(() => {
      document.title = `${title} · ${getSiteTitle(language)}`;
    });
    return () => clearTimeout(timer);
  }, [title, language]);
  const search = useSearch({ strict: false });
  const frame = frameStates.find((state) => state === search.scan);
  if (frame !== undefined) {
    return (
      <CallerContext value={nobody}>
        <FrameInState key={frame} state={frame} />
      </CallerContext>
    );
  }
  return (
    <CallerContext value={nobody}>
      <div className="dev">
        <header className="dev-head">
          <Mark size={24} />
          <div className="row">
            <LanguageSwitch />
            <ThemeSwitch />
            <ButtonLink href="/">{t(own("back"))}</ButtonLink>
          </div>
        </header>
        <nav className="dev-index" aria-label={t(own("index"))}>
          {groups.map((id) => (
            <a key={id} href={`#${id}`}>
              {t(own(id === "chosen" ? "chosenFields" : id))}
            </a>
          ))}
        </nav>
        <main className="dev-main">
          <h1>{title}</h1>
          <p className="quiet">{t(own("intro"))}</p>
          <Colours />
          <Buttons />
          <TypedFields />
          <ChosenFields />
          <States />
          <Tables />
          <Overlays />
          <Charts />
          <ScanParts />
          <LightParts />
          <Forms />
          <Lists />
        </main>
      </div>
    </CallerContext>
  );
}
