import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";
import { readBackendPid } from "./reads-ground.ts";

/** Ticks of /proc/PID/stat in a second: fixed for Linux's interface. */
const ticksPerSecond = 100;
/** Fields of `readStat`: utime, stime, cutime and cstime of proc(5). */
const [userTime, systemTime, endedUserTime, endedSystemTime] = [11, 12, 13, 14] as const;

/** Splits the fields of /proc/PID/stat after the command's name, which may contain blanks; [0] is the state. Null for a process that ended. */
function readStat(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/** Returns the parent of a process. @throws Error if it ended */
export function readParent(pid: number): number {
  const parent = readStat(pid)?.[1];
  if (parent === undefined) throw new Error(`bench: process ${pid} ended`);
  return Number(parent);
}

/** Returns the processor time of a process with its threads and children in ms, those that ended included. */
export function readProcessorMs(pid: number): number {
  const others = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = others.map((name) => readStat(Number(name))).filter((stat) => Number(stat?.[1]) === pid);
  const own = readStat(pid);
  const ticks = (stat: string[] | null, fields: readonly number[]) => fields.reduce((sum, field) => sum + Number(stat?.[field] ?? 0), 0);
  const ofChildren = children.reduce((sum, stat) => sum + ticks(stat, [userTime, systemTime]), 0);
  return ((ticks(own, [userTime, systemTime, endedUserTime, endedSystemTime]) + ofChildren) * 1000) / ticksPerSecond;
}

/** Returns the processor time that a server and its database have used so far, in ms. @param client any client of that database */
export async function readProcessorTimes(client: pg.ClientBase, serverPid: number): Promise<{ server: number; postgres: number }> {
  return { server: readProcessorMs(serverPid), postgres: readProcessorMs(readParent(await readBackendPid(client))) };
}
