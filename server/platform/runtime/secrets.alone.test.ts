import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect, promisify } from "node:util";

import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { openSecrets } from "./secrets.ts";

const root = mkdtempSync(join(tmpdir(), "quayside-secrets-"));
let folders = 0;
const newFolder = () => join(root, `${(folders += 1)}`, "data");
const newKey = () => randomBytes(32).toString("base64");
const given = (key: string) => openSecrets(newFolder(), key);

afterAll(() => rmSync(root, { recursive: true }));

describe("a sealed text", () => {
  it("opens to the same bytes, for the same purpose", () => {
    const secrets = given(newKey());
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.string({ unit: "binary" }), (bytes, purpose) => {
        expect(secrets.open(secrets.seal(bytes, purpose), purpose)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it("opens to the same text", () => {
    const secrets = given(newKey());
    expect(secrets.open(secrets.seal("shpat_密钥", "shop.token"), "shop.token").toString()).toBe("shpat_密钥");
    expect(secrets.open(secrets.seal("", "shop.token"), "shop.token")).toHaveLength(0);
  });

  it("differs each time, begins with the key's id, and is plain ASCII", () => {
    const key = newKey();
    const secrets = given(key);
    const sealed = secrets.seal("text", "shop.token");
    expect(sealed).not.toBe(secrets.seal("text", "shop.token"));
    expect(sealed.split(".")[0]).toBe(createHash("sha256").update(Buffer.from(key, "base64")).digest("hex").slice(0, 8));
    expect(sealed).toMatch(/^[0-9a-f]{8}\.[A-Za-z0-9_-]+$/);
  });

  it("does not open for another purpose", () => {
    const secrets = given(newKey());
    const sealed = secrets.seal("text", "shop.token");
    expect(() => secrets.open(sealed, "carrier.token")).toThrow("another purpose");
    expect(() => secrets.open(sealed, "shop.token2")).toThrow("another purpose");
  });

  it("does not open if one bit has changed", () => {
    const secrets = given(newKey());
    const [id = "", body = ""] = secrets.seal("text", "shop.token").split(".");
    const sealed = Buffer.from(body, "base64url");
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const tampered = Buffer.from(sealed);
      tampered.writeUInt8(tampered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => secrets.open(`${id}.${tampered.toString("base64url")}`, "shop.token")).toThrow("tampered");
    }
  });

  it.each(["", "text", "0123abcd.", "0123abcd.AAAA", "0123ABCD.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", ".", "密.文"])(
    "is not %j",
    (text) => {
      const secrets = given(newKey());
      expect(() => secrets.open(text, "shop.token")).toThrow("not a sealed text");
      expect(() => secrets.isSealedWithOldKey(text)).toThrow("not a sealed text");
    },
  );
});

describe("rotating keys", () => {
  it("seal with the first and open with any", () => {
    const [old, young] = [newKey(), newKey()];
    const sealedBefore = given(old).seal("text", "shop.token");
    const secrets = given(`${young},${old}`);
    expect(secrets.open(sealedBefore, "shop.token").toString()).toBe("text");
    expect(secrets.isSealedWithOldKey(sealedBefore)).toBe(true);
    const sealedAfter = secrets.seal("text", "shop.token");
    expect(secrets.isSealedWithOldKey(sealedAfter)).toBe(false);
    expect(given(young).open(sealedAfter, "shop.token").toString()).toBe("text");
    expect(() => given(young).open(sealedBefore, "shop.token")).toThrow(
      /^secrets: sealed with the key [0-9a-f]{8}, which is not configured$/,
    );
  });

  it("may be written in base64, base64url or hex, with spaces between", () => {
    const bytes = randomBytes(32);
    const sealed = given(bytes.toString("base64")).seal("text", "shop.token");
    for (const written of [
      bytes.toString("hex"),
      bytes.toString("hex").toUpperCase(),
      bytes.toString("base64url"),
      ` ${newKey()} , ${bytes.toString("hex")} `,
    ]) {
      expect(given(written).open(sealed, "shop.token").toString()).toBe("text");
    }
  });

  it.each(["", ",", "short", randomBytes(16).toString("base64"), randomBytes(33).toString("base64"), `${newKey()},`, "z".repeat(64)])(
    "that are invalid are rejected without being repeated (%#)",
    (text) => {
      const refused = () => given(text);
      expect(refused).toThrow(/^secrets: key \d of \d in SECRETS_KEY is not 32 bytes in base64 or hex$/);
    },
  );
});

describe("a derived key", () => {
  it("is the same for the same purpose and differs for any other", () => {
    const key = newKey();
    expect(given(key).derive("csrf")).toEqual(given(key).derive("csrf"));
    expect(given(key).derive("csrf")).toHaveLength(32);
    expect(given(key).derive("csrf", 64)).toHaveLength(64);
    expect(given(key).derive("csrf")).not.toEqual(given(key).derive("csrf2"));
    expect(given(key).derive("csrf")).not.toEqual(given(newKey()).derive("csrf"));
  });

  it("is neither the master key nor the sealing key", () => {
    const key = newKey();
    const sealed = given(key).seal("text", "shop.token");
    const derived = ["", "seal", "quayside/seal", "../seal"].map((purpose) => given(key).derive(purpose));
    for (const bytes of derived) {
      expect(bytes.toString("base64")).not.toBe(key);
      expect(() => given(bytes.toString("base64")).open(sealed, "shop.token")).toThrow("not configured");
    }
  });

  it("is derived from the newest key", () => {
    const [old, young] = [newKey(), newKey()];
    expect(given(`${young},${old}`).derive("csrf")).toEqual(given(young).derive("csrf"));
  });
});

describe("the key file", () => {
  it("is created on the first start, readable only by its owner, and reused on the next", () => {
    const folder = newFolder();
    const sealed = openSecrets(folder, undefined).seal("text", "shop.token");
    expect(statSync(join(folder, "secrets.key")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["secrets.key"]);
    expect(openSecrets(folder, undefined).open(sealed, "shop.token").toString()).toBe("text");
  });

  it("is not created if a key is configured", () => {
    const folder = newFolder();
    openSecrets(folder, newKey()).seal("text", "shop.token");
    expect(() => statSync(folder)).toThrow("ENOENT");
  });

  it("may hold older keys after the newest", () => {
    const folder = newFolder();
    const sealed = openSecrets(folder, undefined).seal("text", "shop.token");
    const path = join(folder, "secrets.key");
    writeFileSync(path, `${newKey()},${readFileSync(path, "utf8")}`);
    expect(openSecrets(folder, undefined).open(sealed, "shop.token").toString()).toBe("text");
    expect(openSecrets(folder, undefined).isSealedWithOldKey(sealed)).toBe(true);
  });

  it("prevents the start if damaged, and is neither repeated nor replaced", () => {
    const folder = newFolder();
    openSecrets(folder, undefined);
    const path = join(folder, "secrets.key");
    const damaged = readFileSync(path, "utf8").slice(0, 20);
    writeFileSync(path, damaged);
    expect(() => openSecrets(folder, undefined)).toThrow(`secrets: key 1 of 1 in ${path} is not 32 bytes in base64 or hex`);
    expect(readFileSync(path, "utf8")).toBe(damaged);
  });

  it("is created once, even if many processes start at the same time", async () => {
    const folder = newFolder();
    const file = JSON.stringify(pathToFileURL(join(import.meta.dirname, "secrets.ts")).href);
    const code = `const { openSecrets } = await import(${file}); process.stdout.write(openSecrets(process.argv[1], undefined).derive("same").toString("hex"));`;
    const start = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", code, folder]);
    const said = await Promise.all([start(), start(), start(), start()]);
    expect(new Set(said.map(({ stdout }) => stdout))).toEqual(new Set([openSecrets(folder, undefined).derive("same").toString("hex")]));
    expect(readdirSync(folder)).toEqual(["secrets.key"]);
  });
});

describe("the secrets", () => {
  it("do not reveal their keys when printed", () => {
    const bytes = randomBytes(32);
    const secrets = given(bytes.toString("base64"));
    const printed = inspect(secrets, { depth: 9, showHidden: true }) + JSON.stringify(secrets);
    for (const form of ["hex", "base64", "base64url"] as const) expect(printed).not.toContain(bytes.toString(form).slice(0, 12));
    expect(printed).not.toContain("Buffer");
  });
});
