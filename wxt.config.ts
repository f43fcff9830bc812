import { defineConfig } from "wxt";

/** Where reviews are read: the first marketplace. Others come as optional permissions, asked for when they are used. */
const marketplaceHosts = ["https://*.etsy.com/*"];

export default defineConfig({
  srcDir: ".",
  entrypointsDir: "entrypoints",
  publicDir: "public",
  outDir: ".output",
  outDirTemplate: "{{browser}}-mv{{manifestVersion}}{{modeSuffix}}",
  imports: false,
  modules: ["@wxt-dev/module-react", "@wxt-dev/webextension-polyfill"],
  // A popup and a worker of our own need no polyfill for preloading; and a test build is told apart by its mode alone.
  vite: () => ({ build: { modulePreload: false, target: "es2023" } }),
  manifest: ({ browser, manifestVersion }) => ({
    name: "__MSG_name__",
    description: "__MSG_description__",
    default_locale: "en",
    permissions: ["storage", "downloads", ...(browser === "firefox" ? [] : ["offscreen"])],
    ...(manifestVersion === 3 ? { host_permissions: marketplaceHosts } : {}),
    action: { default_title: "__MSG_name__" },
    ...(browser === "firefox"
      ? {
          browser_specific_settings: {
            gecko: { id: "collector@quayside.example", strict_min_version: "140.0", data_collection_permissions: { required: ["none"] } },
          },
        }
      : { minimum_chrome_version: "128" }),
  }),
  hooks: {
    "build:manifestGenerated"(_wxt, manifest) {
      if (manifest.manifest_version === 2) manifest.permissions = [...(manifest.permissions ?? []), ...marketplaceHosts];
    },
  },
});
