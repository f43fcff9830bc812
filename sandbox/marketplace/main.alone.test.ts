import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { certificate, servedHosts } from "./certificate.ts";

const node = fileURLToPath(new URL("../../node_modules/.bin/node", import.meta.url));
const main = fileURLToPath(new URL("main.ts", import.meta.url));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function start(
  args: string[],
  environment: Record<string, string> = {},
): { child: ChildProcess; firstLine: Promise<string>; ended: Promise<Ended> } {
  const env = { ...process.env, NODE_ENV: "test", DATA_DIR: undefined, MARKETPLACE_PORT: undefined, ...environment };
  const child = spawn(node, [main, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes("\n")) resolve(out.split("\n")[0] ?? "");
    });
  });
  const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, out, err })));
  return { child, firstLine, ended };
}

describe("the marketplace process", () => {
  test("prints the address it listens on in one line, and stops on SIGTERM", async () => {
    const { child, firstLine, ended } = start(["--port", "0"]);
    expect(await firstLine).toMatch(/^marketplace: https:\/\/127\.0\.0\.1:[1-9]\d+$/);
    child.kill("SIGTERM");
    const { code, out, err } = await ended;
    expect([code, out.trim().split("\n").length, err]).toEqual([0, 1, ""]);
  });

  test("reports a port in use in one clear line", async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    const address = holder.address();
    const port = typeof address === "object" && address !== null ? String(address.port) : "";
    const { code, err } = await start(["--port", port]).ended;
    holder.close();
    expect([code, err]).toEqual([1, `marketplace: port ${port} is in use; choose another by --port, or MARKETPLACE_PORT for npm start\n`]);
  });

  test.each([["--port", "http"], ["--port", "70000"], ["--port", ""], ["--proxy-port", "-1"], ["--prot", "1"], ["8443"]])(
    "prints its usage for a wrong flag: %s %s",
    async (...args) => {
      const { code, err } = await start(args.filter((arg) => arg !== undefined)).ended;
      expect(code).toBe(1);
      expect(err).toMatch(/^marketplace: node sandbox\/marketplace\/main\.ts \[--port N\] \[--proxy-port N\].*\n$/);
    },
  );

  test("does not start in production", async () => {
    const { code, err } = await start(["--port", "0"], { NODE_ENV: "production" }).ended;
    expect([code, err]).toEqual([1, "marketplace: the sandbox does not run with NODE_ENV=production\n"]);
  });
});

describe("the certificate", () => {
  test("covers every served host, and only its owner can read the key", async () => {
    const folder = await mkdtemp(join(tmpdir(), "marketplace-"));
    const [first, second] = [await certificate(folder), await certificate(folder)];
    expect(second).toEqual(first);
    expect((await stat(join(folder, "marketplace", "key.pem"))).mode & 0o777).toBe(0o600);
    expect((await certificate(null)).spki).not.toBe(first.spki);
    expect(servedHosts).toEqual(expect.arrayContaining(["www.etsy.com", "i.etsystatic.com", "localhost", "127.0.0.1"]));
    await rm(folder, { recursive: true });
  });
});
