import type { Area, Turn } from "./crop.rules.ts";
import { cutName, listEncodings, isSmallEnough, turnedSize } from "./crop.rules.ts";
import type { ImageType } from "./files.rules.ts";

function draw(picture: ImageBitmap, area: Area, turn: Turn, scale: number, isOpaque: boolean): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(area.width * scale));
  canvas.height = Math.max(1, Math.round(area.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("files: this browser cannot draw on a canvas");
  if (isOpaque) {
    // A JPEG has no transparency: transparent pixels would turn black.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  const whole = turnedSize(picture, turn);
  context.scale(scale, scale);
  context.translate(whole.width / 2 - area.x, whole.height / 2 - area.y);
  context.rotate((turn * Math.PI) / 180);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return canvas;
}

function encodeCanvas(canvas: HTMLCanvasElement, type: ImageType, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob === null) reject(new Error("files: this browser could not write the picture"));
        else resolve(blob);
      },
      type,
      quality,
    );
  });
}

/**
 * Crops and re-encodes an image, to at most 5 MB. The file's metadata (location, camera) is lost.
 * @param area in pixels of the rotated image
 * @throws Error if the browser cannot decode or encode it
 */
export async function cutImage(file: File, type: ImageType, area: Area, turn: Turn): Promise<File> {
  const picture = await createImageBitmap(file);
  try {
    for (const { contentType, quality, scale } of listEncodings(type, area)) {
      const blob = await encodeCanvas(draw(picture, area, turn, scale, contentType === "image/jpeg"), contentType, quality);
      if (isSmallEnough(blob.size)) return new File([blob], cutName(file.name, contentType), { type: contentType });
    }
    throw new Error("files: the picture is still too large");
  } finally {
    picture.close();
  }
}
