import type { Area, Turn } from "./crop.rules.ts";
import { cutName, listEncodings, isSmallEnough, turnedSize } from "./crop.rules.ts";
import type { ImageType } from "./files.rules.ts";

function draw(picture: ImageBitmap, area: Area, turn: Turn, scale: number, isOpaque: boolean): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(area.width * scale));
  canvas.height = Math.max(1, Math.round(area.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("files: this browser draws nothing");
  if (isOpaque) {
    // A JPEG has nothing that shines through: it would be black.
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
 * Cuts a part out of a picture and writes it anew, at most 5 MB: what stood beside the picture in the file (place, camera) is gone with it.
 * @param area in pixels of the turned picture
 * @throws Error where the browser cannot read or write it
 */
export async function cutImage(file: File, type: ImageType, area: Area, turn: Turn): Promise<File> {
  const picture = await createImageBitmap(file);
  try {
    for (const { contentType, quality, scale } of listEncodings(type, area)) {
      const blob = await encodeCanvas(draw(picture, area, turn, scale, contentType === "image/jpeg"), contentType, quality);
      if (isSmallEnough(blob.size)) return new File([blob], cutName(file.name, contentType), { type: contentType });
    }
    throw new Error("files: the picture stays too large");
  } finally {
    picture.close();
  }
}
