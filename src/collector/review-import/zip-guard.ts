import type { Result } from "#src/kit/lib/result.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";

const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;
const endBytes = 22;
const longestComment = 0xffff;

interface Packed {
  start: number;
  bytes: number;
  method: number;
}

/**
 * Unpacks every file of a ZIP archive once and counts its bytes, without storing them, so that an archive of gigabytes is refused
 * before it reaches a reader. The sizes that the archive states are not trusted.
 * @param mostBytes the limit for all files together, unpacked
 */
export async function checkZip(
  zip: Uint8Array<ArrayBuffer>,
  mostBytes: number,
): Promise<Result<{ bytes: number }, "damaged" | "tooLarge">> {
  try {
    let left = mostBytes;
    for (const file of listFiles(zip)) {
      left -= file.method === 0 ? file.bytes : await unpackedBytes(zip.subarray(file.start, file.start + file.bytes), left);
      if (left < 0) return refuse("tooLarge");
    }
    return ok({ bytes: mostBytes - left });
  } catch {
    return refuse("damaged");
  }
}

/** The files of the archive's directory. Reading past the end throws, which is the damage that it is. */
function listFiles(zip: Uint8Array): Packed[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let end = zip.length - endBytes;
  const first = Math.max(0, end - longestComment);
  while (end >= first && view.getUint32(end, true) !== endSignature) end -= 1;
  if (end < first) throw new RangeError("import: the archive has no directory");
  const files: Packed[] = [];
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (view.getUint32(at, true) !== centralSignature) throw new RangeError("import: the archive's directory is damaged");
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.push({ start, bytes: view.getUint32(at + 20, true), method: view.getUint16(at + 10, true) });
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

/** The unpacked size of a deflated file; stops just past `most`. */
async function unpackedBytes(packed: Uint8Array<ArrayBuffer>, most: number): Promise<number> {
  let bytes = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  for (;;) {
    const next = await reader.read();
    if (next.done) return bytes;
    bytes += next.value.length;
    if (bytes > most) {
      await reader.cancel();
      return bytes;
    }
  }
}
