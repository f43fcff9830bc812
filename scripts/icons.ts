import { mkdir, readFile, writeFile } from "node:fs/promises";
import { launchBrowser } from "./launch-browser.ts";

const sizes = [16, 32, 48, 96, 128] as const;
const chromium = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/**
 * Draws the icon as a page: the mark in white on a tile in the brand's primary. A mark without a tile would vanish on either a light or a dark
 * toolbar.
 * @param mark the SVG of public/mark.svg
 * @param size edge in CSS pixels
 */
function iconPage(mark: string, size: number): string {
  const tile = `display:block;width:${size}px;height:${size}px;background:#0b63b6;border-radius:${(size * 3) / 16}px`;
  return `<style>body{margin:0}svg{${tile}}</style>${mark.replace('color="#0b63b6"', 'color="#ffffff"')}`;
}

/** Packs pictures in the order of their sizes into one .ico: a header, an entry of 16 bytes each, then the PNG files unchanged. */
function iconFile(pictures: readonly { size: number; png: Uint8Array }[]): Buffer {
  const entryBytes = 16;
  const head = Buffer.alloc(6 + entryBytes * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + entryBytes * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

const mark = await readFile(new URL("../public/mark.svg", import.meta.url), "utf8");
const folder = new URL("../public/icon/", import.meta.url);
await mkdir(folder, { recursive: true });
const browser = await launchBrowser({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
});
const pictures: { size: number; png: Uint8Array }[] = [];
try {
  const page = await browser.newPage();
  for (const size of sizes) {
    await page.setViewport({ width: size, height: size, deviceScaleFactor: 1 });
    await page.setContent(iconPage(mark, size));
    const png = await page.screenshot({ omitBackground: true });
    await writeFile(new URL(`${size}.png`, folder), png);
    pictures.push({ size, png });
  }
} finally {
  await browser.close();
}
await writeFile(new URL("../web/public/favicon.ico", import.meta.url), iconFile(pictures.filter(({ size }) => size <= 48)));
await writeFile(new URL("../web/public/mark.svg", import.meta.url), mark);
console.log(`web/public: favicon.ico, mark.svg; public/icon: ${sizes.map((size) => `${size}.png`).join(", ")}`);
