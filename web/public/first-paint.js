// Runs before the page is drawn, so that a dark page never flashes white and is read in its own language from the start.
// src/company/appearance/appearance.store.ts keeps both and has the last word; a public page comes in its language already.
(() => {
  const { dataset } = document.documentElement;
  if (dataset.page === undefined) {
    const asked = new URLSearchParams(location.search).get("lang");
    const kept = /(?:^|; )language=([^;]*)/.exec(document.cookie)?.[1];
    const language = asked === "en_us" || asked === "zh_cn" ? asked : kept;
    document.documentElement.lang = language === "zh_cn" ? "zh-CN" : "en-US";
  } else {
    // Edge says Chrome too. Which install button goes first is known before any is drawn.
    const { userAgent } = navigator;
    dataset.browser = /Edg\//.test(userAgent)
      ? "edge"
      : /Firefox\//.test(userAgent)
        ? "firefox"
        : /Chrome\//.test(userAgent)
          ? "chrome"
          : "other";
  }
  // Who comes by a link or from the payment is asked for no e-mail address.
  if (/[?&](token|checkout)=/.test(location.search)) dataset.customer = "";
  // Storage that is closed to us throws.
  try {
    if (localStorage.getItem("customer.accessToken")) dataset.customer = "";
    dataset.theme = localStorage.getItem("theme") === "darkTheme" ? "darkTheme" : "defaultTheme";
  } catch {
    dataset.theme = "defaultTheme";
  }
})();
