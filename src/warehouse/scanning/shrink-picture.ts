import type { Picture } from "#src/warehouse/scanning/scan-queue.rules.ts";

/** Enough to see damage and read labels, small enough for a shift's photos on a hand-held. */
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
 * Shrinks a photo so that it can be queued: an upright JPEG without metadata.
 * @returns null if the browser cannot read it
 */
export async function shrinkPicture(file: Blob): Promise<Picture | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const canvas = document.createElement("canvas");
  const { width, height } = sized(bitmap);
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  // Transparent areas become white instead of black.
  if (context !== null) Object.assign(context, { fillStyle: "white" }).fillRect(0, 0, width, height);
  context?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const blob = context === null ? null : await written(canvas);
  return blob === null ? null : { bytes: await blob.arrayBuffer(), contentType: "image/jpeg", name: "photo.jpg" };
}
