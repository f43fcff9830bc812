import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "puppeteer";
import pixelmatch from "pixelmatch";
import sharp from "sharp";
import type { PartLook } from "./part-page.ts";
import type { PartPicture } from "./part-pictures.ts";

/** The folder of the reference pictures, one folder per look. */
export const referenceDir = "tests/e2e/part-references";
/** Where differing pictures are written, with the differences marked. */
export const faultDir = ".output/part-pictures";
const browserFile = join(referenceDir, "drawn-by.json");

/** How much of a picture may differ. */
interface Tolerance {
  /** 0 to 1: the allowed colour distance of a pixel */
  readonly colour: number;
  /** the largest share of pixels beyond that */
  readonly share: number;
  /** the largest relative difference in height */
  readonly height: number;
}

/** The Chromium that drew the references draws the same pixels; processors may round differently. */
export const exact: Tolerance = { colour: 0.02, share: 0.000_02, height: 0 };
/** Other versions render letters and edges differently; missing, moved or recoloured parts are still found. */
const other: Tolerance = { colour: 0.2, share: 0.02, height: 0.02 };

export async function getMajorVersion(browser: Browser): Promise<number> {
  return Number(/\d+/.exec((await browser.version()).replace(/^\D+/, ""))?.[0]);
}

/** Returns the tolerance for a browser, and what is not compared exactly; null if everything is. */
export async function toleranceFor(browser: Browser): Promise<{ tolerance: Tolerance; notice: string | null }> {
  const { chromium } = JSON.parse(await readFile(browserFile, "utf8")) as { chromium: number };
  const here = await getMajorVersion(browser);
  if (here === chromium) return { tolerance: exact, notice: null };
  const notice =
    `The pictures of the parts were drawn by Chromium ${chromium}, this is ${here}: up to ${other.share * 100} % of the pixels ` +
    "may differ. `node scripts/part-pictures.ts` draws them anew.";
  return { tolerance: other, notice };
}

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function read(picture: Uint8Array, height?: number): Promise<Pixels> {
  const image = sharp(Buffer.from(picture)).ensureAlpha();
  const { width } = await image.metadata();
  const cut = height === undefined ? image : image.extract({ left: 0, top: 0, width, height });
  const { data, info } = await cut.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Describes the difference of two pictures, with a picture of it; null if there is none. */
export async function findDifference(kept: Uint8Array, drawn: Uint8Array, tolerance: Tolerance) {
  const [before, now] = [await read(kept), await read(drawn)];
  const height = Math.min(before.height, now.height);
  if (before.width !== now.width || Math.abs(before.height - now.height) > before.height * tolerance.height)
    return { words: `is ${now.width} × ${now.height} px, was ${before.width} × ${before.height}`, diff: null };
  const [one, two] = [await read(kept, height), await read(drawn, height)];
  const diff = Buffer.alloc(one.data.length);
  const count = pixelmatch(one.data, two.data, diff, one.width, height, { threshold: tolerance.colour, includeAA: tolerance === exact });
  if (count <= one.width * height * tolerance.share) return null;
  const png = await sharp(diff, { raw: { width: one.width, height, channels: 4 } })
    .png()
    .toBuffer();
  return { words: `differs in ${count} pixels`, diff: png };
}

const toName = (file: string) => file.replace(/[.]webp$/, "");

/** Compares a look's pictures with the references. @returns the faults */
export async function compareParts(look: PartLook, pictures: readonly PartPicture[], tolerance: Tolerance): Promise<string[]> {
  const folder = join(referenceDir, look.name);
  const kept = new Set((await readdir(folder).catch(() => [])).map(toName));
  const faults: string[] = [];
  for (const { name, png } of pictures) {
    const difference = kept.has(name) ? await findDifference(await readFile(join(folder, `${name}.webp`)), png, tolerance) : null;
    if (kept.has(name) && difference === null) continue;
    const path = join(faultDir, look.name, name);
    await mkdir(join(faultDir, look.name), { recursive: true });
    await writeFile(`${path}.drawn.png`, png);
    const diff = difference?.diff ?? null;
    if (diff !== null) await writeFile(`${path}.diff.png`, diff);
    faults.push(
      `${look.name}/${name} ${difference?.words ?? "has no kept picture"}: see ${path}.drawn.png${diff === null ? "" : ` and ${path}.diff.png`}`,
    );
  }
  const drawn = new Set(pictures.map(({ name }) => name));
  return [...faults, ...[...kept].filter((name) => !drawn.has(name)).map((name) => `${look.name}/${name} is kept and not drawn any more`)];
}

/** Replaces a look's reference pictures, losslessly. @returns their size in bytes */
export async function keepParts(look: PartLook, pictures: readonly PartPicture[]): Promise<number> {
  const folder = join(referenceDir, look.name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  let bytes = 0;
  for (const { name, png } of pictures) {
    const webp = await sharp(Buffer.from(png)).removeAlpha().webp({ lossless: true, effort: 6 }).toBuffer();
    bytes += webp.length;
    await writeFile(join(folder, `${name}.webp`), webp);
  }
  return bytes;
}

export async function keepBrowser(browser: Browser): Promise<void> {
  await writeFile(browserFile, `${JSON.stringify({ chromium: await getMajorVersion(browser) })}\n`);
}
