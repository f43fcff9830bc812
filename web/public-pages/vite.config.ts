import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const root = join(import.meta.dirname, "..");

/**
 * The scripts of the public pages, beside the application's and without its libraries; `web/build/prerender.ts` says where to, and builds the drawing
 * half from `render.tsx` by the same configuration.
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
