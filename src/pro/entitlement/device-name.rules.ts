/** In matching order: the user agent of one browser may contain another's name. */
const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
] as const;
const systems = [
  ["CrOS", "ChromeOS"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** Returns a device's name for the list of devices, made of proper names and so language-independent: "Chrome, Windows". */
export function getDeviceName(userAgent: string): string {
  const named = (list: readonly (readonly [string, string])[]) => list.find(([mark]) => userAgent.includes(mark))?.[1];
  return [named(browsers) ?? "Quayside Collector", named(systems)].filter((name) => name !== undefined).join(", ");
}
