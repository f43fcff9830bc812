import type { ExecFileSyncOptions } from "node:child_process";
import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Chromium's flags in tests and demos: quiet, and without network calls. Root cannot have its sandbox. */
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

/** Finds a Chromium or Chrome: CHROME_PATH, else the system's; null if there is none. */
export function findChromium(): string | null {
  return find(process.env["CHROME_PATH"], chromiumNames, chromiumPlaces);
}

/** Finds a Firefox: FIREFOX_PATH, else the system's; null if there is none. */
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
 * Finds Chromium, or installs it and says so.
 * @returns its path
 * @throws Error with instructions if neither works
 */
export function ensureChromium(): string {
  return findChromium() ?? installed("chromium", findChromium, "CHROME_PATH");
}

/** The same for Firefox. */
export function ensureFirefox(): string {
  return findFirefox() ?? installed("firefox-esr", findFirefox, "FIREFOX_PATH");
}

function installed(name: string, look: () => string | null, variable: string): string {
  install(name);
  const path = look();
  if (path === null) throw new Error(`No ${name} was found, and installing it did not help: install one, or set ${variable}.`);
  return path;
}

function install(name: string): void {
  if (existsSync("/etc/debian_version") && process.getuid?.() === 0) {
    console.log(`Installing ${name} with apt-get, because no such browser was found.`);
    const options: ExecFileSyncOptions = {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    };
    execFileSync("apt-get", ["update", "-qq"], options);
    // With the CJK face the pictures of the Chinese screens show letters instead of boxes.
    execFileSync("apt-get", ["install", "-y", "-qq", name, "fonts-noto-cjk"], options);
    return;
  }
  const browser = name === "chromium" ? "chrome@stable" : "firefox@stable";
  console.log(`Downloading ${browser} into .data/browsers, because no such browser was found.`);
  const printed = execFileSync("npx", ["puppeteer", "browsers", "install", browser, "--path", ".data/browsers"], { encoding: "utf8" });
  process.env[name === "chromium" ? "CHROME_PATH" : "FIREFOX_PATH"] = printed.trim().split(" ").slice(1).join(" ");
}
