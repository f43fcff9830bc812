// How a password travels to sign-in and sign-up: base64 of a 12 byte nonce, the AES-256-GCM ciphertext and its 16 byte tag, under a
// key that the server gives out once. Dressing over TLS, not instead of it. WebCrypto, so the same lines run in a page and in Node; a page on
// plain http from another machine has none and loads the same cipher as JavaScript.

import { loadChunk } from "#src/lib/load-chunk.ts";

const keyByteSize = 32;
const nonceByteSize = 12;
const tagByteSize = 16;

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function base64OfBytes(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function keyBytes(aesKeyBase64: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOfBase64(aesKeyBase64);
  // said without the key: what is thrown may reach a log
  if (bytes?.length !== keyByteSize) throw new RangeError("accounts: the key for a password's transport is not base64 of 32 bytes");
  return bytes;
}

/** One message under one key. */
interface Cipher {
  encrypt(text: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  decrypt(sealed: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

async function cipherOf(key: Uint8Array<ArrayBuffer>, nonce: Uint8Array<ArrayBuffer>): Promise<Cipher> {
  // The DOM's types promise it; browsers have it in a secure context alone.
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
 * Seals a password for its way to the server.
 *
 * @param password the password as typed
 * @param aesKeyBase64 base64 of the 32 byte key from `get-aes-key`
 * @returns base64 of nonce, ciphertext and tag; another text each time
 * @throws RangeError when the key is none
 */
export async function sealPassword(password: string, aesKeyBase64: string): Promise<string> {
  const key = keyBytes(aesKeyBase64);
  const nonce = globalThis.crypto.getRandomValues(new Uint8Array(nonceByteSize));
  const cipher = await cipherOf(key, nonce);
  const sealed = await cipher.encrypt(new TextEncoder().encode(password));
  return base64OfBytes(new Uint8Array([...nonce, ...sealed]));
}

/**
 * Opens what `sealPassword` made.
 *
 * @param sealed what the client sent: anything at all
 * @param aesKeyBase64 base64 of the 32 byte key that was given out
 * @returns the password, or null when it was sealed with another key, tampered with, or is no such text
 * @throws RangeError when the key is none: it is our own, so that is a bug
 */
export async function openPassword(sealed: string, aesKeyBase64: string): Promise<string | null> {
  const key = keyBytes(aesKeyBase64);
  const bytes = bytesOfBase64(sealed);
  if (bytes === null || bytes.length < nonceByteSize + tagByteSize) return null;
  const cipher = await cipherOf(key, bytes.slice(0, nonceByteSize));
  try {
    const opened = await cipher.decrypt(bytes.slice(nonceByteSize));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(opened);
  } catch {
    return null;
  }
}
