import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";
import type { EntitlementKeys } from "#server/platform/runtime/entitlement-signer.ts";
import { openEntitlementKeys } from "#server/platform/runtime/entitlement-signer.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { proofToleranceMs, getTokenEnd } from "#src/pro/entitlement/entitlement.rules.ts";

type Body = Record<string, unknown>;

/** Creates keys that sign tokens for a test. */
export async function newEntitlementKeys(): Promise<EntitlementKeys> {
  return openEntitlementKeys(mkdtempSync(join(tmpdir(), "quayside-keys-")), undefined);
}

/** A minimal server for a device: it holds one code and one device. Real HTTP, real keys. */
export class EntitlementServer {
  readonly keys: EntitlementKeys;
  readonly asked: string[] = [];
  /** its clock, ms since 1970 */
  now = (): number => Date.now();
  state: "PENDING" | "APPROVED" | "DENIED" | "EXPIRED" = "PENDING";
  proUntil: number | null = null;
  isEnding = false;
  isRemoved = false;
  isBlocked = false;
  /** stops answering, including earlier requests */
  isDown = false;
  origin = "";
  readonly deviceUuid = "01890000-0000-7000-8000-000000000001";
  readonly #server: Server;
  #waiters: (() => void)[] = [];

  private constructor(keys: EntitlementKeys) {
    this.keys = keys;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async open(): Promise<EntitlementServer> {
    const made = new EntitlementServer(await newEntitlementKeys());
    await new Promise<void>((resolve) => made.#server.listen(0, "127.0.0.1", resolve));
    made.origin = `http://127.0.0.1:${(made.#server.address() as AddressInfo).port}`;
    return made;
  }

  async close(): Promise<void> {
    this.changed();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Answers held requests because something changed. */
  changed(): void {
    for (const wake of this.#waiters.splice(0)) wake();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isDown) return void request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = new URL(request.url ?? "", this.origin).pathname;
    const name = path.split("/").at(-1) ?? "";
    this.asked.push(name);
    const answer = await this.#answer(path, name, JSON.parse(Buffer.concat(chunks).toString()) as Body);
    if (this.isDown) return void request.socket.destroy();
    const { code, en_us, zh_cn } = codes[typeof answer === "string" ? answer : "success"];
    response.setHeader("date", new Date(this.now()).toUTCString());
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ code, msg: { en_us, zh_cn }, data: typeof answer === "string" ? null : answer }));
  }

  async #answer(path: string, name: string, body: Body): Promise<Body | RefusalName> {
    if (name === "poll-link") {
      if (this.state === "PENDING" && body["wait_s"] !== 0) await this.#held();
      return { state: this.state, device_uuid: this.state === "APPROVED" ? this.deviceUuid : null };
    }
    if (name === "remove-device") return { removed: true };
    const { payload, protectedHeader } = await jwtVerify(String(body["proof"]), EmbeddedJWK, { algorithms: ["ES256"] });
    if (payload["htu"] !== path || protectedHeader.jwk === undefined) return "entitlement.proofWrong";
    if (Math.abs((payload.iat ?? 0) * 1000 - this.now()) > proofToleranceMs) return "entitlement.clockWrong";
    const jkt = await calculateJwkThumbprint(protectedHeader.jwk);
    if (name === "start-link") return this.#code();
    if (this.isRemoved || body["device_uuid"] !== this.deviceUuid) return "entitlement.deviceRemoved";
    if (this.isBlocked) return "accountBlocked";
    if (name === "open-session")
      return { access_token: "access", csrf_token: "csrf", expires_at: new Date(this.now()).toISOString(), email: "shopper@example.com" };
    if (this.proUntil === null && body["wait_s"] !== 0) await this.#held();
    return this.#token(jkt);
  }

  /** Waits for a change. */
  #held(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  #code(): Body {
    return {
      device_code: "d".repeat(43),
      user_code: "BCDF-GHJK",
      verification_url: `${this.origin}/esty-link?code=BCDF-GHJK`,
      expires_at: new Date(this.now() + 15 * 60_000).toISOString(),
      interval_s: 1,
    };
  }

  async #token(jkt: string): Promise<Body> {
    const now = this.now();
    const isPro = this.proUntil !== null && this.proUntil > now;
    const claims = {
      iss: this.origin,
      sub: this.deviceUuid,
      plan: "pro",
      iat: Math.floor(now / 1000),
      exp: Math.floor(getTokenEnd(now, this.proUntil ?? 0) / 1000),
      cnf: { jkt },
    } as const;
    return {
      token: isPro ? this.keys.sign(claims) : null,
      plan_id: isPro ? "pro" : "free",
      pro_until: isPro ? new Date(this.proUntil ?? 0).toISOString() : null,
      is_ending: this.isEnding,
      account: "s…@example.com",
      server_time: new Date(now).toISOString(),
    };
  }
}
