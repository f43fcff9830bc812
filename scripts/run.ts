import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/**
 * Runs a command to its end and shows what it prints only where it fails.
 * @throws Error naming the command where it fails
 */
export function runQuietly(what: string, program: string, args: readonly string[]): void {
  const run = spawnSync(program, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (run.status === 0) return;
  console.error(run.stdout, run.stderr);
  throw new Error(`${what} failed (${program} ${args.join(" ")})`);
}

/**
 * The same while other work goes on; ends with our process.
 * @throws Error naming the command where it fails
 */
export async function runBeside(what: string, program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part: string) => (said += part));
  const [code] = (await once(child, "close")) as [number | null];
  process.off("exit", end);
  if (code === 0) return;
  console.error(said);
  throw new Error(`${what} failed (${program} ${args.join(" ")})`);
}

/**
 * Starts the sandbox marketplace as a process of its own and waits until it listens.
 * @returns its port and the process, which ends with ours
 * @throws Error with the sandbox's own line where it cannot start
 */
export async function startSandbox(port: number): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, ["sandbox/marketplace/main.ts", "--port", String(port)], { stdio: ["ignore", "pipe", "pipe"] });
  process.once("exit", () => child.kill("SIGTERM"));
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += part.toString("utf8")));
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, "line"), once(child, "exit")]);
  const listening = /:(\d+)$/.exec(String(first[0]));
  if (listening === null) throw new Error(said.trim() || "the sandbox marketplace did not start");
  return { port: Number(listening[1]), child };
}
