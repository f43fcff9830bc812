/** A device's browser and system, spelled as by their makers; null if unknown. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

// The order matters: Edge and Opera contain "Chrome", Chrome contains "Safari", Android contains "Linux", an iPhone contains "Mac OS".
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bMicroMessenger\//, "WeChat"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, "Windows"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\b(?:OpenHarmony|HarmonyOS)\b/, "HarmonyOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

function findName(table: readonly (readonly [RegExp, string])[], text: string): string | null {
  return table.find(([says]) => says.test(text))?.[1] ?? null;
}

/** Parses the device of a session from its User-Agent header. Only a hint for users to recognize their devices, because clients can send anything. */
export function parseDevice(userAgent: string): Device {
  return { browser: findName(browsers, userAgent), system: findName(systems, userAgent) };
}
