import type { Page } from "puppeteer";

/** At 0.5 letters are still sharp at one and a half picture pixels per page pixel, and a picture is a quarter of its lossless size. */
const quality = 0.5;

/**
 * Encodes a PNG as WebP, with the browser's own encoder.
 * @param page a page of the browser that may be used for it
 */
export async function encodeWebp(page: Page, png: Uint8Array): Promise<Uint8Array> {
  const coded = await page.evaluate(
    async (source: string, asked: number) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      canvas.getContext("2d")?.drawImage(picture, 0, 0);
      const blob = await canvas.convertToBlob({ type: "image/webp", quality: asked });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    `data:image/png;base64,${Buffer.from(png).toString("base64")}`,
    quality,
  );
  return Uint8Array.from(coded);
}
