import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { until } from "#tests/e2e/until.ts";

const main = join(import.meta.dirname, "../../server/main.ts");
export interface Ports {
  application: number;
  homepage: number;
  websocket: number;
}

/** A server in a separate process, as in production. */
export interface ServerProcess {
  readonly pid: number;
  /** all 0 for a worker */
  readonly ports: Ports;
  /** the application's origin */
  readonly origin: string;
  /** its output so far, stdout and stderr */
  log(): string;
  /** its exit code once it has ended; null after a signal */
  readonly ended: Promise<number | null>;
  /** Kills it like a power cut; resolves when it is gone. */
  kill(): Promise<void>;
  /** Stops it gracefully. @returns its exit code */
  stop(): Promise<number | null>;
}

/** A started program and its output, whatever its state. */
export interface Launched {
  readonly child: ChildProcess;
  log(): string;
  readonly ended: Promise<number | null>;
}

const startedLine = z.object({ msg: z.literal("started"), application: z.int(), homepage: z.int(), websocket: z.int() });

/** Parses the ports of the line "started"; null before it. */
export function portsIn(log: string): Ports | null {
  const line = log.split("\n").find((one) => one.includes('"msg":"started"') && one.endsWith("}"));
  if (line === undefined) return null;
  const { application, homepage, websocket } = startedLine.parse(JSON.parse(line));
  return { application, homepage, websocket };
}

/** Starts `node server/main.ts <role>` with only these variables, without the shell's or those of a file `.env`. */
export function launch(role: string, variables: Readonly<Record<string, string>>): Launched {
  const child = spawn(process.execPath, [main, role], {
    cwd: tmpdir(),
    // The compile cache is not a setting: it saves a quarter of a second per start.
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part: string) => (text += part));
  const ended = once(child, "close").then(([code]) => (typeof code === "number" ? code : null));
  return { child, log: () => text, ended };
}

/**
 * Starts a server and waits up to `withinMs` until it is ready. Its ports are free ones by default.
 * @throws Error with its output if it ended instead
 */
export async function startProcess(
  role: "web" | "worker" | "all",
  variables: Readonly<Record<string, string>>,
  withinMs = 180_000,
): Promise<ServerProcess> {
  const { child, log, ended } = launch(role, { PORT: "0", ...variables });
  const failed = ended.then((code) => {
    throw new Error(`the server ended with ${code} before it had started: ${log()}`);
  });
  failed.catch(() => undefined);
  const ports = await Promise.race([until(async () => portsIn(log()), "the server's start", withinMs), failed]).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  const finish = async (signal: "SIGKILL" | "SIGTERM") => {
    if (child.exitCode === null) child.kill(signal);
    return ended;
  };
  return {
    pid: child.pid ?? 0,
    ports,
    origin: `http://127.0.0.1:${ports.application}`,
    log,
    ended,
    kill: async () => void (await finish("SIGKILL")),
    stop: () => finish("SIGTERM"),
  };
}

/** Returns the variables for a start on the same ports. */
export function samePorts({ application, homepage, websocket }: Ports): Record<string, string> {
  return { PORT: String(application), HOMEPAGE_PORT: String(homepage), WEBSOCKET_PORT: String(websocket) };
}

/** Creates a data folder. PostgreSQL, which root runs as another user, can enter it unless `isClosed`. */
export function makeDataDir({ isClosed = false } = {}): string {
  const dataDir = mkdtempSync(join(tmpdir(), "quayside-process-"));
  if (!isClosed) chmodSync(dataDir, 0o711);
  return dataDir;
}

/** Copies a data folder into another, with its owners, which Node's `cp` loses: PostgreSQL's folder is another user's if root runs the tests. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", `${from}/.`, to]);
}

/** Returns PostgreSQL's folder of a data folder: inside, or where the note says. */
function clusterOf(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, "postgres.place"), "utf8").trim();
  } catch {
    return join(dataDir, "postgres");
  }
}

/** Reads PostgreSQL's pid file (pidfile.h): process, folder, start, port ...; null if none runs. */
function postmasterFile(dataDir: string): string[] | null {
  try {
    return readFileSync(join(clusterOf(dataDir), "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
}

/** Returns the process id of the embedded PostgreSQL; null if none runs. */
export function postmasterPid(dataDir: string): number | null {
  const pid = Number(postmasterFile(dataDir)?.[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** Returns the embedded database's URL with the owner's login. */
export function ownerUrlOf(dataDir: string): string {
  const logins = z.object({ ownerPassword: z.string() }).parse(JSON.parse(readFileSync(join(dataDir, "postgres-logins.json"), "utf8")));
  return `postgres://quayside_owner:${logins.ownerPassword}@127.0.0.1:${postmasterFile(dataDir)?.[3] ?? ""}/quayside`;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes a data folder and its database once PostgreSQL, which briefly outlives a killed server, has ended. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const pid = postmasterPid(dataDir);
  await until(async () => (pid === null || !isAlive(pid) ? true : null), "PostgreSQL's end", 40_000);
  for (const folder of [clusterOf(dataDir), dataDir]) await rm(folder, { recursive: true, force: true });
}

/** Returns three consecutive free ports, as a start derives them. In theory another program could take them first. */
export async function freePortsInARow(): Promise<number> {
  for (;;) {
    // below the ephemeral range
    const first = 20_000 + Math.floor(Math.random() * 12_000);
    const servers = [first, first + 1, first + 2].map((port) => createServer().listen(port, "127.0.0.1"));
    const areFree = await Promise.all(
      servers.map(
        (server) =>
          new Promise<boolean>((resolve) => {
            server.once("listening", () => resolve(true)).once("error", () => resolve(false));
          }),
      ),
    );
    await Promise.all(servers.filter((server) => server.listening).map((server) => once(server.close(), "close")));
    if (areFree.every(Boolean)) return first;
  }
}
