import { readServerEnvironment } from "./platform/runtime/environment.ts";
import { openLog } from "./platform/runtime/logging.ts";
import { startServer } from "./start.ts";
import type { ProcessRole } from "./start.ts";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// `node server/main.ts web|worker|all`: any number of each on one DATABASE_URL, behind any load balancer. Without a role: all.
const role = process.argv[2] ?? "all";
const isRole = (word: string): word is ProcessRole => ["web", "worker", "all"].includes(word);

function fail(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

/**
 * Returns memory of the start to the system: a process that has just loaded everything keeps 60 MB of free heap for the next peak, which an idle
 * one never has. Takes about 130 ms, during which nothing else runs.
 */
function freeMemory(): void {
  // Only this flag exposes V8's collector, and only in a context created after it: nothing else sees it.
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect({ type: "major", execution: "sync", flavor: "last-resort" });
}

if (!isRole(role)) fail("usage: node server/main.ts [web|worker|all]");
try {
  const environment = readServerEnvironment();
  const log = openLog(environment.LOG_LEVEL);
  const server = await startServer(environment, role, log, (why) => {
    log.fatal(why);
    process.exit(1);
  });
  freeMemory();
  log.info({ role, ...server.ports, isDemo: server.isDemo }, "started");
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      log.info({ signal }, "stopping");
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.fatal({ err: error }, "shutdown failed");
          process.exit(1);
        },
      );
    });
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
