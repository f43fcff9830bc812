// How a password is sent to sign-in and sign-up: base64 of a 12 byte nonce, the AES-256-GCM ciphertext and its 16 byte tag, under a key that the server
// issues for one use. In addition to TLS, not instead of it. Uses WebCrypto, so the same code runs in a page and in Node; a page on plain http from another
// machine has no WebCrypto and loads the same cipher as JavaScript.

import { loadChunk } from "#src/kit/lib/load-chunk.ts";

const keyByteSize = 32;
const nonceByteSize = 12;
const tagByteSize = 16;

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function decodeKey(aesKeyBase64: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(aesKeyBase64);
  // The message omits the key, because errors may be logged.
  if (bytes?.length !== keyByteSize) throw new RangeError("accounts: the key that encrypts a password must be 32 bytes in base64");
  return bytes;
}

/** A cipher for one message under one key. */
interface Cipher {
  encrypt(text: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  decrypt(sealed: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

async function createCipher(key: Uint8Array<ArrayBuffer>, nonce: Uint8Array<ArrayBuffer>): Promise<Cipher> {
  // The DOM's types promise it, but browsers provide it only in a secure context.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) {
    const gcm = await loadChunk(async () => (await import("@noble/ciphers/aes.js")).gcm);
    const cipher = gcm(key, nonce);
    return { encrypt: async (text) => cipher.encrypt(text), decrypt: async (sealed) => cipher.decrypt(sealed) };
  }
  const imported = await subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
  const algorithm = { name: "AES-GCM", iv: nonce };
  return {
    encrypt: async (text) => new Uint8Array(await subtle.encrypt(algorithm, imported, text)),
    decrypt: async (sealed) => new Uint8Array(await subtle.decrypt(algorithm, imported, sealed)),
  };
}

/**
 * Seals a password for the server.
 * @param password the password as typed
 * @param aesKeyBase64 base64 of the 32 byte key from `get-aes-key`
 * @returns base64 of nonce, ciphertext and tag; different each time
 * @throws RangeError if the key is invalid
 */
export async function sealPassword(password: string, aesKeyBase64: string): Promise<string> {
  const key = decodeKey(aesKeyBase64);
  const nonce = globalThis.crypto.getRandomValues(new Uint8Array(nonceByteSize));
  const cipher = await createCipher(key, nonce);
  const sealed = await cipher.encrypt(new TextEncoder().encode(password));
  return toBase64(new Uint8Array([...nonce, ...sealed]));
}

/**
 * Opens a password sealed by `sealPassword`.
 * @param sealed what the client sent: untrusted
 * @param aesKeyBase64 base64 of the 32 byte key that was issued
 * @returns the password, or null if it was sealed with another key, tampered with, or malformed
 * @throws RangeError if the key is invalid: it is our own, so that is a bug
 */
export async function openPassword(sealed: string, aesKeyBase64: string): Promise<string | null> {
  const key = decodeKey(aesKeyBase64);
  const bytes = fromBase64(sealed);
  if (bytes === null || bytes.length < nonceByteSize + tagByteSize) return null;
  const cipher = await createCipher(key, bytes.slice(0, nonceByteSize));
  try {
    const opened = await cipher.decrypt(bytes.slice(nonceByteSize));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(opened);
  } catch {
    return null;
  }
}
