import locales from "@react-aria/optimize-locales-plugin";
import { defineConfig } from "wxt";
import { ownExtensionKey } from "./src/plan/extension-id.rules.ts";

/** Where reviews are read: the first marketplace. Others come as optional permissions, asked for when they are used. */
const marketplaceHosts = ["https://*.etsy.com/*"];

/**
 * The server that sells Pro, and the public keys that its entitlement tokens are signed with (a JSON array of JWKs), as `npm start` and the scripts that
 * build for a store give them. A build without them exports as any other, and says that Pro cannot be bought with it.
 */
const { QUAYSIDE_ORIGIN = "", QUAYSIDE_ENTITLEMENT_KEYS = "[]" } = process.env;

/** A store build takes its id from the store; every other has the one that the server knows. */
const isForStore = process.env["EXTENSION_FOR_STORE"] === "1";

export default defineConfig({
  srcDir: ".",
  entrypointsDir: "entrypoints",
  publicDir: "public",
  outDir: ".output",
  outDirTemplate: "{{browser}}-mv{{manifestVersion}}{{modeSuffix}}",
  imports: false,
  modules: ["@wxt-dev/module-react", "@wxt-dev/webextension-polyfill"],
  // A popup and a worker of our own need no polyfill for preloading; and a test build is told apart by its mode alone.
  vite: () => ({
    // React Aria's own words are there in our languages alone.
    plugins: [locales.vite({ locales: ["en-US", "zh-CN"] })],
    build: { modulePreload: false, target: "es2023" },
    define: { __QUAYSIDE_ORIGIN__: JSON.stringify(QUAYSIDE_ORIGIN), __QUAYSIDE_ENTITLEMENT_KEYS__: QUAYSIDE_ENTITLEMENT_KEYS },
  }),
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
      : { minimum_chrome_version: "137", ...(isForStore ? {} : { key: ownExtensionKey }) }),
  }),
  hooks: {
    "build:manifestGenerated"(_wxt, manifest) {
      if (manifest.manifest_version === 2) manifest.permissions = [...(manifest.permissions ?? []), ...marketplaceHosts];
    },
  },
});
