import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { makeUnwritableFolder, mountSmallDisk } from "#tests/server/small-disk.ts";
import { until } from "./until.ts";

let child: ChildProcess | null = null;

/** Both need a user who may mount a disk. */
const disk = mountSmallDisk(16);
const unwritable = makeUnwritableFolder();
const folders: string[] = [];
afterAll(() => {
  disk?.remove();
  unwritable?.remove();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  if (child === null || child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
});

/** Runs a script in a fresh environment without the test runner's NODE_ENV, which builds would use, and collects its output. */
function run(script: string, args: readonly string[], env: Record<string, string>, program = process.execPath): { said: () => string } {
  let text = "";
  child = spawn(program, [script, ...args], { env: { ...process.env, NODE_ENV: "", ...env }, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout?.on("data", (part: Buffer) => (text += part.toString("utf8")));
  child.stderr?.on("data", (part: Buffer) => (text += part.toString("utf8")));
  return { said: () => text };
}

/** Returns ports and a data folder of its own. */
function onItsOwn(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "quayside-start-"));
  // The database's user needs access.
  chmodSync(folder, 0o711);
  folders.push(folder);
  return { PORT: "0", DATA_DIR: folder };
}

async function mainFunctionAt(address: string): Promise<unknown> {
  const answer = (await (await fetch(`${address}v1/api/config/init-config`)).json()) as { data: { main_function: unknown } };
  return answer.data.main_function;
}

/** Fetches a page like a browser. */
async function pageAt(address: string): Promise<{ status: number; text: string }> {
  const reply = await fetch(address, { headers: { accept: "text/html" } });
  return { status: reply.status, text: await reply.text() };
}

const saying = (said: () => string, words: string) =>
  until(async () => (said().includes(words) ? true : null), `"${words}"`, 240_000).catch((error: unknown) => {
    throw new Error(`${String(error)} in: ${said()}`, { cause: error });
  });

describe("npm start", () => {
  test("stops with all its child processes on SIGTERM to npm, even during a build", async () => {
    const { said } = run("start", [], { MARKETPLACE_PORT: "0", PAYMENTS_PORT: "0", CARRIERS_PORT: "0", ...onItsOwn() }, "npm");
    await saying(said, "Building Quayside Collector");
    const addresses = [/application +(http:\S+)/, /payments +(http:\S+)/, /carriers +(http:\S+)/].map(
      (line) => line.exec(said())?.[1] ?? "",
    );
    for (const address of addresses) expect((await fetch(address)).status).toBeGreaterThan(0);
    // Its child processes share its output, which closes when the last one ends.
    const closed = once(child ?? process, "close");
    child?.kill("SIGTERM");
    expect(await closed).toEqual([0, null]);
    expect(said()).toContain("Stopping ...");
    for (const address of addresses) await expect(fetch(address)).rejects.toThrow("fetch failed");
  });

  test("reports a port in use in one line", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const address = holder.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { said } = run("scripts/start.ts", [], { MARKETPLACE_PORT: String(port), ...onItsOwn() });
    await once(child ?? process, "close");
    expect(child?.exitCode).toBe(1);
    expect(said().trim().split("\n").at(-1)).toContain(`port ${port} is in use; choose another by --port, or MARKETPLACE_PORT`);
    holder.close();
  });

  test("names the invalid environment variable", async () => {
    const { said } = run("scripts/start.ts", [], { PORT: "harbour" });
    await once(child ?? process, "close");
    expect(child?.exitCode).toBe(1);
    expect(said()).toMatch(/^PORT: /);
  });

  test.skipIf(disk === null)("keeps running without its log while the disk is full, and logs again once there is space", async () => {
    // The database is on another disk: its user cannot enter a closed folder.
    const folder = join(disk?.folder ?? "", "data");
    mkdirSync(folder, { mode: 0o700 });
    const { said } = run("scripts/start.ts", [], {
      MARKETPLACE_PORT: "0",
      PAYMENTS_PORT: "0",
      CARRIERS_PORT: "0",
      PORT: "0",
      DATA_DIR: folder,
    });
    await saying(said, "Building Quayside Collector");
    const [, application = ""] = /application +(http:\S+)/.exec(said()) ?? [];
    disk?.fill();
    // Adds log lines until the last block is full.
    await until(async () => {
      expect((await fetch(`${application}v1/nowhere`)).status).toBe(404);
      return said().includes("The log cannot be written") ? true : null;
    }, "a log that cannot be written");
    expect(await mainFunctionAt(application)).toBe("Application");
    disk?.free();
    await saying(said, "The log is written again");
    expect(readFileSync(join(folder, "server.log"), "utf8")).toContain('"lostLines":');
    expect(await mainFunctionAt(application)).toBe("Application");
  });

  test.skipIf(unwritable === null)("reports an unwritable data folder in one line", async () => {
    const folder = unwritable?.folder ?? "";
    const { said } = run("scripts/start.ts", [], { PORT: "0", DATA_DIR: folder });
    await once(child ?? process, "close");
    expect(child?.exitCode).toBe(1);
    expect(said()).toMatch(/^DATA_DIR: \S+ (is on a read-only file system|cannot be written by this user)\n$/);
    expect(said()).toContain(folder);
  });

  // The last test that builds: others finish meanwhile, and later files inspect the build.
  test("starts the server with its demo, builds both extensions, starts the sandbox marketplace and prints how to use them", async () => {
    const { said } = run("scripts/start.ts", [], { MARKETPLACE_PORT: "0", ...onItsOwn() });
    await saying(said, "Ctrl+C stops.");
    const [, application = ""] = /application +(http:\S+)/.exec(said()) ?? [];
    const [, homepage = ""] = /home page +(http:\S+)/.exec(said()) ?? [];
    expect(await mainFunctionAt(application)).toBe("Application");
    expect(await mainFunctionAt(homepage)).toBe("Homepage");
    expect((await fetch(`${application}docs/json`)).status).toBe(200);
    for (const address of [application, `${application}p/login`, `${application}ds/login`, `${application}tools/config`, homepage]) {
      const { status, text } = await pageAt(address);
      expect(status).toBe(200);
      const [, entry = ""] = /src="(\/assets\/[^"]+\.js)"/.exec(text) ?? [];
      const { status: found, headers } = await fetch(new URL(entry, address), { headers: { "accept-encoding": "br" } });
      expect({ found, encoding: headers.get("content-encoding") }).toEqual({ found: 200, encoding: "br" });
    }
    for (const place of ["p/login", "ds/login", "tools/config"]) expect(said()).toContain(application + place);
    for (const account of ["provider01", "operator01", "retailer01", "admin01", "Quayside-Demo1"]) expect(said()).toContain(account);
    expect(said()).toContain("chrome://extensions");
    expect(said()).toContain("about:debugging");
    expect(said()).toMatch(/https:\/\/127\.0\.0\.1:\d+\//);
  });
});

