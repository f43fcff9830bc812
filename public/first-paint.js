// Runs before the page is drawn, so that a dark page never flashes white. settings.store.ts writes both keys.
document.documentElement.dataset.theme = localStorage.getItem("theme") === "darkTheme" ? "darkTheme" : "defaultTheme";
document.documentElement.lang = localStorage.getItem("language") === "zh_cn" ? "zh-CN" : "en-US";
