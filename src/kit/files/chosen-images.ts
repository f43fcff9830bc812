import type { CodeName } from "#src/kit/api/codes.ts";
import type { ImageType } from "./files.rules.ts";
import { checkImages, imageHeadBytes, detectImageType } from "./files.rules.ts";

/** An image that the user chose and that may be uploaded. */
export interface ChosenImage {
  readonly file: File;
  readonly type: ImageType;
}

/** A file that cannot be uploaded, with the reason. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: CodeName;
}

/**
 * Checks chosen, dropped or pasted files by content and size. Accepts at most `room` of the valid ones.
 * @param room how many more images the field accepts
 */
export async function checkFiles(files: readonly File[], room: number): Promise<{ taken: ChosenImage[]; refused: RefusedFile[] }> {
  const taken: ChosenImage[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const head = new Uint8Array(await file.slice(0, imageHeadBytes).arrayBuffer());
    const type = detectImageType(head);
    const reason = checkImages([{ name: file.name, byteSize: file.size, head }]);
    if (type === null || reason !== null) refused.push({ name: file.name, reason: reason ?? "files.notAnImage" });
    else if (taken.length >= room) refused.push({ name: file.name, reason: "files.tooManyImages" });
    else taken.push({ file, type });
  }
  return { taken, refused };
}
