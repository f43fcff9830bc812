import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { readOrMakeKeyFile } from "./key-file.ts";

/** Encrypts the server's secrets at rest. The keys never leave this object: nothing shows them, logs them or puts them into an error. */
export interface Secrets {
  /** Seals a text or bytes for one purpose; only the same purpose opens it. ASCII, different each time, about 4/3 of the size and 48 more. */
  seal(plain: string | Uint8Array, purpose: string): string;
  /** Opens what was sealed with any of the keys. Throws if it was tampered with, sealed for another purpose or with a key that is gone. */
  open(sealed: string, purpose: string): Buffer;
  /** Derives a key for one purpose, 32 bytes by default, always the same from the same newest key: rotating keys changes it. */
  derive(purpose: string, length?: number): Buffer;
  /** Whether it should be sealed again because its key is no longer the newest. Throws if the text is not sealed. */
  isSealedWithOldKey(sealed: string): boolean;
}

interface MasterKey {
  id: string;
  bytes: Buffer;
  sealing: Buffer;
}

const fileName = "secrets.key";
const keyByteSize = 32;
const nonceByteSize = 12;
const tagByteSize = 16;
const sealedShape = /^([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/;

/** Derives one key for one use, so that a derived key reveals nothing about what is sealed (HKDF with SHA-256, RFC 5869). */
function expand(bytes: Buffer, info: string, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", bytes, "", info, length));
}

function masterKey(bytes: Buffer): MasterKey {
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  return { id, bytes, sealing: expand(bytes, "quayside/seal", keyByteSize) };
}

function bytesOfKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, "base64") : null;
}

function parseKeys(text: string, source: string): [MasterKey, ...MasterKey[]] {
  const keys = text.split(",").map((part) => bytesOfKey(part.trim()));
  const [first, ...others] = keys.map((bytes, at) => {
    // without the text, the rest of which may be a valid key
    if (bytes === null) throw new Error(`secrets: key ${at + 1} of ${keys.length} in ${source} is not 32 bytes in base64 or hex`);
    return masterKey(bytes);
  });
  if (first === undefined) throw new Error(`secrets: ${source} contains no key`);
  return [first, ...others];
}

function sealWith(key: MasterKey, plain: string | Uint8Array, purpose: string): string {
  const nonce = randomBytes(nonceByteSize);
  const cipher = createCipheriv("aes-256-gcm", key.sealing, nonce).setAAD(Buffer.from(purpose));
  const text = Buffer.concat([cipher.update(typeof plain === "string" ? Buffer.from(plain) : plain), cipher.final()]);
  return `${key.id}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString("base64url")}`;
}

function openWith(key: MasterKey, sealed: Buffer, purpose: string): Buffer {
  const options = { authTagLength: tagByteSize };
  const decipher = createDecipheriv("aes-256-gcm", key.sealing, sealed.subarray(0, nonceByteSize), options).setAAD(Buffer.from(purpose));
  decipher.setAuthTag(sealed.subarray(-tagByteSize));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceByteSize, -tagByteSize)), decipher.final()]);
  } catch {
    throw new Error("secrets: the text was tampered with, or sealed for another purpose");
  }
}

function takeApart(sealed: string): { keyId: string; bytes: Buffer } {
  const [, keyId, body] = sealedShape.exec(sealed) ?? [];
  const bytes = Buffer.from(body ?? "", "base64url");
  if (keyId === undefined || bytes.length < nonceByteSize + tagByteSize) throw new Error("secrets: not a sealed text");
  return { keyId, bytes };
}

function newKeyText(): string {
  return `${randomBytes(keyByteSize).toString("base64")}\n`;
}

/**
 * Opens the server's secrets.
 *
 * @param dataDir the data folder; holds `secrets.key` (mode 0600), which the first start makes where no key is given
 * @param given SECRETS_KEY: 32 bytes in base64 or hex. Several with commas between, newest first: the first seals, all open. The file may hold
 *   several likewise.
 * @throws Error when a key is not one, or the file cannot be read or made; the message never holds a key
 */
export function openSecrets(dataDir: string, given: string | undefined): Secrets {
  const keys =
    given === undefined
      ? parseKeys(readOrMakeKeyFile(dataDir, fileName, newKeyText), join(dataDir, fileName))
      : parseKeys(given, "SECRETS_KEY");
  const [newest] = keys;
  return {
    seal: (plain, purpose) => sealWith(newest, plain, purpose),
    open: (sealed, purpose) => {
      const { keyId, bytes } = takeApart(sealed);
      const key = keys.find(({ id }) => id === keyId);
      if (key === undefined) throw new Error(`secrets: sealed with the key ${keyId}, which is not configured`);
      return openWith(key, bytes, purpose);
    },
    derive: (purpose, length = keyByteSize) => expand(newest.bytes, `quayside/derive/${purpose}`, length),
    isSealedWithOldKey: (sealed) => takeApart(sealed).keyId !== newest.id,
  };
}
