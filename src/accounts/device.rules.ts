/** What a device calls itself: the browser's and the system's names, as their makers write them; null for what is not said. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

// The order counts: Edge and Opera say Chrome as well, Chrome says Safari, Android says Linux, an iPhone says Mac OS.
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

function nameIn(table: readonly (readonly [RegExp, string])[], text: string): string | null {
  return table.find(([says]) => says.test(text))?.[1] ?? null;
}

/** The device of a session by its User-Agent header. A hint for people to recognise their own: anybody may write there what they like. */
export function deviceOf(userAgent: string): Device {
  return { browser: nameIn(browsers, userAgent), system: nameIn(systems, userAgent) };
}
