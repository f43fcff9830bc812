import { readFile } from "node:fs/promises";
import type { Page } from "puppeteer";

/** The size that most sites expect for shared pages, in pixels. */
const [width, height] = [1200, 630];

/**
 * Draws the picture of the main page when it is shared: the popup in front of the workbook that it creates.
 * @returns it as PNG
 */
export async function drawSocial(page: Page, popup: Uint8Array, workbook: Uint8Array): Promise<Uint8Array> {
  const address = (png: Uint8Array) => `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  await page.setViewport({ width, height, deviceScaleFactor: 1 });
  await page.setContent(`<!doctype html><html data-theme="defaultTheme"><style>
    ${await readFile("src/kit/ui/tokens.css", "utf8")}
    body { position: relative; margin: 0; height: ${height}px; overflow: hidden; background: var(--primary-soft); }
    img { position: absolute; border-radius: var(--radius); box-shadow: 0 0 0 1px var(--line), var(--shadow); }
  </style><img src="${address(workbook)}" style="left: 424px; top: 72px; width: 704px"><img src="${address(popup)}" style="left: 72px; top: 40px; width: 380px">`);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  return page.screenshot({ type: "png" });
}
