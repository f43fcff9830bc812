import type { Picture } from "#src/scanning/scan-queue.rules.ts";

/** Damage and the print of a label can be seen, and a shift's photos have room on a hand-held. */
const longestEdgePx = 1600;
const quality = 0.8;

function sized({ width, height }: ImageBitmap): { width: number; height: number } {
  const scale = Math.min(1, longestEdgePx / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function written(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}

/**
 * A photo made small enough to be kept until it can be sent: a JPEG, upright, without what the camera wrote into it.
 * @returns null where the browser cannot read it
 */
export async function smallPicture(file: Blob): Promise<Picture | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const canvas = document.createElement("canvas");
  const { width, height } = sized(bitmap);
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  // What is see-through becomes paper, and not black.
  if (context !== null) Object.assign(context, { fillStyle: "white" }).fillRect(0, 0, width, height);
  context?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const blob = context === null ? null : await written(canvas);
  return blob === null ? null : { bytes: await blob.arrayBuffer(), contentType: "image/jpeg", name: "photo.jpg" };
}
