import type { Area, Permission, Role } from "#src/kit/api/roles-and-permissions.ts";
import type { PageLink } from "#src/company/navigation/links.store.ts";

/** Returns the part of the day for the greeting, from the local hour. */
export function getPartOfDay(hour: number): "morning" | "afternoon" | "evening" {
  if (hour >= 5 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "evening";
}

/** The user of the home page. */
interface Viewer {
  readonly area: Area;
  readonly role: Role;
  readonly permissions: readonly Permission[];
}

/** Pages that a user may always visit: offered until the menu is known. */
function getFixedLinks({ area, role, permissions }: Viewer): PageLink[] {
  const at = (path: string) => `/${area}/${path}`;
  const downloads: PageLink = { href: at("downloads"), title: "navigation.downloads" };
  const auditLog: PageLink = { href: at("audit-log"), title: "navigation.auditLog" };
  const profile: PageLink = { href: at("profile"), title: "navigation.profile" };
  if (role === "siteAdmin") return [profile];
  if (role === "operator") return [profile, downloads, ...(permissions.includes("reports") ? [auditLog] : [])];
  return [
    { href: at("key-information"), title: "navigation.keyInformation" },
    { href: at("settings"), title: "navigation.settings" },
    downloads,
    auditLog,
  ];
}

const mostLinks = 12;

/** Returns the links of the home page: those of the menu without home itself, or the fixed few. */
export function getHomeLinks(viewer: Viewer, ofMenu: readonly PageLink[]): PageLink[] {
  const { area } = viewer;
  const others = ofMenu.filter(({ href }) => href !== `/${area}/home` && href.startsWith(`/${area}/`));
  return others.length === 0 ? getFixedLinks(viewer) : others.slice(0, mostLinks);
}
