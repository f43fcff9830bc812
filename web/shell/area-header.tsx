import "./area-header.css";
import MenuLines from "lucide-react/icons/menu";
import Search from "lucide-react/icons/search";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { LanguageSwitch } from "#src/company/appearance/language-switch.tsx";
import { ThemeSwitch } from "#src/company/appearance/theme-switch.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { BareButton } from "#src/kit/ui/button.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { AvatarMenu } from "./avatar-menu.tsx";
import { ConnectionState } from "./connection-state.tsx";
import { DownloadsBadge } from "./downloads-badge.tsx";
import { SiteMark, useSiteTitle } from "./site-mark.tsx";
import { SupplierSwitch } from "./supplier-switch.tsx";
import type { Step } from "./breadcrumbs.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";

interface AreaHeaderProps {
  area: Area;
  person: Person;
  steps: readonly Step[];
  /** too narrow for the side menu and for all parts of the header */
  isNarrow: boolean;
  onMenu: () => void;
  onPalette: () => void;
}

/** The header above every route of an area. */
export function AreaHeader({ area, person, steps, isNarrow, onMenu, onPalette }: AreaHeaderProps) {
  const { t } = useTranslation();
  const title = useSiteTitle();
  const search = t("navigation.shell.palette.open");
  return (
    <header className="area-header">
      {isNarrow ? (
        <>
          <IconButton label={t("navigation.shell.openMenu")} icon={<MenuLines size={16} aria-hidden />} onClick={onMenu} />
          <span className="area-mark">
            <SiteMark size={20} />
            <span className="clip-1">{title}</span>
          </span>
        </>
      ) : (
        <Breadcrumbs steps={steps} />
      )}
      <div className="area-tools">
        <ConnectionState />
        {isNarrow ? (
          <IconButton label={search} icon={<Search size={16} aria-hidden />} onClick={onPalette} />
        ) : (
          <BareButton className="palette-button" aria-label={search} aria-keyshortcuts="Control+K Meta+K" onClick={onPalette}>
            <Search size={16} aria-hidden />
            <span>{t("navigation.shell.palette.button")}</span>
            <kbd className="small">Ctrl K</kbd>
          </BareButton>
        )}
        {!isNarrow && person.role === "dropShipper" && <SupplierSwitch person={person} />}
        <DownloadsBadge area={area} />
        {!isNarrow && (
          <>
            <LanguageSwitch />
            <ThemeSwitch />
          </>
        )}
        <AvatarMenu area={area} person={person} />
      </div>
    </header>
  );
}
