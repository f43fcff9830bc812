import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFirefox } from "#scripts/browsers.ts";
import { until } from "./until.ts";

/** Firefox's own protocol, which can script its window; WebDriver BiDi only reaches pages. Only one session at a time, whichever the protocol. */
export class Marionette {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: Socket;
  readonly #answers = new Map<number, PromiseWithResolvers<unknown>>();
  #received = Buffer.alloc(0);
  #sent = 0;

  private constructor(firefox: ChildProcess, profile: string, socket: Socket) {
    this.#process = firefox;
    this.#profile = profile;
    this.#socket = socket;
    socket.on("data", (part: Buffer) => {
      this.#received = Buffer.concat([this.#received, part]);
      this.#readMessages();
    });
  }

  /** Starts a headless Firefox with a session that accepts any certificate. */
  static async start(preferences: Readonly<Record<string, string | number | boolean>>): Promise<Marionette> {
    const profile = await mkdtemp(join(tmpdir(), "quayside-marionette-"));
    const lines = Object.entries({ ...preferences, "marionette.port": 0 }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    await writeFile(join(profile, "user.js"), lines.join("\n"));
    const args = ["-headless", "-no-remote", "-profile", profile, "-marionette", "-remote-allow-system-access"];
    const firefox = spawn(findFirefox() ?? "firefox-esr", args, { stdio: "ignore" });
    // Firefox writes its port to a file.
    const readPort = async () => Number(await readFile(join(profile, "MarionetteActivePort"), "utf8").catch(() => "")) || null;
    const socket = connect(await until(readPort, "Firefox's port"), "127.0.0.1");
    await once(socket, "connect");
    const marionette = new Marionette(firefox, profile, socket);
    await marionette.send("WebDriver:NewSession", { acceptInsecureCerts: true });
    return marionette;
  }

  /** @throws Error with Firefox's message */
  async send(name: string, params: object = {}): Promise<unknown> {
    this.#sent += 1;
    const answer = Promise.withResolvers<unknown>();
    this.#answers.set(this.#sent, answer);
    const text = JSON.stringify([0, this.#sent, name, params]);
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    return answer.promise;
  }

  /** Opens an address in the tab. */
  async goto(url: string): Promise<void> {
    await this.send("Marionette:SetContext", { value: "content" });
    await this.send("WebDriver:Navigate", { url });
  }

  /** Runs an async function's body with the browser's own rights, and returns its result. */
  async inWindow(body: string): Promise<unknown> {
    await this.send("Marionette:SetContext", { value: "chrome" });
    const script = `const done = arguments[0]; (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = (await this.send("WebDriver:ExecuteAsyncScript", { script, args: [] })) as { value: { value: unknown; error?: string } };
    if (answer.value.error !== undefined) throw new Error(`in Firefox's window: ${answer.value.error}`);
    return answer.value.value;
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await ended;
    this.#socket.destroy();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  /** A message is its length in bytes, a colon, and JSON: `[1, id, error, result]`. */
  #readMessages(): void {
    for (;;) {
      const colon = this.#received.indexOf(":");
      const end = colon + 1 + Number(this.#received.subarray(0, Math.max(0, colon)).toString());
      if (colon === -1 || this.#received.length < end) return;
      const message: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString());
      this.#received = this.#received.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown];
      const answer = this.#answers.get(id);
      this.#answers.delete(id);
      if (error === null) answer?.resolve(result);
      else answer?.reject(new Error(`Firefox: ${error.message}`));
    }
  }
}