describe("npm run dev", () => {
  test("serves the application from its sources, with the server behind it", async () => {
    const { said } = run("scripts/dev.ts", [], onItsOwn());
    await saying(said, "Ctrl+C stops.");
    const [, application = ""] = /application +(http:\S+)/.exec(said()) ?? [];
    const { status, text } = await pageAt(`${application}p/login`);
    expect(status).toBe(200);
    expect(text).toContain("/@vite/client");
    expect(text).toMatch(/name="quayside-websocket-port" content="\d+"/);
    expect((await fetch(`${application}main.tsx`)).headers.get("content-type")).toContain("javascript");
    expect(await mainFunctionAt(application)).toBe("Application");
    const socket = new WebSocket(`${application.replace("http", "ws")}websocket`);
    await once(socket, "open");
    socket.close();
    // Serves nothing of the repository but its sources.
    expect((await fetch(`${application}@fs${process.cwd()}/package.json`)).status).toBe(403);
  });
});

describe("npm run try:extension", () => {
  test("opens a browser with the extension on a sandbox listing", async () => {
    const { said } = run("scripts/try-extension.ts", ["--headless"], { DATA_DIR: ".data/try-test" });
    await saying(said, "Dashboard: chrome-extension://");
    expect(said()).toContain("https://www.etsy.com/listing/1000000101");
  });
});
