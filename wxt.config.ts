import locales from "@react-aria/optimize-locales-plugin";
import { defineConfig } from "wxt";
import { siteHosts } from "./src/collector/marketplaces/sites.ts";
import { ownExtensionKey } from "./src/pro/plan/extension-id.rules.ts";

/**
 * The server that sells Pro and the public keys that verify its entitlement tokens (a JSON array of JWKs), set by `npm start` and the
 * store build scripts. A build without them exports normally and says that Pro cannot be bought with it.
 */
const { QUAYSIDE_ORIGIN = "", QUAYSIDE_ENTITLEMENT_KEYS = "[]" } = process.env;

/** A store build gets its id from the store; any other has the id that the server knows. */
const isForStore = process.env["EXTENSION_FOR_STORE"] === "1";

export default defineConfig({
  srcDir: ".",
  entrypointsDir: "entrypoints",
  publicDir: "public",
  outDir: ".output",
  outDirTemplate: "{{browser}}-mv{{manifestVersion}}{{modeSuffix}}",
  imports: false,
  modules: ["@wxt-dev/module-react", "@wxt-dev/webextension-polyfill"],
  // Our popup and worker need no preload polyfill; a test build differs by its mode only.
  vite: () => ({
    // Keeps React Aria's built-in strings in our languages only.
    plugins: [locales.vite({ locales: ["en-US", "zh-CN"] })],
    build: { modulePreload: false, target: "es2023" },
    define: { __QUAYSIDE_ORIGIN__: JSON.stringify(QUAYSIDE_ORIGIN), __QUAYSIDE_ENTITLEMENT_KEYS__: QUAYSIDE_ENTITLEMENT_KEYS },
  }),
  manifest: ({ browser, manifestVersion }) => ({
    name: "__MSG_name__",
    description: "__MSG_description__",
    default_locale: "en",
    permissions: ["storage", "downloads", ...(browser === "firefox" ? [] : ["offscreen"])],
    ...(manifestVersion === 3 ? { host_permissions: [...siteHosts] } : {}),
    action: { default_title: "__MSG_name__" },
    ...(browser === "firefox"
      ? {
          browser_specific_settings: {
            gecko: { id: "collector@quayside.example", strict_min_version: "140.0", data_collection_permissions: { required: ["none"] } },
          },
        }
      : { minimum_chrome_version: "137", ...(isForStore ? {} : { key: ownExtensionKey }) }),
  }),
  hooks: {
    "build:manifestGenerated"(_wxt, manifest) {
      if (manifest.manifest_version === 2) manifest.permissions = [...(manifest.permissions ?? []), ...siteHosts];
    },
  },
});
