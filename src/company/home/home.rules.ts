import type { Area, Permission, Role } from "#src/kit/api/actors.ts";
import type { PlaceLinkTo } from "#src/company/places/links.store.ts";

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
function getFixedLinks({ area, role, permissions }: Viewer): PlaceLinkTo[] {
  const at = (path: string) => `/${area}/${path}`;
  const downloads: PlaceLinkTo = { href: at("downloads"), title: "places.downloads" };
  const auditLog: PlaceLinkTo = { href: at("audit-log"), title: "places.auditLog" };
  const profile: PlaceLinkTo = { href: at("profile"), title: "places.profile" };
  if (role === "siteAdmin") return [profile];
  if (role === "operator") return [profile, downloads, ...(permissions.includes("reports") ? [auditLog] : [])];
  return [
    { href: at("key-information"), title: "places.keyInformation" },
    { href: at("settings"), title: "places.settings" },
    downloads,
    auditLog,
  ];
}

const mostLinks = 12;

/** Returns the links of the home page: those of the menu without home itself, or the fixed few. */
export function getHomeLinks(viewer: Viewer, ofMenu: readonly PlaceLinkTo[]): PlaceLinkTo[] {
  const { area } = viewer;
  const others = ofMenu.filter(({ href }) => href !== `/${area}/home` && href.startsWith(`/${area}/`));
  return others.length === 0 ? getFixedLinks(viewer) : others.slice(0, mostLinks);
}
