import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { buildApp } from "./app.ts";
import { answer } from "./platform/http/answer.ts";
import { anonymous } from "./platform/db/row-security.ts";
import { migrate } from "./platform/db/migrate.ts";
import { provisionDatabase } from "./platform/db/provision.ts";
import { prepareDataDir } from "./platform/runtime/data-dir.ts";
import { addDemoTokens } from "./demo-carriers.ts";
import { holdsDemo, seedDemo } from "./demo.ts";
import { addDemoPictures } from "./demo-pictures.ts";
import { endWaits } from "./pro/entitlement/long-poll.ts";
import type { ServerEnvironment } from "./platform/runtime/environment.ts";
import { jobWorkers } from "./job-workers.ts";
import { startWorkers, stopWorkers } from "./platform/jobs/worker.ts";
import { closeServer, listen, createServerBeside } from "./platform/runtime/listen.ts";
import { openServices } from "./open-services.ts";
import type { OpenServices } from "./open-services.ts";
import { openNumbering } from "./platform/realtime/numbering.ts";
import { openRealtime } from "./platform/realtime/realtime.ts";
import { ensureDefaultSites } from "./company/sites/sites.commands.ts";

/** What a process does: answer requests, run jobs, or both. */
export type ProcessRole = "web" | "worker" | "all";

export interface RunningServer {
  /** 0 each for a worker, which does not listen */
  ports: { application: number; homepage: number; websocket: number };
  isDemo: boolean;
  /**
   * Accepts nothing new, finishes work in progress, and closes the database; within 24 s, because the supervisor may kill after 30. A second call
   * waits for the first.
   */
  stop(): Promise<void>;
}

/** Delay between "not ready" and the end of listening, for load balancers to notice. */
const noticeMs = { production: 3000, elsewhere: 300 };
/** How long answers and jobs in progress may take. Only clients that do not read lose an answer; an interrupted job runs again. */
const finishWithinMs = 15_000;
const stopWithinMs = 24_000;

const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

/**
 * Starts a server: the database, its migrations, the demo if allowed, listening, jobs.
 * @param giveUp called if it cannot continue later
 * @throws Error of one clear line
 */
export async function startServer(
  environment: ServerEnvironment,
  role: ProcessRole,
  log: Logger,
  giveUp: (why: string) => void,
): Promise<RunningServer> {
  await prepareDataDir(environment.DATA_DIR);
  const undo: (() => Promise<void>)[] = [];
  try {
    const database = await provisionDatabase(environment, log, giveUp);
    undo.push(database.stop);
    await migrate(database.ownerUrl, (line) => log.info(line));
    let homepagePort: number | null = null;
    const opened = await openServices(environment, database, role !== "web", log, () => homepagePort);
    undo.push(opened.close);
    if (role === "worker") {
      const numbering = openNumbering(opened.services.database, log);
      undo.push(numbering.close);
      numbering.ask();
    }
    const fronts: (() => Promise<void>)[] = [];
    undo.push(async () => {
      await Promise.all(fronts.map((close) => close()));
      await opened.boss.stop({ graceful: true, timeout: 1000 });
    });
    const isDemo = await prepare(environment, opened);
    const ports = { application: 0, homepage: 0, websocket: 0 };
    if (role !== "worker") {
      const web = await startWeb(environment, opened, database.directUrl, log);
      fronts.push(web.close);
      Object.assign(ports, web.ports);
      homepagePort = web.ports.homepage;
    }
    if (role !== "web") {
      fronts.push(() => stopWorkers(opened.boss, jobWorkers, finishWithinMs));
      await startWorkers(opened.boss, opened.services, jobWorkers);
    }
    const steps = async () => {
      for (const step of undo.toReversed()) await step();
    };
    const stop = once(async () => {
      const isDone = await Promise.race([steps().then(() => true), sleep(stopWithinMs, false, { ref: false })]);
      if (!isDone) log.warn("shutdown timed out, work in progress was cut off");
    });
    return { ports, isDemo, stop };
  } catch (error) {
    for (const step of undo.toReversed()) await step().catch(() => undefined);
    throw error;
  }
}

/** Prepares a database: the default sites, and the demo's people if allowed. */
async function prepare(environment: ServerEnvironment, { services }: OpenServices): Promise<boolean> {
  const { database, clock } = services;
  const origin = (port: number) => environment.PUBLIC_ORIGIN ?? `http://127.0.0.1:${port}`;
  await database.transaction(anonymous, (tx) =>
    ensureDefaultSites(tx, { application: origin(environment.PORT), homepage: origin(environment.homepagePort) }, clock.now()),
  );
  const mayHoldDemo = !environment.isProduction && loopback.has(environment.host);
  const seeded = mayHoldDemo ? await seedDemo(database) : null;
  if (seeded !== null) await addDemoPictures(services, seeded);
  if (seeded !== null) await addDemoTokens(services, seeded);
  const isDemo = await holdsDemo(database);
  if (isDemo && !mayHoldDemo)
    throw new Error("This database holds the demo accounts, whose password is public. It runs only on 127.0.0.1 and never in production.");
  return isDemo;
}

interface Web {
  ports: { application: number; homepage: number; websocket: number };
  close(): Promise<void>;
}

async function startWeb(environment: ServerEnvironment, { services }: OpenServices, directUrl: string, log: Logger): Promise<Web> {
  let isStopping = false;
  let { websocketPort } = environment;
  const { isProduction, RATE_PER_MINUTE, TRUST_PROXY, METRICS_TOKEN, WEB_DIR, host, extensionIds } = environment;
  const { app, figures } = await buildApp(services, {
    isProduction,
    ratePerMinute: RATE_PER_MINUTE,
    trustProxy: TRUST_PROXY ?? false,
    metricsToken: METRICS_TOKEN,
    isStopping: () => isStopping,
    extensionIds,
    pages: { folder: WEB_DIR, websocketPort: () => websocketPort },
  });
  const realtime = await openRealtime({ services, appUrl: directUrl, log, isBehindProxy: TRUST_PROXY !== undefined });
  figures.watchSockets(() => realtime.connections());
  await app.ready();
  const homepage = createServerBeside(app.server, (request, reply) => app.routing(request, reply));
  const sockets = createServerBeside(app.server, (_request, reply) => {
    const { status, body } = answer("websocketOnly");
    reply.writeHead(status, { upgrade: "websocket", "content-type": "application/json; charset=utf-8" }).end(body);
  });
  for (const server of [app.server, homepage]) realtime.attach(server, { path: "/websocket" });
  realtime.attach(sockets, { path: null });
  const close = async () => {
    isStopping = true;
    endWaits();
    if (app.server.listening) await sleep(isProduction ? noticeMs.production : noticeMs.elsewhere);
    await realtime.close();
    await Promise.all([app.server, homepage, sockets].map((server) => closeServer(server, finishWithinMs)));
    await app.close();
  };
  try {
    const ports = {
      application: await listen(app.server, environment.PORT, host, "PORT"),
      homepage: await listen(homepage, environment.homepagePort, host, "HOMEPAGE_PORT"),
      websocket: await listen(sockets, environment.websocketPort, host, "WEBSOCKET_PORT"),
    };
    websocketPort = ports.websocket;
    return { ports, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= work());
}
