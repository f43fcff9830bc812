import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const startTimeoutMs = 30_000;
const stopTimeoutMs = 30_000;

/** A server in a separate process. */
export interface ServerProcess {
  pid: number;
  /** `http://127.0.0.1:PORT` of the application */
  origin: string;
  /** from spawn to the line "started" */
  startedMs: number;
  /** from spawn to the first 200 of /readyz */
  readyMs: number;
  /** resident memory without the database, MB */
  residentMb(): number;
  stop(): Promise<void>;
}

/**
 * Starts `node server/main.ts ROLE` on free ports. Its log has the usual level and goes to a file, from which the port is read.
 * @param variables besides DATA_DIR and the ports; this process's environment is not inherited
 * @param nodeFlags what they print goes to the log, too
 * @throws Error with its output if it ends or is not ready within 30 s
 */
export async function startServerProcess(
  role: "web" | "all",
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
  nodeFlags: readonly string[] = [],
): Promise<ServerProcess> {
  const logFile = join(dataDir, "server-bench.log");
  const out = openSync(logFile, "w");
  const begun = performance.now();
  const child = spawn(process.execPath, [...nodeFlags, resolve(import.meta.dirname, "../../server/main.ts"), role], {
    // not the repository's folder, which may contain a .env file
    cwd: dataDir,
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: "0", RATE_PER_MINUTE: "10000000", ...variables },
    stdio: ["ignore", out, out],
  });
  closeSync(out);
  const end = () => void child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  const { pid } = child;
  if (pid === undefined) throw new Error("bench: the server could not be spawned");
  try {
    const origin = `http://${variables["HOST"] ?? "127.0.0.1"}:${await portOf(child, logFile)}`;
    const startedMs = performance.now() - begun;
    while (!(await isReady(origin))) await sleep(5);
    const readyMs = performance.now() - begun;
    return { pid, origin, startedMs, readyMs, residentMb: () => residentMb(pid), stop: () => stop(child) };
  } catch (error) {
    end();
    throw error;
  }
}

/** Waits for the line "started" with the ports. */
async function portOf(child: ChildProcess, logFile: string): Promise<number> {
  for (const begun = performance.now(); performance.now() - begun < startTimeoutMs; await sleep(5)) {
    const text = readFileSync(logFile, "utf8");
    const line = text.split("\n").find((each) => each.includes('"msg":"started"') && each.endsWith("}"));
    if (line !== undefined) return (JSON.parse(line) as { application: number }).application;
    if (child.exitCode !== null) throw new Error(`bench: the server ended: ${text.slice(-2_000)}`);
  }
  throw new Error(`bench: the server did not start: ${readFileSync(logFile, "utf8").slice(-2_000)}`);
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    (reply) => reply.status === 200,
    () => false,
  );
}

function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  clearTimeout(timer);
}
