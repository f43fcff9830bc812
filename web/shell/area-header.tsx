import "./area-header.css";
import MenuLines from "lucide-react/icons/menu";
import Search from "lucide-react/icons/search";
import type { Area } from "#src/api/actors.ts";
import { LanguageSwitch } from "#src/appearance/language-switch.tsx";
import { ThemeSwitch } from "#src/appearance/theme-switch.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Person } from "#src/session/session.store.ts";
import { BareButton } from "#src/ui/button.tsx";
import { IconButton } from "#src/ui/icon-button.tsx";
import { AvatarMenu } from "./avatar-menu.tsx";
import { ConnectionState } from "./connection-state.tsx";
import { DownloadsBadge } from "./downloads-badge.tsx";
import { SiteMark, useSiteTitle } from "./site-mark.tsx";
import { SupplierSwitch } from "./supplier-switch.tsx";
import type { Step } from "./trail.tsx";
import { Trail } from "./trail.tsx";

interface AreaHeaderProps {
  area: Area;
  person: Person;
  steps: readonly Step[];
  /** there is no room for the menu at the side, nor for all that else stands here */
  isNarrow: boolean;
  onMenu: () => void;
  onPalette: () => void;
}

/** The bar above every place of an area. */
export function AreaHeader({ area, person, steps, isNarrow, onMenu, onPalette }: AreaHeaderProps) {
  const { t } = useTranslation();
  const title = useSiteTitle();
  const search = t("places.shell.palette.open");
  return (
    <header className="area-header">
      {isNarrow ? (
        <>
          <IconButton label={t("places.shell.openMenu")} icon={<MenuLines size={16} aria-hidden />} onClick={onMenu} />
          <span className="area-mark">
            <SiteMark size={20} />
            <span className="clip-1">{title}</span>
          </span>
        </>
      ) : (
        <Trail steps={steps} />
      )}
      <div className="area-tools">
        <ConnectionState />
        {isNarrow ? (
          <IconButton label={search} icon={<Search size={16} aria-hidden />} onClick={onPalette} />
        ) : (
          <BareButton className="palette-button" aria-label={search} aria-keyshortcuts="Control+K Meta+K" onClick={onPalette}>
            <Search size={16} aria-hidden />
            <span>{t("places.shell.palette.button")}</span>
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
