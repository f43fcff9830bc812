import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LocalStore } from "./local-store.ts";

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "quayside-local-"));
  folder = join(parent, "deep", "files");
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const key = "0198c2a0-0000-7000-8000-00000000abcd/0198c2a0-1111-7000-8000-0000000012ef";
const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

test("a file is stored in its provider's folder, split by the last two characters, and is readable only by its owner", async () => {
  await new LocalStore(folder).put(key, Buffer.from("x"));
  const [provider = "", name = ""] = key.split("/");
  const path = join(folder, provider, "ef", `${name}.bin`);
  expect(await readFile(path, "utf8")).toBe("x");
  expect(await modeOf(path)).toBe("600");
  for (const made of [folder, join(folder, provider), join(folder, provider, "ef"), join(folder, ".incoming")])
    expect(await modeOf(made)).toBe("700");
});

test("keys with a common prefix never collide, as files or as folders", async () => {
  const store = new LocalStore(folder);
  const keys = ["a", "a/a", "a/a/a", "bc", "bc/bc", "a/bc", "a/bc/bc", "incoming"];
  await Promise.all(keys.map((name) => store.put(name, Buffer.from(name))));
  for (const name of keys) expect(String(await (await store.get(name))?.toArray())).toBe(name);
});

test("while a file is being written, readers get the old one and the folder contains no partial file", async () => {
  const store = new LocalStore(folder);
  await store.put(key, Buffer.from("old"));
  const source = new Readable({ read: () => undefined });
  source.push(Buffer.from("ne"));
  const putting = store.put(key, source);
  await expect.poll(() => readdir(join(folder, ".incoming"))).toHaveLength(1);
  expect(String(await (await store.get(key))?.toArray())).toBe("old");
  source.push(Buffer.from("w"));
  source.push(null);
  await putting;
  expect(String(await (await store.get(key))?.toArray())).toBe("new");
  expect(await readdir(join(folder, ".incoming"))).toEqual([]);
});

test("a failed source leaves no temporary file", async () => {
  const source = new Readable({ read: () => source.destroy(new Error("gone")) });
  await expect(new LocalStore(folder).put(key, source)).rejects.toThrow("gone");
  expect(await readdir(join(folder, ".incoming"))).toEqual([]);
  expect(await readdir(folder)).toEqual([".incoming"]);
});

test("a text stream throws as a bug and leaves no file", async () => {
  await expect(new LocalStore(folder).put(key, Readable.from(["text"]))).rejects.toThrow("something other than bytes");
  expect(await readdir(join(folder, ".incoming"))).toEqual([]);
});

test("temporary files of a killed process are removed after a day, and not before", async () => {
  const incoming = join(folder, ".incoming");
  await mkdir(incoming, { recursive: true });
  for (const name of ["old", "young"]) await writeFile(join(incoming, name), "half");
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await utimes(join(incoming, "old"), yesterday, yesterday);
  await new LocalStore(folder).ready();
  expect(await readdir(incoming)).toEqual(["young"]);
});

test("an invalid folder is reported at startup", async () => {
  await writeFile(join(parent, "deep"), "a file in the way");
  await expect(new LocalStore(folder).ready()).rejects.toThrow("ENOTDIR");
});
