import { randomBytes } from "node:crypto";
import { getAesKey } from "#src/company/accounts/accounts.contract.ts";
import { sealPassword } from "#src/company/accounts/password-transport.rules.ts";
import { request } from "./client.ts";
import type { Example } from "./example.ts";
import type { TestApp } from "./app.ts";
import { testPassword } from "./world.ts";

async function sealed<N extends string>({ app }: TestApp, secrets: Readonly<Record<N, string>>): Promise<Record<string, string>> {
  const { data } = await request(app, getAesKey, {});
  const parts = Object.entries<string>(secrets).map(async ([name, secret]) => [name, await sealPassword(secret, data.aes_key)] as const);
  return { ...Object.fromEntries(await Promise.all(parts)), key_id: data.key_id };
}

const nothing: Example = { own: async () => ({}) };
const aDevice: Example = { own: async () => ({ device_secret: randomBytes(32).toString("base64url") }) };

/** Inputs of a shared hand-held's calls. Changing users names an unknown device: that has its own code. */
export const scanningExamples: Readonly<Record<string, Example>> = {
  "scanning.my-pin": nothing,
  "scanning.remove-pin": nothing,
  "scanning.revoke-pin": {
    own: async ({ world }) => ({ user_uuid: world.idleOperator.userUuid }),
    withForeign: async ({ world }) => ({ user_uuid: world.foreignOperator.userUuid }),
  },
  "scanning.remember-device": aDevice,
  "scanning.people-of-device": aDevice,
  "scanning.set-pin": { own: ({ test }) => sealed(test, { pin: "407193", confirm: "407193", password: testPassword }) },
  "scanning.make-badge": { own: ({ test }) => sealed(test, { password: testPassword }) },
  "scanning.change-hands": {
    own: async (aim) => ({
      ...((await aDevice.own(aim)) as object),
      username: aim.owner.username,
      permission: "receiving",
      ...(await sealed(aim.test, { secret: "40719" })),
    }),
  },
};
