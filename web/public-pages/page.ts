import { isLanguage } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";
import { isTheme, themeMoveMs } from "#src/kit/lib/themes.ts";
import { languageCookie, languageCookieSeconds } from "#src/pro/public-frame/public-pages.rules.ts";
import { startIslands } from "./islands.ts";

/*
 * The script of every public page: a few lines, for the pages are drawn at build. It keeps the language that an address asks for, switches theme
 * and language, puts the install button of this browser first, and has the page's islands loaded.
 */

const { documentElement: root } = document;

/** A language that an address names is a choice, and is kept for 30 days. */
function storeLanguage(): void {
  const asked = new URLSearchParams(location.search).get("lang");
  if (isLanguage(asked)) document.cookie = `${languageCookie}=${asked}; path=/; max-age=${languageCookieSeconds}; samesite=lax`;
}

/** The same address in the other language: what it says besides stays as it is. */
function switchLanguage(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-language]"))
    link.addEventListener("click", () => {
      const there = new URL(location.href);
      there.searchParams.set("lang", link.dataset["language"] ?? "");
      // Of a path that is not there, too: its page is told in place.
      link.href = there.pathname + there.search + there.hash;
    });
}

function paint(theme: Theme, button: HTMLElement | null): void {
  root.dataset["theme"] = theme;
  const { toDark = "", toLight = "" } = button?.dataset ?? {};
  button?.setAttribute("aria-label", theme === "darkTheme" ? toLight : toDark);
}

function switchTheme(): void {
  const button = document.querySelector<HTMLElement>(".frame-theme");
  const theme = root.dataset["theme"];
  paint(isTheme(theme) ? theme : "defaultTheme", button);
  button?.addEventListener("click", () => {
    const wanted = root.dataset["theme"] === "darkTheme" ? "defaultTheme" : "darkTheme";
    root.classList.add("theme-moves");
    setTimeout(() => root.classList.remove("theme-moves"), themeMoveMs);
    paint(wanted, button);
    try {
      localStorage.setItem("theme", wanted);
    } catch {
      // Storage that is closed to us: the choice holds for this page.
    }
  });
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "theme" && isTheme(newValue)) paint(newValue, button);
  });
}

/** The button for this browser is the first for the keyboard as it is for the eye (page-frame.css). */
function putOwnInstallFirst(): void {
  const { browser = "" } = root.dataset;
  for (const list of document.querySelectorAll("[data-installs]"))
    for (const own of list.children) if (own instanceof HTMLElement && own.dataset["browser"] === browser) list.prepend(own);
}

/** Does what can wait once the page was painted: the line and the processor are the page's until then. Where nobody looks, nothing is painted. */
function afterFirstPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}

storeLanguage();
switchLanguage();
switchTheme();
putOwnInstallFirst();
afterFirstPaint(startIslands);
