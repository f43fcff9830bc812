import ScrollText from "lucide-react/icons/scroll-text";
import IdCard from "lucide-react/icons/id-card";
import LogOut from "lucide-react/icons/log-out";
import Settings from "lucide-react/icons/settings";
import Wrench from "lucide-react/icons/wrench";
import UserIcon from "lucide-react/icons/user";
import type { ReactNode } from "react";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { leave } from "../sign-out.ts";
import { mayVisit, findRoute } from "../app-routes.ts";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import type { MenuItem } from "#src/kit/ui/menu.tsx";
import { Menu } from "#src/kit/ui/menu.tsx";

const own: readonly { readonly path: string; readonly icon: ReactNode }[] = [
  { path: "settings", icon: <Settings size={16} aria-hidden /> },
  { path: "profile", icon: <UserIcon size={16} aria-hidden /> },
  { path: "key-information", icon: <IdCard size={16} aria-hidden /> },
  { path: "audit-log", icon: <ScrollText size={16} aria-hidden /> },
];

/** Returns the first character of a name; some take two UTF-16 units. */
function firstLetter(name: string): string {
  return String.fromCodePoint(name.codePointAt(0) ?? 63).toUpperCase();
}

/** The account menu: settings, key information and audit log as far as the role allows, and signing out. */
export function AvatarMenu({ area, person }: { area: Area; person: Person }) {
  const { t } = useTranslation();
  const avatar = useSessions(({ sessions }) => sessions[area]?.avatar ?? "");
  const name = person.displayName === "" ? person.username : person.displayName;
  const ways = own.flatMap(({ path, icon }): MenuItem[] => {
    const href = `/${area}/${path}`;
    const route = findRoute(href);
    if (route === null || !mayVisit(route, person.role, person.permissions)) return [];
    return [{ id: path, text: t(route.title), icon, href }];
  });
  const config: MenuItem = {
    id: "config",
    text: t("navigation.toolsConfig"),
    icon: <Wrench size={16} aria-hidden />,
    href: "/tools/config",
  };
  const out: MenuItem = {
    id: "sign-out",
    text: t("session.signOut"),
    icon: <LogOut size={16} aria-hidden />,
    choose: () => void leave(area),
  };
  const label = t("navigation.shell.account", { name });
  const sign =
    avatar === "" ? (
      <span className="avatar" aria-hidden="true">
        {firstLetter(name)}
      </span>
    ) : (
      <img className="avatar" src={`data:image/png;base64,${avatar}`} width={28} height={28} alt="" />
    );
  return (
    <Menu
      trigger={<IconButton label={label} icon={sign} />}
      label={label}
      placement="bottom end"
      sections={[
        { id: "own", items: [...ways, ...(person.role === "siteAdmin" ? [config] : [])] },
        { id: "out", items: [out] },
      ].filter(({ items }) => items.length > 0)}
      head={
        <>
          <strong>{name}</strong>
          <p className="quiet small">{person.username}</p>
          <p className="quiet small">{t(`navigation.shell.role.${person.role}`)}</p>
        </>
      }
    />
  );
}
