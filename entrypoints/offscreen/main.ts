import { serveOffscreen } from "#src/export/offscreen.page.ts";

serveOffscreen();
