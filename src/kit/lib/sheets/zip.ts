/** A file of an archive: its path (ASCII) and its content, generated on demand. */
export interface ZipEntry {
  path: string;
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

const chunkSize = 64 * 1024;

/** Creates an entry from text. */
export function textEntry(path: string, text: Iterable<string> | AsyncIterable<string>): ZipEntry {
  return { path, chunks: encoded(text) };
}

/** Joins short texts into chunks worth compressing. */
async function* encoded(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let gathered = "";
  for await (const piece of pieces) {
    gathered += piece;
    if (gathered.length < chunkSize) continue;
    yield encoder.encode(gathered);
    gathered = "";
  }
  if (gathered !== "") yield encoder.encode(gathered);
}

type Bytes = Uint8Array<ArrayBuffer>;

interface Written {
  path: Bytes;
  crc: number;
  packedBytes: number;
  bytes: number;
  offset: number;
}

const gzipHeaderBytes = 10;
const gzipTrailerBytes = 8;
const most32 = 0xffff_ffff;
/** 1 January 1980, midnight: the same rows give an identical file */
const dosDate = 0x0021;
/** bit 3: sizes and checksum follow the data, because they are unknown before it */
const flags = 0x0008;
const deflate = 8;
const version = 20;

/**
 * Streams a ZIP archive, one entry after the other (PKWARE APPNOTE 6.3, data descriptors, deflate).
 * Our own, because hucre does not export its writer, and because the platform's gzip stream computes the checksum too: a gzip member is a ten-byte header,
 * the deflated data, CRC-32 and size, so no JavaScript processes the bytes.
 * @throws RangeError if the archive or an entry would exceed 4 GiB, which needs ZIP64
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Bytes> {
  const written: Written[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const path = new TextEncoder().encode(entry.path);
    const record: Written = { path, crc: 0, packedBytes: 0, bytes: 0, offset };
    yield localHeader(path);
    for await (const chunk of gunwrapped(counted(entry.chunks, record), record)) {
      record.packedBytes += chunk.length;
      yield chunk;
    }
    yield descriptor(record);
    offset += 30 + path.length + record.packedBytes + 16;
    if (record.bytes > most32 || offset > most32) throw new RangeError(`${entry.path} makes the archive larger than 4 GiB`);
    written.push(record);
  }
  yield directory(written, offset);
}

async function* counted(chunks: AsyncIterable<Bytes>, record: Written): AsyncGenerator<Bytes> {
  for await (const chunk of chunks) {
    record.bytes += chunk.length;
    yield chunk;
  }
}

/** Deflates through gzip: drops the header, and stores the trailer's checksum in the record. */
async function* gunwrapped(chunks: AsyncIterable<Bytes>, record: Written): AsyncGenerator<Bytes> {
  let toSkip = gzipHeaderBytes;
  let held: Bytes = new Uint8Array(0);
  for await (const chunk of through(chunks, new CompressionStream("gzip"))) {
    const skipped = Math.min(toSkip, chunk.length);
    toSkip -= skipped;
    const joined = new Uint8Array(held.length + chunk.length - skipped);
    joined.set(held);
    joined.set(chunk.subarray(skipped), held.length);
    const ready = Math.max(0, joined.length - gzipTrailerBytes);
    if (ready > 0) yield joined.subarray(0, ready);
    held = joined.slice(ready);
  }
  record.crc = new DataView(held.buffer).getUint32(0, true);
}

/** Pipes chunks through a transform. Rethrows an error of the source; stopping early stops the source. */
async function* through(chunks: AsyncIterable<Bytes>, transform: CompressionStream): AsyncGenerator<Bytes> {
  const writer = transform.writable.getWriter();
  let isWanted = true;
  const pump = (async () => {
    try {
      for await (const chunk of chunks) {
        await writer.ready;
        await writer.write(chunk);
        // Without a reader, Chromium's stream fails the write, but Node's accepts chunks forever.
        if (!isWanted) return;
      }
      await writer.close();
    } catch (error) {
      // Passes the error to the reader below; without a reader it is not needed.
      await writer.abort(error).catch(() => undefined);
    }
  })();
  const reader = transform.readable.getReader();
  let done = false;
  try {
    for (;;) {
      const next = await reader.read();
      if (next.done) break;
      yield next.value;
    }
    done = true;
  } finally {
    isWanted = false;
    if (!done) {
      await reader.cancel().catch(() => undefined);
      // Releases a pump that waits for the reader.
      await writer.abort().catch(() => undefined);
    }
    await pump;
  }
}

function localHeader(path: Bytes): Bytes {
  const bytes = new Uint8Array(30 + path.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x04034b50, true);
  view.setUint16(4, version, true);
  view.setUint16(6, flags, true);
  view.setUint16(8, deflate, true);
  view.setUint16(12, dosDate, true);
  view.setUint16(26, path.length, true);
  bytes.set(path, 30);
  return bytes;
}

function descriptor(record: Written): Bytes {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x08074b50, true);
  view.setUint32(4, record.crc, true);
  view.setUint32(8, record.packedBytes, true);
  view.setUint32(12, record.bytes, true);
  return bytes;
}

function directory(written: readonly Written[], offset: number): Bytes {
  const size = written.reduce((sum, { path }) => sum + 46 + path.length, 0);
  const bytes = new Uint8Array(size + 22);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const record of written) {
    view.setUint32(at, 0x02014b50, true);
    view.setUint16(at + 4, version, true);
    view.setUint16(at + 6, version, true);
    view.setUint16(at + 8, flags, true);
    view.setUint16(at + 10, deflate, true);
    view.setUint16(at + 14, dosDate, true);
    view.setUint32(at + 16, record.crc, true);
    view.setUint32(at + 20, record.packedBytes, true);
    view.setUint32(at + 24, record.bytes, true);
    view.setUint16(at + 28, record.path.length, true);
    view.setUint32(at + 42, record.offset, true);
    bytes.set(record.path, at + 46);
    at += 46 + record.path.length;
  }
  view.setUint32(at, 0x06054b50, true);
  view.setUint16(at + 8, written.length, true);
  view.setUint16(at + 10, written.length, true);
  view.setUint32(at + 12, size, true);
  view.setUint32(at + 16, offset, true);
  return bytes;
}
