// Runs before the page is drawn, so that a dark page never flashes white and is read in its own language from the start.
// src/appearance/appearance.store.ts keeps both and has the last word.
(() => {
  const { dataset } = document.documentElement;
  const asked = new URLSearchParams(location.search).get("lang");
  const kept = /(?:^|; )language=([^;]*)/.exec(document.cookie)?.[1];
  const language = asked === "en_us" || asked === "zh_cn" ? asked : kept;
  document.documentElement.lang = language === "zh_cn" ? "zh-CN" : "en-US";
  // Storage that is closed to us throws.
  try {
    dataset.theme = localStorage.getItem("theme") === "darkTheme" ? "darkTheme" : "defaultTheme";
  } catch {
    dataset.theme = "defaultTheme";
  }
})();
