import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const root = join(import.meta.dirname, "..");

/**
 * Builds the scripts of the public pages, separately from the application and without its libraries. `web/build/prerender.ts` sets the output folder, and
 * builds the renderer from `render.tsx` with the same configuration.
 */
export default defineConfig({
  root,
  envDir: false,
  publicDir: false,
  plugins: [react()],
  build: {
    emptyOutDir: false,
    target: "es2023",
    manifest: ".vite/public-pages.json",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: join(root, "public-pages/page.ts") },
  },
});
