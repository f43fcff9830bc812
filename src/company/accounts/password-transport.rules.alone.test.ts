import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openPassword, sealPassword } from "./password-transport.rules.ts";

const newKey = () => randomBytes(32).toString("base64");

/** Seals with Node's own cipher, as a client in another language would. */
function sealByNode(password: string | Buffer, key: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64"), nonce);
  const text = Buffer.concat([cipher.update(password), cipher.final()]);
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString("base64");
}

function openByNode(sealed: string, key: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "base64"), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
}

describe("a password in transit", () => {
  it("arrives as it was typed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (password) => {
        const key = newKey();
        expect(await openPassword(await sealPassword(password, key), key)).toBe(password);
      }),
    );
  });

  it("arrives with its leading byte order mark", async () => {
    const key = newKey();
    expect(await openPassword(await sealPassword("\ufeffKx7mpq", key), key)).toBe("\ufeffKx7mpq");
  });

  it("is a nonce, the text and a tag in base64, and never the same twice", async () => {
    const key = newKey();
    const [one, other] = await Promise.all([sealPassword("Kx7mpq", key), sealPassword("Kx7mpq", key)]);
    expect(Buffer.from(one, "base64")).toHaveLength(12 + 6 + 16);
    expect(one).not.toBe(other);
  });

  it("can be opened by Node's cipher, and opens what Node's cipher has sealed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (password) => {
        const key = newKey();
        expect(openByNode(await sealPassword(password, key), key)).toBe(password);
        expect(await openPassword(sealByNode(password, key), key)).toBe(password);
      }),
    );
  });

  it("is null when any one bit has changed", async () => {
    const key = newKey();
    const sealed = Buffer.from(await sealPassword("Quayside-Demo1", key), "base64");
    const bits = Array.from({ length: sealed.length * 8 }, (_, bit) => bit);
    const opened = bits.map((bit) => {
      const tampered = Buffer.from(sealed);
      tampered.writeUInt8(tampered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      return openPassword(tampered.toString("base64"), key);
    });
    expect(new Set(await Promise.all(opened))).toEqual(new Set([null]));
  });

  it("is null when cut, lengthened or sealed with another key", async () => {
    const key = newKey();
    const sealed = Buffer.from(await sealPassword("Quayside-Demo1", key), "base64");
    expect(await openPassword(sealed.subarray(0, -1).toString("base64"), key)).toBeNull();
    expect(await openPassword(Buffer.concat([sealed, Buffer.alloc(1)]).toString("base64"), key)).toBeNull();
    expect(await openPassword(sealed.toString("base64"), newKey())).toBeNull();
  });

  it("is null when it is not text", async () => {
    const key = newKey();
    expect(await openPassword(sealByNode(Buffer.from([0xff, 0xfe, 0x80]), key), key)).toBeNull();
  });

  it("is null when garbage arrives", async () => {
    const key = newKey();
    for (const garbage of ["", "=", "AAAA", "not base64!", "密码", "\u0000"]) expect(await openPassword(garbage, key)).toBeNull();
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: "binary" }), fc.base64String({ maxLength: 400 })), async (text) => {
        expect(await openPassword(text, key)).toBeNull();
      }),
    );
  });

  it.each(["", "not base64!", randomBytes(16).toString("base64"), randomBytes(33).toString("base64")])(
    "cannot be sealed or opened with %j as a key, and the error does not repeat it",
    async (key) => {
      const complaint = "accounts: the key that encrypts a password must be 32 bytes in base64";
      await expect(sealPassword("Kx7mpq", key)).rejects.toThrow(new RangeError(complaint));
      await expect(openPassword("AAAA", key)).rejects.toThrow(new RangeError(complaint));
    },
  );
});

describe("a page without WebCrypto, on plain http from another machine", () => {
  /** Runs `work` as on a plain http page: with random numbers, but without WebCrypto. */
  async function withoutWebCrypto<T>(work: () => Promise<T>): Promise<T> {
    const whole = globalThis.crypto;
    Object.defineProperty(globalThis, "crypto", {
      configurable: true,
      value: { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => whole.getRandomValues(bytes) },
    });
    try {
      return await work();
    } finally {
      Object.defineProperty(globalThis, "crypto", { configurable: true, value: whole });
    }
  }

  it("seals what a page with WebCrypto opens, and vice versa", async () => {
    const passwords = fc.sample(fc.string({ unit: "grapheme", maxLength: 20 }), 30);
    for (const password of ["", "Kx7mpq", "\ufeff密码", ...passwords]) {
      const key = newKey();
      const plain = await withoutWebCrypto(() => sealPassword(password, key));
      expect(openByNode(plain, key)).toBe(password);
      expect(await openPassword(plain, key)).toBe(password);
      const sealed = await sealPassword(password, key);
      expect(await withoutWebCrypto(() => openPassword(sealed, key))).toBe(password);
    }
  });

  it("opens nothing that was tampered with", async () => {
    const key = newKey();
    const sealed = Buffer.from(await sealPassword("Kx7mpq", key), "base64");
    sealed.writeUInt8(sealed.readUInt8(20) ^ 1, 20);
    expect(await withoutWebCrypto(() => openPassword(sealed.toString("base64"), key))).toBeNull();
  });
});
