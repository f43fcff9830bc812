import type { DBSchema, IDBPDatabase } from "idb";
import { openDB } from "idb";
import { calculateJwkThumbprint } from "jose";

/** The device's key pair: P-256, with a non-extractable private key. */
export interface DeviceKey {
  readonly privateKey: CryptoKey;
  /** RFC 7517 */
  readonly publicKey: { readonly kty: "EC"; readonly crv: "P-256"; readonly x: string; readonly y: string };
  /** RFC 7638, the key's thumbprint in a token's `cnf.jkt` */
  readonly jkt: string;
}

interface KeySchema extends DBSchema {
  keys: { key: "device"; value: CryptoKeyPair };
}

const algorithm = { name: "ECDSA", namedCurve: "P-256" } as const;

async function withDb<T>(work: (db: IDBPDatabase<KeySchema>) => Promise<T>): Promise<T> {
  const db = await openDB<KeySchema>("quayside-entitlement", 1, { upgrade: (made) => void made.createObjectStore("keys") });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

async function describe({ privateKey, publicKey }: CryptoKeyPair): Promise<DeviceKey> {
  const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", publicKey);
  const jwk = { kty: "EC", crv: "P-256", x, y } as const;
  return { privateKey, publicKey: jwk, jkt: await calculateJwkThumbprint(jwk) };
}

/** Returns the key of this device; null if there is none (never linked, or the browser's data was cleared). */
export async function readDeviceKey(): Promise<DeviceKey | null> {
  const pair = await withDb((db) => db.get("keys", "device"));
  return pair === undefined ? null : describe(pair);
}

/** Returns the key of this device, created on first use. Of two created concurrently, the first one stored wins. */
export async function ensureDeviceKey(): Promise<DeviceKey> {
  const known = await readDeviceKey();
  if (known !== null) return known;
  const made = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
  const pair = await withDb(async (db) => {
    const tx = db.transaction("keys", "readwrite");
    const first = await tx.store.get("device");
    if (first === undefined) await tx.store.put(made, "device");
    await tx.done;
    return first ?? made;
  });
  return describe(pair);
}
