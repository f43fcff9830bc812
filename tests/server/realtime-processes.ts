import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A separate server process with websockets. */
export interface RealtimeProcess {
  readonly url: string;
  readonly isAlive: boolean;
  /** Returns the number of sockets, and the bytes in use after garbage collection. */
  figures(): Promise<{ connections: number; byteSize: number }>;
  /** Kills it like `kill -9`. */
  kill(): Promise<void>;
}

/** Starts a process on a database; resolves when it listens. */
export async function startRealtimeProcess(appUrl: string): Promise<RealtimeProcess> {
  const child = spawn(process.execPath, ["--expose-gc", join(import.meta.dirname, "realtime-process.ts"), appUrl], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => {
    const { value } = await lines.next();
    if (typeof value !== "string") throw new Error("the process ended");
    return value;
  };
  const port = await line();
  let isAlive = true;
  void ended.then(() => (isAlive = false));
  return {
    url: `ws://127.0.0.1:${port}/websocket`,
    get isAlive() {
      return isAlive;
    },
    async figures() {
      child.stdin.write("memory\n");
      return JSON.parse(await line()) as { connections: number; byteSize: number };
    },
    async kill() {
      isAlive = false;
      child.kill("SIGKILL");
      await ended;
    },
  };
}
