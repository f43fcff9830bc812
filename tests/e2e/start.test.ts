import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { until } from "./until.ts";

let child: ChildProcess | null = null;

afterEach(async () => {
  if (child === null || child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
});

/** Runs a script with a fresh environment and gathers what it prints. */
function run(script: string, args: readonly string[], env: Record<string, string>): { said: () => string } {
  let text = "";
  child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout?.on("data", (part: Buffer) => (text += part.toString("utf8")));
  child.stderr?.on("data", (part: Buffer) => (text += part.toString("utf8")));
  return { said: () => text };
}

const saying = (said: () => string, words: string) =>
  until(async () => (said().includes(words) ? true : null), `"${words}" in: ${said()}`, 90_000);

describe("npm start", () => {
  test("builds both extensions, starts the sandbox marketplace and says how to load them", async () => {
    const { said } = run("scripts/start.ts", [], { MARKETPLACE_PORT: "0" });
    await saying(said, "Ctrl+C stops.");
    expect(said()).toContain("chrome://extensions");
    expect(said()).toContain("about:debugging");
    expect(said()).toMatch(/https:\/\/127\.0\.0\.1:\d+\//);
  });

  test("says in one line that a port is in use", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const address = holder.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { said } = run("scripts/start.ts", [], { MARKETPLACE_PORT: String(port) });
    await once(child ?? process, "exit");
    expect(child?.exitCode).toBe(1);
    expect(said().trim().split("\n").at(-1)).toContain(`port ${port} is in use`);
    holder.close();
  });

  test("names the variable of the environment that is wrong", async () => {
    const { said } = run("scripts/start.ts", [], { PORT: "harbour" });
    await once(child ?? process, "exit");
    expect(child?.exitCode).toBe(1);
    expect(said()).toMatch(/^PORT: /);
  });
});

describe("npm run try:extension", () => {
  test("opens a browser on a sandbox listing with the extension in it", async () => {
    const { said } = run("scripts/try-extension.ts", ["--headless"], { DATA_DIR: ".data/try-test" });
    await saying(said, "Dashboard: chrome-extension://");
    expect(said()).toContain("https://www.etsy.com/listing/1000000101");
  });
});
