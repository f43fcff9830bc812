import { join } from "node:path";
import locales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { websocketPortPlaceholder } from "#src/kit/api/page-values.ts";
import { compressFiles } from "./build/compress.ts";
import { publicPagesDrawn } from "./build/prerender.ts";
import { publicPagesInDev } from "./build/public-pages-dev.ts";
import { withoutSchemaWriter } from "./build/schema-writer.ts";
import { stampBuild } from "./build/sources.ts";
import { websocketPortInPage } from "./build/websocket-port.ts";

const root = import.meta.dirname;
const repository = join(root, "..");

/** Libraries that few screens need are loaded with them: dates, images, code and file readers, forms; those of lists with the first list. */
const rareLibraries =
  /node_modules\/(@tanstack\/(react-table|table-core|react-virtual|virtual-core)|@zxing|ts-custom-error|idb|react-easy-crop|normalize-wheel|i18n-iso-countries|papaparse|xlsx|@noble|lucide-react|@hookform|react-hook-form|@internationalized\/date|react-aria|react-aria-components|react-stately)\//;

/** The libraries of charts, loaded with the first chart. */
const chartLibraries =
  /node_modules\/(@visx|d3-[\w-]+|internmap|classnames|reduce-css-calc|reduce-function-call|balanced-match|math-expression-evaluator)\//;

/** Whether a module belongs to a library that most screens need. */
function isCommonLibrary(id: string): boolean {
  return id.includes("/node_modules/") && !rareLibraries.test(id) && !chartLibraries.test(id);
}

/** The web application, to `.output/web`; `--mode e2e` with the component page, to `.output/web-e2e`. */
export default defineConfig(({ command, mode }) => {
  // Overrides the shell (a test runner sets "test"): a build contains the libraries' production code.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return {
    root,
    // `.env` belongs to the server: nothing of it may reach browsers.
    envDir: false,
    plugins: [
      react(),
      // Includes React Aria's own texts in our languages only.
      locales.vite({ locales: ["en-US", "zh-CN"] }),
      publicPagesInDev(),
      ...(command === "build"
        ? [
            withoutSchemaWriter(),
            websocketPortInPage(websocketPortPlaceholder),
            publicPagesDrawn(repository),
            compressFiles(),
            stampBuild(repository),
          ]
        : []),
    ],
    build: {
      outDir: join(repository, ".output", mode === "e2e" ? "web-e2e" : "web"),
      emptyOutDir: true,
      target: "es2023",
      manifest: true,
      modulePreload: { polyfill: false },
      // Every asset is a file: the content security policy allows no fonts from data URLs.
      assetsInlineLimit: 0,
      // scripts/sizes.ts checks the sizes instead
      reportCompressedSize: false,
      chunkSizeWarningLimit: 5000,
      // The libraries that most screens need are one chunk of the first load: a new version of ours leaves it in the browsers' caches, and a
      // later route brings its own lines alone. What few screens need is loaded with them; sizes.ts holds both bounds.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: "vendor", test: isCommonLibrary }] } } },
    },
  };
});
