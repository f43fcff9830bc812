import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** How Chromium is started in tests and demos: quiet, and without calls to the outside. Root cannot have its sandbox. */
export const chromiumArgs: readonly string[] = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const chromiumNames = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const chromiumPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const firefoxNames = ["firefox-esr", "firefox"];
const firefoxPlaces = ["/Applications/Firefox.app/Contents/MacOS/firefox", "C:\\Program Files\\Mozilla Firefox\\firefox.exe"];

/** Path of a Chromium or Chrome: CHROME_PATH, else the system's; null where there is none. */
export function findChromium(): string | null {
  return find(process.env["CHROME_PATH"], chromiumNames, chromiumPlaces);
}

/** Path of a Firefox: FIREFOX_PATH, else the system's; null where there is none. */
export function findFirefox(): string | null {
  return find(process.env["FIREFOX_PATH"], firefoxNames, firefoxPlaces);
}

function find(wished: string | undefined, names: readonly string[], places: readonly string[]): string | null {
  if (wished !== undefined && wished !== "") {
    if (!isProgram(wished)) throw new Error(`No browser at ${wished}: mend or unset CHROME_PATH / FIREFOX_PATH.`);
    return wished;
  }
  const onPath = (process.env["PATH"] ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...places].find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds Chromium and Firefox, or installs what is missing and says so.
 * @throws Error with the way out where neither works
 */
export function ensureBrowsers(): { chromium: string; firefox: string } {
  const missing = [...(findChromium() === null ? ["chromium"] : []), ...(findFirefox() === null ? ["firefox-esr"] : [])];
  if (missing.length > 0) install(missing);
  const chromium = findChromium();
  const firefox = findFirefox();
  if (chromium === null || firefox === null) {
    throw new Error("The tests need Chromium and Firefox. Install them, or set CHROME_PATH and FIREFOX_PATH.");
  }
  return { chromium, firefox };
}

function install(packages: readonly string[]): void {
  if (existsSync("/etc/debian_version") && process.getuid?.() === 0) {
    console.log(`Installing ${packages.join(" and ")} with apt-get, because no such browser was found.`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    execFileSync("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"], env });
    // The CJK face lets the pictures of the Chinese screens show letters instead of boxes.
    execFileSync("apt-get", ["install", "-y", "-qq", ...packages, "fonts-noto-cjk"], { stdio: ["ignore", "ignore", "inherit"], env });
    return;
  }
  for (const name of packages) {
    const browser = name === "chromium" ? "chrome@stable" : "firefox@stable";
    console.log(`Downloading ${browser} into .data/browsers, because no such browser was found.`);
    const printed = execFileSync("npx", ["puppeteer", "browsers", "install", browser, "--path", ".data/browsers"], { encoding: "utf8" });
    const path = printed.trim().split(" ").slice(1).join(" ");
    process.env[name === "chromium" ? "CHROME_PATH" : "FIREFOX_PATH"] = path;
  }
}
