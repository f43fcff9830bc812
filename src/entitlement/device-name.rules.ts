/** In the order in which they are looked for: one browser's words hold another's name as well. */
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

/** What a device is called in the list of devices, in names alone and so in every language: "Chrome, Windows". */
export function deviceNameOf(userAgent: string): string {
  const named = (list: readonly (readonly [string, string])[]) => list.find(([mark]) => userAgent.includes(mark))?.[1];
  return [named(browsers) ?? "Quayside Collector", named(systems)].filter((name) => name !== undefined).join(", ");
}
