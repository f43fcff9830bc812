import { crc32, createInflateRaw } from "node:zlib";
import { WorkbookRefusal } from "./workbook-refusal.ts";

/** A file within an archive, as the archive's directory tells of it. */
export interface ZipMember {
  readonly path: string;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly offset: number;
}

/** A workbook has some twenty members, and two more for each sheet and picture. */
const maxMembers = 5000;
/** A sheet of two million rows has half a gigabyte; it is refused by its rows. What is larger is no workbook of ours. */
const maxDeclaredBytes = 1024 * 1024 * 1024;
/** Deflate goes to 1032; sheets, however alike their rows, stay below 100. */
const maxRatio = 300;
/** Below this nothing can do harm, whatever its ratio. */
const harmlessBytes = 1024 * 1024;

const [endSignature, memberSignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endBytes, memberBytes, localBytes] = [22, 46, 30];
const maxCommentBytes = 65_535;
const [stored, deflated] = [0, 8];
const isEncrypted = 1;

function damaged(): WorkbookRefusal {
  return new WorkbookRefusal("imports.damaged");
}

/** Where the end record stands; it is the last one that is followed by exactly its comment. */
function findEnd(zip: Buffer): number {
  const first = Math.max(0, zip.length - endBytes - maxCommentBytes);
  for (let at = zip.length - endBytes; at >= first; at -= 1)
    if (zip.readUInt32LE(at) === endSignature && at + endBytes + zip.readUInt16LE(at + 20) === zip.length) return at;
  throw damaged();
}

function memberAt(zip: Buffer, at: number, end: number): { member: ZipMember; next: number } {
  if (at + memberBytes > end || zip.readUInt32LE(at) !== memberSignature) throw damaged();
  if ((zip.readUInt16LE(at + 8) & isEncrypted) !== 0) throw new WorkbookRefusal("imports.encrypted");
  const pathEnd = at + memberBytes + zip.readUInt16LE(at + 28);
  const next = pathEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  if (next > end) throw damaged();
  const member = {
    path: zip.toString("utf8", at + memberBytes, pathEnd).replaceAll("\\", "/"),
    method: zip.readUInt16LE(at + 10),
    crc: zip.readUInt32LE(at + 16),
    packedBytes: zip.readUInt32LE(at + 20),
    bytes: zip.readUInt32LE(at + 24),
    offset: zip.readUInt32LE(at + 42),
  };
  return { member, next };
}

/** Refuses what would grow beyond reason, by the directory's own word; that the word is true is seen while a member is inflated. */
function refuseBombs(members: readonly ZipMember[]): void {
  const declared = members.reduce((sum, { bytes }) => sum + bytes, 0);
  const isBomb = members.some(({ bytes, packedBytes }) => bytes > harmlessBytes && bytes > maxRatio * packedBytes);
  if (isBomb || declared > maxDeclaredBytes) throw new WorkbookRefusal("imports.unpacksTooLarge");
}

/**
 * Reads the directory of an archive (PKWARE APPNOTE 6.3) and inflates nothing.
 * @returns the members by their path in small letters
 * @throws WorkbookRefusal for a directory that is broken, encrypted, or of a bomb
 */
export function readMembers(zip: Buffer): ReadonlyMap<string, ZipMember> {
  if (zip.length < endBytes) throw damaged();
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > maxMembers) throw new WorkbookRefusal("imports.unpacksTooLarge");
  const members = new Map<string, ZipMember>();
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const { member, next } = memberAt(zip, at, end);
    const key = member.path.toLowerCase();
    // Two of one name: which of them counts would be a matter of the reader's taste.
    if (members.has(key)) throw damaged();
    members.set(key, member);
    at = next;
  }
  refuseBombs([...members.values()]);
  return members;
}

/** A member's packed bytes; where they begin says the header before them. */
function getPackedBytes(zip: Buffer, { offset, packedBytes }: ZipMember): Buffer {
  if (offset + localBytes > zip.length || zip.readUInt32LE(offset) !== localSignature) throw damaged();
  const from = offset + localBytes + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  if (from + packedBytes > zip.length) throw damaged();
  return zip.subarray(from, from + packedBytes);
}

/** How many bytes of deflated data are handed over at a time: a bomb's thousandfold of it is still little. */
const pieceBytes = 32 * 1024;

async function* inflated(packed: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 128 * 1024 });
  const pieces = function* () {
    for (let at = 0; at < packed.length; at += pieceBytes) yield packed.subarray(at, at + pieceBytes);
  };
  const feed = async () => {
    for (const piece of pieces()) if (!inflate.write(piece)) await new Promise<void>((resolve) => inflate.once("drain", resolve));
    inflate.end();
  };
  // Where nobody reads any more it waits for ever, holds nothing but itself, and is forgotten with the stream.
  void feed();
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream without an encoding yields Buffers
    for await (const chunk of inflate) yield chunk as Buffer;
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) throw damaged();
    throw error;
  } finally {
    inflate.destroy();
  }
}

/**
 * Inflates a member as a stream. Not a byte more than the directory declared comes out, nor more than `maxBytes`.
 * @throws WorkbookRefusal for broken data, a wrong sum, a member that is larger than its directory says or than allowed
 */
export async function* readMember(zip: Buffer, member: ZipMember, maxBytes: number): AsyncGenerator<Buffer> {
  if (member.method !== stored && member.method !== deflated) throw damaged();
  const packed = getPackedBytes(zip, member);
  let bytes = 0;
  let crc = 0;
  for await (const chunk of member.method === stored ? [packed] : inflated(packed)) {
    bytes += chunk.length;
    if (bytes > member.bytes || bytes > maxBytes) throw new WorkbookRefusal("imports.unpacksTooLarge");
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (bytes !== member.bytes || crc !== member.crc) throw damaged();
}
