import { loadChunk } from "#src/kit/lib/load-chunk.ts";

/** Reads the barcode in the current frame of a video; null for none. */
type FrameReader = (video: HTMLVideoElement) => Promise<string | null>;

/** The browser's barcode detector (Shape Detection API), which TypeScript's DOM types lack. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const wanted = ["code_128", "code_39", "ean_13", "ean_8", "upc_a", "upc_e", "itf", "qr_code", "data_matrix"];

/** The browser's reader, if it supports at least the formats of our labels. */
async function ownReader(): Promise<FrameReader | null> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript has no types for BarcodeDetector
  const detectorClass = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (detectorClass === undefined) return null;
  const formats = (await detectorClass.getSupportedFormats().catch(() => [])).filter((format) => wanted.includes(format));
  if (!["code_128", "ean_13", "qr_code"].every((format) => formats.includes(format))) return null;
  const detector = new detectorClass({ formats });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

/** Wider frames are scaled down, in pixels: bars stay sharp enough, and a hand-held keeps up. */
const widest = 960;

/** The library's reader, loaded only if the browser has none. */
async function libraryReader(): Promise<FrameReader> {
  const { BinaryBitmap, DecodeHintType, Exception, HTMLCanvasElementLuminanceSource, HybridBinarizer, MultiFormatReader } = await loadChunk(
    () => import("@zxing/library"),
  );
  const reader = new MultiFormatReader();
  // Without hints the library enables no readers.
  reader.setHints(new Map([[DecodeHintType.TRY_HARDER, true]]));
  const canvas = document.createElement("canvas");
  return async (video) => {
    const scale = Math.min(1, widest / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext("2d", { willReadFrequently: true })?.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      const bitmap = new BinaryBitmap(new HybridBinarizer(new HTMLCanvasElementLuminanceSource(canvas)));
      return reader.decodeWithState(bitmap).getText();
    } catch (error) {
      // There is no readable code in this frame.
      if (error instanceof Exception) return null;
      throw error;
    }
  };
}

/** Returns the reader for this browser. */
export async function openFrameReader(): Promise<FrameReader> {
  return (await ownReader()) ?? libraryReader();
}
