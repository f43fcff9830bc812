import AuditOutlined from "@ant-design/icons/es/icons/AuditOutlined";
import IdcardOutlined from "@ant-design/icons/es/icons/IdcardOutlined";
import LogoutOutlined from "@ant-design/icons/es/icons/LogoutOutlined";
import SettingOutlined from "@ant-design/icons/es/icons/SettingOutlined";
import ToolOutlined from "@ant-design/icons/es/icons/ToolOutlined";
import UserOutlined from "@ant-design/icons/es/icons/UserOutlined";
import type { ReactNode } from "react";
import type { Area } from "#src/api/actors.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Person } from "#src/session/session.store.ts";
import { useSessions } from "#src/session/session.store.ts";
import { leave } from "../leaving.ts";
import { mayVisit, placeAt } from "../places.ts";
import type { MenuChoice } from "./menu-button.tsx";
import { MenuButton } from "./menu-button.tsx";

const own: readonly { readonly path: string; readonly icon: ReactNode }[] = [
  { path: "settings", icon: <SettingOutlined aria-hidden /> },
  { path: "profile", icon: <UserOutlined aria-hidden /> },
  { path: "key-information", icon: <IdcardOutlined aria-hidden /> },
  { path: "audit-log", icon: <AuditOutlined aria-hidden /> },
];

/** The first letter of a name, whole: some are written as two units. */
function firstLetter(name: string): string {
  return String.fromCodePoint(name.codePointAt(0) ?? 63).toUpperCase();
}

/** What is about oneself: settings, key information and the log, as far as the role may, and the way out. */
export function AvatarMenu({ area, person }: { area: Area; person: Person }) {
  const { t } = useTranslation();
  const avatar = useSessions(({ sessions }) => sessions[area]?.avatar ?? "");
  const name = person.displayName === "" ? person.username : person.displayName;
  const ways = own.flatMap(({ path, icon }): MenuChoice[] => {
    const href = `/${area}/${path}`;
    const place = placeAt(href);
    if (place === null || !mayVisit(place, person.role, person.permissions)) return [];
    return [{ id: path, label: t(place.title), icon, href }];
  });
  const config: MenuChoice = {
    id: "config",
    label: t("places.toolsConfig"),
    icon: <ToolOutlined aria-hidden />,
    href: "/tools/config",
  };
  const out: MenuChoice = {
    id: "sign-out",
    label: t("session.signOut"),
    icon: <LogoutOutlined aria-hidden />,
    isApart: true,
    onChoose: () => void leave(area),
  };
  return (
    <MenuButton
      label={t("places.shell.account", { name })}
      align="end"
      choices={[...ways, ...(person.role === "siteAdmin" ? [config] : []), out]}
      head={
        <>
          <strong>{name}</strong>
          <p className="quiet small">{person.username}</p>
          <p className="quiet small">{t(`places.shell.role.${person.role}`)}</p>
        </>
      }
    >
      {avatar === "" ? (
        <span className="avatar" aria-hidden="true">
          {firstLetter(name)}
        </span>
      ) : (
        <img className="avatar" src={`data:image/png;base64,${avatar}`} width={28} height={28} alt="" />
      )}
    </MenuButton>
  );
}
