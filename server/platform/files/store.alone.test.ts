import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FileStore, FileStoreConfig } from "./store.ts";
import { openFileStore } from "./store.ts";

interface Started {
  config: FileStoreConfig;
  stop(): Promise<void>;
}

async function localFolder(): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), "quayside-files-"));
  return { config: { kind: "local", folder: join(folder, "files") }, stop: () => rm(folder, { recursive: true }) };
}

const bucket = { bucket: "files", region: "us-east-1", accessKeyId: "S3RVER", secretAccessKey: "S3RVER", pathStyle: true };

/** Somebody else's reading of the protocol; it looks at no version 4 signature. */
async function someoneElsesServer(): Promise<Started> {
  const directory = await mkdtemp(join(tmpdir(), "quayside-s3rver-"));
  const configureBuckets = [{ name: bucket.bucket, configs: [] }];
  const server = new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory, resetOnClose: true, configureBuckets });
  const { port } = await server.run();
  const stop = async (): Promise<void> => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { config: { kind: "s3", endpoint: `http://127.0.0.1:${port}`, ...bucket }, stop };
}

/** The sandbox, which checks every signature and hash. */
async function sandboxServer(): Promise<Started> {
  const main = fileURLToPath(new URL("../../../sandbox/s3/main.ts", import.meta.url));
  const node = fileURLToPath(new URL("../../../node_modules/.bin/node", import.meta.url));
  const args = ["--port", "0", "--bucket", bucket.bucket, "--key", bucket.accessKeyId, "--secret", bucket.secretAccessKey];
  const child = spawn(node, [main, ...args], { env: { ...process.env, NODE_ENV: "test" }, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const stop = async (): Promise<void> => {
    const ended = once(child, "exit");
    child.kill();
    await ended;
  };
  return { config: { kind: "s3", endpoint: line.toString().trim().replace("s3: ", ""), ...bucket }, stop };
}

const keyOf = (): string => `${randomUUID()}/${randomUUID()}`;
const text = { contentType: "text/plain" };
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function read(store: FileStore, key: string): Promise<Buffer | null> {
  const stream = await store.get(key);
  return stream === null ? null : buffer(stream);
}

/** Pieces of a stream, and then its end or its failure. */
async function* pieces(each: Uint8Array[], failure?: Error): AsyncGenerator<Uint8Array> {
  for (const piece of each) yield await Promise.resolve(piece);
  if (failure !== undefined) throw failure;
}

describe.each([
  ["a local folder", localFolder],
  ["an S3 server of somebody else's", someoneElsesServer],
  ["an S3 server that checks signatures", sandboxServer],
])("a file store in %s", (_name, start) => {
  let started: Started;
  let store: FileStore;
  beforeAll(async () => {
    started = await start();
    store = openFileStore(started.config);
  });
  afterAll(() => started.stop());

  test("reports that it is ready", async () => {
    await expect(store.ready()).resolves.toBeUndefined();
  });

  test("returns the bytes put into it, and reports their size and hash", async () => {
    const key = keyOf();
    const bytes = Buffer.from("a label, 10 x 15 cm");
    expect(await store.put(key, bytes, text)).toEqual({ byteSize: 19, sha256: sha256(bytes) });
    expect(await read(store, key)).toEqual(bytes);
  });

  test("stores an empty file", async () => {
    const key = keyOf();
    expect(await store.put(key, new Uint8Array(0), text)).toEqual({ byteSize: 0, sha256: sha256(new Uint8Array(0)) });
    expect(await read(store, key)).toEqual(Buffer.alloc(0));
    await store.put(key, Readable.from(pieces([])), text);
    expect(await read(store, key)).toEqual(Buffer.alloc(0));
  });

  test("returns 6 MB unchanged, whether put as bytes or as a stream of chunks", async () => {
    const bytes = new Uint8Array(6 * 1024 * 1024).map((_, index) => (index * 7 + (index >> 9)) & 255);
    const [whole, inPieces] = [keyOf(), keyOf()];
    await store.put(whole, bytes, text);
    const source = Readable.from(pieces([bytes.subarray(0, 1), bytes.subarray(1, 2_000_000), bytes.subarray(2_000_000)]));
    expect(await store.put(inPieces, source, text)).toEqual({ byteSize: bytes.length, sha256: sha256(bytes) });
    for (const key of [whole, inPieces]) {
      const back = await read(store, key);
      expect(back?.equals(bytes)).toBe(true);
    }
  });

  test("returns null for an unknown key", async () => {
    expect(await store.get(keyOf())).toBeNull();
  });

  test("replaces the first file with a second put", async () => {
    const key = keyOf();
    await store.put(key, Buffer.from("the first, which is longer"), text);
    await store.put(key, Buffer.from("the second"), text);
    expect(String(await read(store, key))).toBe("the second");
  });

  test("removes a file, even repeatedly, and leaves its neighbour", async () => {
    const [key, neighbour] = [keyOf(), keyOf()];
    await store.put(key, Buffer.from("x"), text);
    await store.put(neighbour, Buffer.from("y"), text);
    await store.remove(key);
    expect(await store.get(key)).toBeNull();
    await expect(store.remove(key)).resolves.toBeUndefined();
    expect(String(await read(store, neighbour))).toBe("y");
  });

  test("keeps nothing, or the previous file, if the source fails halfway", async () => {
    const [fresh, kept] = [keyOf(), keyOf()];
    await store.put(kept, Buffer.from("before"), text);
    const failing = (): Readable => Readable.from(pieces([new Uint8Array(100_000)], new Error("the sender went away")));
    await expect(store.put(fresh, failing(), text)).rejects.toThrow("the sender went away");
    await expect(store.put(kept, failing(), text)).rejects.toThrow("the sender went away");
    expect(await store.get(fresh)).toBeNull();
    expect(String(await read(store, kept))).toBe("before");
  });

  test("keeps nothing if the source closes before its end", async () => {
    const key = keyOf();
    const source = new Readable({ read: () => undefined });
    source.push(Buffer.from("half"));
    setTimeout(() => source.destroy(), 50);
    await expect(store.put(key, source, text)).rejects.toThrow("Premature close");
    expect(await store.get(key)).toBeNull();
  });

  test.each(["", "/a", "a/", "a//b", "../a", "a/../b", "a/./b", "A/b", "a b", "a\\b", "a%2fb", "a\0", "ä", "a.txt", "a".repeat(201)])(
    "throws as a bug for the invalid key %j",
    async (key) => {
      await expect(store.put(key, Buffer.from("x"), text)).rejects.toThrow("is not a valid key");
      await expect(store.get(key)).rejects.toThrow("is not a valid key");
      await expect(store.remove(key)).rejects.toThrow("is not a valid key");
    },
  );

  test("keeps both files intact after 100 concurrent puts to two keys", async () => {
    const keys = [keyOf(), keyOf()];
    const bodies = Array.from({ length: 50 }, (_, index) => Buffer.alloc(20_000, index));
    await Promise.all(keys.flatMap((key) => bodies.map((body) => store.put(key, body, text))));
    for (const key of keys) {
      const back = await read(store, key);
      expect(bodies.some((body) => back?.equals(body))).toBe(true);
    }
  });
});

describe("an S3 server that checks signatures", () => {
  let started: Started;
  beforeAll(async () => {
    started = await sandboxServer();
  });
  afterAll(() => started.stop());

  test.each([
    ["a wrong secret", { secretAccessKey: "not-the-secret-of-it" }, "answered 403 SignatureDoesNotMatch"],
    ["an unknown account", { accessKeyId: "nobody" }, "answered 403 InvalidAccessKeyId"],
    ["another region", { region: "eu-central-1" }, "answered 400 AuthorizationHeaderMalformed"],
    ["a bucket that is missing", { bucket: "elsewhere" }, "answered 404 NoSuchBucket"],
  ])("rejects %s with an error that says so without the secret", async (_what, some, message) => {
    const config = { ...started.config, ...some } as FileStoreConfig;
    const store = openFileStore(config);
    const key = keyOf();
    const calls = [store.put(key, Buffer.from("x"), text), store.get(key), store.remove(key)];
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining(message) as unknown } });
      const told = inspect(call, { depth: 9, showHidden: true });
      expect(told).not.toContain("not-the-secret");
      expect(told).not.toContain(bucket.secretAccessKey);
    }
    await expect(store.ready()).rejects.toThrow("files: the S3 store answered 40");
  });
});
