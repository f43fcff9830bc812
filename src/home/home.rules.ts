import type { Area, Permission, Role } from "#src/api/actors.ts";
import type { PlaceLinkTo } from "#src/places/links.store.ts";

/** How somebody is greeted at an hour of the own clock. */
export function partOfDay(hour: number): "morning" | "afternoon" | "evening" {
  if (hour >= 5 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "evening";
}

/** Who looks at the home page. */
interface Viewer {
  readonly area: Area;
  readonly role: Role;
  readonly permissions: readonly Permission[];
}

/** Places that a person may visit whatever else: what is offered as long as no menu has told more. */
function fixedLinks({ area, role, permissions }: Viewer): PlaceLinkTo[] {
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

/** The links of the home page: those of the menu without the home page itself, or the fixed few. */
export function homeLinks(viewer: Viewer, ofMenu: readonly PlaceLinkTo[]): PlaceLinkTo[] {
  const { area } = viewer;
  const others = ofMenu.filter(({ href }) => href !== `/${area}/home` && href.startsWith(`/${area}/`));
  return others.length === 0 ? fixedLinks(viewer) : others.slice(0, mostLinks);
}
