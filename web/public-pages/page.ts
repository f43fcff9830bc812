import { writeLanguageCookie } from "#src/kit/lib/language-cookie.ts";
import { isLanguage } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";
import { isTheme, themeMoveMs } from "#src/kit/lib/themes.ts";
import { startIslands } from "./islands.ts";

/*
 * The script of every public page, short because the pages are rendered at build time. It stores the language of the address, switches theme and
 * language, puts the install button of this browser first, and starts the page's islands.
 */

const { documentElement: root } = document;

/** Stores the language of the address as the user's choice, for 30 days. */
function storeLanguage(): void {
  const asked = new URLSearchParams(location.search).get("lang");
  if (isLanguage(asked)) writeLanguageCookie(asked);
}

/** Links to the current address in the other language, keeping the other parameters and the fragment. */
function switchLanguage(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-language]"))
    link.addEventListener("click", () => {
      const there = new URL(location.href);
      there.searchParams.set("lang", link.dataset["language"] ?? "");
      // The current path even on the page for unknown paths, which is shown in place.
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
      // Storage is disabled: the choice is valid for this page only.
    }
  });
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "theme" && isTheme(newValue)) paint(newValue, button);
  });
}

/** Moves the install button of this browser to the front in the document, as it is on the screen (page-frame.css), for the keyboard order. */
function putOwnInstallFirst(): void {
  const { browser = "" } = root.dataset;
  for (const list of document.querySelectorAll("[data-installs]"))
    for (const own of list.children) if (own instanceof HTMLElement && own.dataset["browser"] === browser) list.prepend(own);
}

/** Runs work that can wait until after the first paint; at once if the page is hidden, because it is not painted then. */
function afterFirstPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}

storeLanguage();
switchLanguage();
switchTheme();
putOwnInstallFirst();
afterFirstPaint(startIslands);
