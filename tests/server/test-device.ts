import { calculateJwkThumbprint, CompactSign, exportJWK, generateKeyPair } from "jose";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { CallAddress } from "#src/kit/api/address.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { decideLink, pollLink, renewToken, startLink } from "#src/pro/entitlement/entitlement.contract.ts";
import type { SubscriptionStatus } from "#src/pro/subscription/subscription.machine.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { freshAddress } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import type { Reply } from "./client.ts";
import type { Person } from "./world.ts";

/** Deviations from a valid proof and signature. */
export interface ProofChanges {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** signs instead of the device's key */
  readonly signedBy?: TestDevice;
}

/** A device with its own key, like the extension. */
export interface TestDevice {
  readonly publicKey: { kty: "EC"; crv: "P-256"; x: string; y: string };
  /** the key's RFC 7638 thumbprint */
  readonly thumbprint: string;
  readonly sign: (header: object, payload: object) => Promise<string>;
  /** a DPoP proof (RFC 9449) for a call, issued at `now` */
  proof(call: Pick<CallAddress, "method" | "path">, now: Date, changes?: ProofChanges): Promise<string>;
}

/** Creates a device. */
export async function makeDevice(): Promise<TestDevice> {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const { x = "", y = "" } = await exportJWK(publicKey);
  const jwk = { kty: "EC", crv: "P-256", x, y } as const;
  const sign = (header: object, payload: object) =>
    new CompactSign(new TextEncoder().encode(JSON.stringify(payload))).setProtectedHeader({ alg: "ES256", ...header }).sign(privateKey);
  return {
    publicKey: jwk,
    thumbprint: await calculateJwkThumbprint(jwk),
    sign,
    proof: ({ method, path }, now, { header = {}, payload = {}, signedBy } = {}) =>
      (signedBy?.sign ?? sign)(
        { typ: "dpop+jwt", jwk, ...header },
        { htm: method, htu: apiPrefix + path, iat: Math.floor(now.getTime() / 1000), jti: newId(), ...payload },
      ),
  };
}

/** Has a device request a code, from a new address by default. */
export async function startLinking(
  test: TestApp,
  device: TestDevice,
  { name = "Chrome on Linux", address = freshAddress() } = {},
): Promise<Reply<OutputOf<typeof startLink>>> {
  const proof = await device.proof(startLink, test.clock.now());
  const form = { public_key: device.publicKey, device_name: name, language: "en_us", proof } as const;
  return request(test.app, startLink, form, { address });
}

/** Links a device to a customer's account. @returns its uuid */
export async function linkDevice(test: TestApp, device: TestDevice, customer: Pick<Person, "token">, name?: string): Promise<string> {
  const { data: started } = await startLinking(test, device, name === undefined ? {} : { name });
  const decided = await request(test.app, decideLink, { user_code: started.user_code, decision: "approve" }, { token: customer.token });
  const { data: polled } = await request(test.app, pollLink, { device_code: started.device_code });
  if (polled?.device_uuid === null || polled?.device_uuid === undefined) throw new Error(`the device was not let in: ${decided.text}`);
  return polled.device_uuid;
}

/** Has a device request its token. */
export async function renewAs(
  test: TestApp,
  device: TestDevice,
  deviceUuid: string,
  waitS = 0,
): Promise<Reply<OutputOf<typeof renewToken>>> {
  const proof = await device.proof(renewToken, test.clock.now());
  return request(test.app, renewToken, { device_uuid: deviceUuid, proof, wait_s: waitS });
}

export interface TestSubscription {
  readonly status?: SubscriptionStatus;
  readonly periodEnd: Date;
  readonly isCancelled?: boolean;
  readonly pastDueSince?: Date | null;
}

/** Gives a customer a subscription in the database; how it is bought is tested elsewhere. */
export async function giveSubscription({ services }: TestApp, userUuid: string, given: TestSubscription): Promise<string> {
  const now = services.clock.now();
  const subscriptionUuid = newId();
  await services.database.transaction(anonymous, (tx) =>
    tx
      .insertInto("subscription")
      .values({
        subscription_uuid: subscriptionUuid,
        user_uuid: userUuid,
        plan_id: "pro",
        provider_name: "stripe",
        provider_subscription_id: `sub_${subscriptionUuid}`,
        status: given.status ?? "ACTIVE",
        currency: "USD",
        amount_cents: 888,
        current_period_start: now,
        current_period_end: given.periodEnd,
        cancel_at_period_end: given.isCancelled ?? false,
        past_due_since: given.pastDueSince ?? null,
        created_at: now,
        updated_at: now,
      })
      .execute(),
  );
  return subscriptionUuid;
}
