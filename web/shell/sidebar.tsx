import PanelLeftClose from "lucide-react/icons/panel-left-close";
import PanelLeftOpen from "lucide-react/icons/panel-left-open";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import type { ShownEntry } from "../menu.ts";
import { AppLink } from "./app-link.tsx";
import { IconMenu, SideMenu } from "./side-menu.tsx";
import { useSideMenu } from "./side-menu.store.ts";
import { SiteMark, useSiteTitle } from "./site-mark.tsx";

interface SidebarProps {
  /** the address of the home page */
  home: string;
  entries: readonly ShownEntry[];
  trail: readonly ShownEntry[];
}

/** The side of the page: the brand, and the menu as texts or icons. */
export function Sidebar({ home, entries, trail }: SidebarProps) {
  const { t } = useTranslation();
  const { isCollapsed, collapse } = useSideMenu();
  const title = useSiteTitle();
  return (
    <aside className={isCollapsed ? "area-side is-collapsed" : "area-side"} aria-label={title}>
      <AppLink className="area-mark area-side-head" href={home} title={title}>
        <SiteMark size={24} />
        <span className={isCollapsed ? "visually-hidden" : "clip-1"}>{title}</span>
      </AppLink>
      <div className="area-side-menu">
        {isCollapsed ? <IconMenu entries={entries} trail={trail} /> : <SideMenu entries={entries} trail={trail} />}
      </div>
      <div className="area-side-foot">
        <IconButton
          label={t(isCollapsed ? "navigation.shell.expand" : "navigation.shell.collapse")}
          icon={isCollapsed ? <PanelLeftOpen size={16} aria-hidden /> : <PanelLeftClose size={16} aria-hidden />}
          onClick={() => collapse(!isCollapsed)}
        />
      </div>
    </aside>
  );
}
