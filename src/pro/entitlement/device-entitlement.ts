import { pause } from "#src/kit/lib/pause.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import { freePlan, proPlan } from "#src/pro/plan/plan.contract.ts";
import { readDeviceKey } from "./device-key.storage.ts";
import type { Device } from "./call-with-proof.ts";
import { raiseLastSeen, readEntitlement } from "./entitlement.storage.ts";
import type { StoredEntitlement } from "./entitlement.storage.ts";
import { startLinking, stopLinking } from "./linking.ts";
import type { DeviceSession, LinkGoal, ProStatus } from "./pro-status.rules.ts";
import { toProStatus } from "./pro-status.rules.ts";
import { LongPoll } from "./long-poll.ts";
import { openSession, renew, unlink } from "./renewal.ts";
import { readToken } from "./token-reader.ts";
import type { Evidence, PlanDecision } from "./token.rules.ts";
import { isRenewalDue, decidePlan } from "./token.rules.ts";

/** Minimum interval between background retries. */
const quietRetryMs = 60_000;
/** How long work that begins on the free plan waits for a linked account's Pro. */
const workWaitMs = 3000;

interface Look {
  readonly entitlement: StoredEntitlement;
  readonly evidence: Evidence;
  readonly verdict: PlanDecision;
}

/**
 * Pro on this device: the current plan, and every action on it. State is stored, so that a new background continues. The plan depends on the verified token
 * alone, whatever else is stored.
 */
export class DeviceEntitlement {
  readonly #device: Device;
  /** whether the build has a server */
  readonly #isSold: boolean;
  readonly #longPoll: LongPoll;
  #renewing: Promise<boolean> | null = null;
  #linking: Promise<void> | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;
  #isWaiting = false;

  constructor(device: Device, isSold: boolean) {
    this.#device = device;
    this.#isSold = isSold;
    this.#longPoll = new LongPoll(device, { verdict: async () => (await this.#look()).verdict, renew: () => this.#renew() });
  }

  // ---- current plan ----

  /** Returns the current plan without waiting. Starts the renewal of a token that is due. */
  async plan(): Promise<Plan> {
    return (await this.#look()).verdict.plan === "pro" ? proPlan : freePlan;
  }

  /** Returns the plan for work that begins now: briefly asks the server again for a linked account without Pro. */
  async planForWork(): Promise<Plan> {
    const { verdict } = await this.#look();
    if (this.#isSold && verdict.plan === "free" && verdict.why !== "notLinked" && !this.#longPoll.isOpen)
      await Promise.race([this.#renew(), pause(workWaitMs)]);
    return this.plan();
  }

  /**
   * Returns the status for pages.
   * @param isWaited waits for news from the server first, about as long as the server holds a response back
   */
  async status(isWaited = false): Promise<ProStatus> {
    if (isWaited && this.#isSold) await this.#longPoll.ask();
    const { entitlement, verdict } = await this.#look();
    return toProStatus(entitlement, verdict, { isSold: this.#isSold, clock: await this.#device.now() });
  }

  /** Reads and verifies what is stored. */
  async #look(): Promise<Look> {
    const { entitlement, lastSeen } = await readEntitlement();
    const { deviceUuid, token, clockOffsetMs } = entitlement;
    const clock = await this.#device.now();
    const [reading, key] =
      deviceUuid === null ? [null, null] : await Promise.all([readToken(token, this.#device.keys), readDeviceKey().catch(() => null)]);
    const evidence = { reading, deviceUuid, jkt: key?.jkt ?? null, now: clock + clockOffsetMs, lastSeen };
    const verdict = decidePlan(evidence);
    if (deviceUuid !== null) {
      // If the disk is full, the next read stores it.
      void raiseLastSeen(clock).catch(() => undefined);
      if (isRenewalDue(verdict, evidence)) this.#renewQuietly(clock);
    }
    return { entitlement, evidence, verdict };
  }

  // ---- actions ----

  /** Starts linking, or opens the page of the pending code. */
  async link(goal: LinkGoal): Promise<ProStatus> {
    if (!this.#isSold) return this.status();
    this.#longPoll.end();
    // A double click requests a single code.
    this.#linking ??= startLinking(this.#device, goal).finally(() => {
      this.#linking = null;
    });
    await this.#linking;
    void this.goOn();
    return this.status();
  }

  async stopLink(): Promise<ProStatus> {
    this.#longPoll.end();
    await stopLinking();
    return this.status();
  }

  /** Renews the token now. */
  async renewNow(): Promise<ProStatus> {
    if (this.#isSold) await this.#renew();
    return this.status();
  }

  async unlink(): Promise<ProStatus> {
    this.#longPoll.end();
    await unlink(this.#device);
    return this.status();
  }

  /** Opens a customer's session for the pages of the extension; null if the server gives none now. */
  async openSession(): Promise<DeviceSession | null> {
    return this.#isSold ? openSession(this.#device) : null;
  }

  /** Continues the waiting of an earlier background, until the result arrives or time runs out. */
  async goOn(): Promise<void> {
    if (this.#isWaiting || !this.#isSold) return;
    this.#isWaiting = true;
    try {
      while (await this.#isAwaited()) await this.#longPoll.ask();
    } finally {
      this.#isWaiting = false;
    }
  }

  async #isAwaited(): Promise<boolean> {
    const { entitlement } = await readEntitlement();
    const { pending, deviceUuid, awaitedUntil } = entitlement;
    const now = await this.#device.now();
    if (pending !== null) return now < pending.endsAt;
    return deviceUuid !== null && now < awaitedUntil && (await this.#look()).verdict.plan === "free";
  }

  // ---- renewal ----

  #renew(): Promise<boolean> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #renewOnce(): Promise<boolean> {
    this.#triedAt = await this.#device.now();
    return renew(this.#device, 0);
  }

  /** Renews in the background, at a limited rate while the server is unreachable. */
  #renewQuietly(clock: number): void {
    const sinceMs = clock - this.#triedAt;
    // A clock that was set back shows a time before the last attempt, which is no reason to wait.
    if (!this.#isSold || this.#longPoll.isOpen || (sinceMs >= 0 && sinceMs < quietRetryMs)) return;
    this.#triedAt = clock;
    void this.#renew();
  }
}
