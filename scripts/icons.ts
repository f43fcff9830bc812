import { mkdir, readFile, writeFile } from "node:fs/promises";
import puppeteer from "puppeteer";

const sizes = [16, 32, 48, 96, 128] as const;
const chromium = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/**
 * The icon as a page: the mark in white on a tile in the brand's primary. A mark without a tile would vanish on either a
 * light or a dark toolbar.
 * @param mark the SVG of public/mark.svg
 * @param size edge in CSS pixels
 */
function iconPage(mark: string, size: number): string {
  const tile = `display:block;width:${size}px;height:${size}px;background:#0b63b6;border-radius:${(size * 3) / 16}px`;
  return `<style>body{margin:0}svg{${tile}}</style>${mark.replace('color="#0b63b6"', 'color="#ffffff"')}`;
}

const mark = await readFile(new URL("../public/mark.svg", import.meta.url), "utf8");
const folder = new URL("../public/icon/", import.meta.url);
await mkdir(folder, { recursive: true });
const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
});
try {
  const page = await browser.newPage();
  for (const size of sizes) {
    await page.setViewport({ width: size, height: size, deviceScaleFactor: 1 });
    await page.setContent(iconPage(mark, size));
    await writeFile(new URL(`${size}.png`, folder), await page.screenshot({ omitBackground: true }));
  }
} finally {
  await browser.close();
}
console.log(`public/icon: ${sizes.map((size) => `${size}.png`).join(", ")}`);
