import { getPurpose } from "#server/carriers/carrier-accounts/secret-purpose.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Aim, Example } from "./example.ts";
import { addCarrierRows } from "./rows-carriers.ts";
import type { CarrierRows } from "./rows-carriers.ts";
import type { Person } from "./world.ts";

/** Adds the carriers and channels of a person. */
export async function makeCarriers({ test }: Aim, person: Person): Promise<CarrierRows> {
  const acting = { kind: person.role, providerUuid: person.providerUuid, retailerUuid: person.retailerUuid, userUuid: person.userUuid };
  return test.services.database.transaction(acting, (tx) => addCarrierRows(tx, person));
}
const own = (aim: Aim) => makeCarriers(aim, aim.owner);
const foreign = (aim: Aim) => makeCarriers(aim, aim.foreign.person);

/** Creates an example whose input names the owner's rows, or another's. */
function about(input: (rows: CarrierRows) => object): Example {
  return { own: async (aim) => input(await own(aim)), withForeign: async (aim) => input(await foreign(aim)) };
}

/** Gives an account a token that can be opened. The test's carriers are nowhere, so requests with it get a problem as their answer. */
async function makeCallable({ test }: Aim, person: Person, accountUuid: string): Promise<string> {
  const providerUuid = person.providerUuid ?? "";
  const sealed_api_token = test.services.secrets.seal("token-0123456789", getPurpose(providerUuid, accountUuid, "api-token"));
  await test.services.database.transaction({ kind: "provider", providerUuid }, (tx) =>
    tx.updateTable("carrier_account").set({ sealed_api_token }).where("carrier_account_uuid", "=", accountUuid).execute(),
  );
  return accountUuid;
}

/** Creates an example whose input names an account that requests can be made with: the owner's, or another's. */
function aboutCallable(input: (accountUuid: string) => object): Example {
  return {
    own: async (aim) => input(await makeCallable(aim, aim.owner, (await own(aim)).idleAccountUuid)),
    withForeign: async (aim) => input(await makeCallable(aim, aim.foreign.person, (await foreign(aim)).idleAccountUuid)),
  };
}

/** A channel that the owner does not see: another provider's. Retailers of one provider see the same channels, so theirs is one that does not exist. */
export async function hiddenChannel(aim: Aim): Promise<string> {
  return aim.foreign.person.providerUuid === aim.owner.providerUuid ? newId() : (await foreign(aim)).channelUuid;
}

/** Creates rows of the owner to read. */
async function readAll(aim: Aim): Promise<object> {
  await own(aim);
  return {};
}

const freshName = () => `Line ${newId()}`;
const countries = { include_countries: ["US", "CA"], exclude_countries: ["DE"] };
/** A price table with a step and a zone for all other countries. */
export const priceTable = {
  currency: "USD",
  min_chargeable_grams: 50,
  max_grams: 20_000,
  volumetric_divisor: 6000,
  zones: [
    {
      name: "North America",
      countries: ["US", "CA"],
      prices: [
        { up_to_grams: 500, base_micros: 6_500_000, step: null },
        { up_to_grams: 20_000, base_micros: 6_500_000, step: { from_grams: 500, every_grams: 500, price_micros: 2_100_000 } },
      ],
    },
    { name: "Rest", countries: [], prices: [{ up_to_grams: 2000, base_micros: 12_000_000, step: null }] },
  ],
};

/** An input for each call of carrier accounts and channels. */
export const carriersExamples: Readonly<Record<string, Example>> = {
  "carrier-accounts.query-specific-element-api": {
    own: readAll,
    withForeign: async (aim) => ({ carrier_account_uuid: (await foreign(aim)).accountUuid }),
  },
  "carrier-accounts.get-api-name-list": { own: async () => ({}) },
  "carrier-accounts.create-account": {
    own: async () => ({ api_name: "yunexpress", label: freshName(), client_id: "C-1", api_token: "token-0123456789", password: "Pass-1" }),
  },
  "carrier-accounts.update-account": about(({ accountUuid }) => ({
    carrier_account_uuid: accountUuid,
    version: 1,
    label: freshName(),
    api_token: "token-9876543210",
  })),
  "carrier-accounts.set-enabled": about(({ accountUuid }) => ({ carrier_account_uuid: accountUuid, version: 1, is_enabled: false })),
  "carrier-accounts.test-account": aboutCallable((carrier_account_uuid) => ({ carrier_account_uuid })),
  "carrier-accounts.sync-channels": aboutCallable((carrier_account_uuid) => ({ carrier_account_uuid, language: "zh_cn" })),
  "carrier-accounts.list-errors": {
    own: readAll,
    withForeign: async (aim) => ({ carrier_account_uuid: (await foreign(aim)).accountUuid }),
  },
  "carrier-accounts.delete-account": about(({ idleAccountUuid }) => ({ carrier_account_uuid: idleAccountUuid, version: 1 })),

  "channels.query-specific-element-channels": {
    own: readAll,
    withForeign: async (aim) => ({ channel_uuid: await hiddenChannel(aim) }),
  },
  "channels.fetch-all-channels": { own: readAll },
  "channels.get-specified-channels": {
    own: async (aim) => ({ channel_uuids: [(await own(aim)).channelUuid] }),
    withForeign: async (aim) => ({ channel_uuids: [(await own(aim)).channelUuid, await hiddenChannel(aim)] }),
  },
  "channels.list-currencies": { own: async () => ({}) },
  "channels.create-channel": {
    own: async (aim) => ({ name: freshName(), code: "P2", carrier_account_uuid: (await own(aim)).accountUuid, ...countries }),
    withForeign: async (aim) => ({ name: freshName(), carrier_account_uuid: (await foreign(aim)).accountUuid }),
  },
  "channels.update-channel": {
    own: async (aim) => {
      const { channelUuid, accountUuid } = await own(aim);
      return { channel_uuid: channelUuid, version: 1, name: freshName(), carrier_account_uuid: accountUuid, ...countries };
    },
    withForeign: async (aim) => {
      const [{ channelUuid }, { accountUuid }] = [await own(aim), await foreign(aim)];
      return { channel_uuid: channelUuid, version: 1, name: freshName(), carrier_account_uuid: accountUuid };
    },
  },
  "channels.set-enabled": {
    own: async (aim) => ({ channel_uuids: [(await own(aim)).channelUuid], is_enabled: false }),
    withForeign: async (aim) => ({ channel_uuids: [(await own(aim)).channelUuid, (await foreign(aim)).channelUuid], is_enabled: false }),
  },
  "channels.delete-channel": about(({ channelUuid }) => ({ channel_uuid: channelUuid, version: 1 })),
  "channels.save-prices": about(({ channelUuid }) => ({ channel_uuid: channelUuid, version: 1, ...priceTable })),
  "channels.save-cut-offs": {
    own: async (aim) => {
      const { channelUuid, warehouseUuid } = await own(aim);
      return { channel_uuid: channelUuid, version: 1, cut_offs: [{ warehouse_uuid: warehouseUuid, time: "17:30" }] };
    },
    withForeign: async (aim) => {
      const [{ channelUuid }, { warehouseUuid }] = [await own(aim), await foreign(aim)];
      return { channel_uuid: channelUuid, version: 1, cut_offs: [{ warehouse_uuid: warehouseUuid, time: "17:30" }] };
    },
  },
};
