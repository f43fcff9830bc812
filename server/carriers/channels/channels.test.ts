import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import { createCarrierAccount } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { chooseChannels } from "#src/carriers/channels/channel-choice.rules.ts";
import {
  createChannel,
  deleteChannel,
  fetchAllChannels,
  getSpecifiedChannels,
  listChannels,
  listCurrencies,
  saveCutOffs,
  savePrices,
  setChannelsEnabled,
  updateChannel,
} from "#src/carriers/channels/channels.contract.ts";
import { closeWarehouse, createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { priceTable } from "#tests/server/examples-carriers.ts";
import { addWalletRows } from "#tests/server/rows-wallet.ts";
import { staffOf } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let test_: TestApp;
let world: World;
beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

const code = (name: CodeName) => codes[name].code;
const ask = <C extends Call>(call: C, input: InputOf<C>, person: Person = world.provider) =>
  request(test_.app, call, input, { token: person.token });

async function make(fields: Partial<InputOf<typeof createChannel>> = {}) {
  const name = `Line ${newId()}`;
  const { data } = await ask(createChannel, { name, carrier_account_uuid: null, ...fields });
  return { name, ...data };
}
const find = async (uuid: string, person?: Person) => (await ask(getSpecifiedChannels, { channel_uuids: [uuid] }, person)).data.result[0];
const makeWarehouse = async () => {
  const tag = newId().replaceAll("-", "").slice(-11).toUpperCase();
  return (await ask(createWarehouse, { name: `Quay ${tag}`, code: tag })).data;
};

describe("countries", () => {
  test("one that is in both lists is refused", async () => {
    const both = { include_countries: ["US", "DE"], exclude_countries: ["DE"] };
    const refused = await ask(createChannel, { name: `Line ${newId()}`, carrier_account_uuid: null, ...both });
    expect(refused.code).toBe(code("channels.countryInBoth"));
    const { channel_uuid, name } = await make();
    const change = { channel_uuid, version: 1, name, carrier_account_uuid: null, ...both };
    expect((await ask(updateChannel, change)).code).toBe(code("channels.countryInBoth"));
  });

  test("the database refuses one in both lists as well", async () => {
    const { channel_uuid } = await make({ include_countries: ["US"] });
    const write = test_.services.database.transaction(staffOf(world.providerA), (tx) =>
      sql`update channel set exclude_countries = '{CA,US}' where channel_uuid = ${channel_uuid}`.execute(tx),
    );
    await expect(write).rejects.toThrow("channel_countries_in_one_list");
  });

  test("are stored once each and in order, and find the channels that ship there", async () => {
    const { channel_uuid, name } = await make({ include_countries: ["US", "CA", "US"] });
    const excluding = await make({ exclude_countries: ["US"] });
    expect((await ask(listChannels, { channel_uuid })).data.result[0]).toMatchObject({ name, include_countries: ["CA", "US"] });
    const namesTo = async (country_code: string) =>
      (await ask(listChannels, { country_code, page_size: 200 })).data.result.map((channel) => channel.name);
    expect(await namesTo("US")).toContain(name);
    expect(await namesTo("US")).not.toContain(excluding.name);
    expect(await namesTo("DE")).not.toContain(name);
    expect(await namesTo("DE")).toContain(excluding.name);
  });
});

describe("the format of labels", () => {
  const makeAccount = async (api_name: "4px" | "yunexpress") => {
    const account = { api_name, label: `Account ${newId()}`, client_id: "id", api_token: "token-of-a-test" };
    return (await ask(createCarrierAccount, account)).data.carrier_account_uuid;
  };

  test("is PDF, or ZPL where the channel's carrier offers it", async () => {
    const [yunExpress, fourPx] = [await makeAccount("yunexpress"), await makeAccount("4px")];
    const { channel_uuid, name } = await make({ carrier_account_uuid: yunExpress });
    expect(await find(channel_uuid)).toMatchObject({ label_format: "pdf" });
    const change = (carrier_account_uuid: string | null, version: number, label_format: "pdf" | "zpl" = "zpl") =>
      ask(updateChannel, { channel_uuid, version, name, carrier_account_uuid, label_format });
    expect((await change(yunExpress, 1)).data).toEqual({ version: 2 });
    expect(await find(channel_uuid)).toMatchObject({ label_format: "zpl", version: 2 });
    for (const account of [fourPx, null]) {
      expect((await change(account, 2)).code).toBe(code("channels.labelFormatUnfit"));
      const wanted = { name: `Line ${newId()}`, carrier_account_uuid: account, label_format: "zpl" as const };
      expect((await ask(createChannel, wanted)).code).toBe(code("channels.labelFormatUnfit"));
    }
    expect((await change(fourPx, 2, "pdf")).data).toEqual({ version: 3 });
  });
});

describe("prices", () => {
  test("are saved as a whole and read back by weight; the rule of the choice prices with them", async () => {
    const { channel_uuid } = await make();
    expect((await ask(savePrices, { channel_uuid, version: 1, ...priceTable })).data).toEqual({ version: 2 });
    const channel = await find(channel_uuid);
    expect(channel).toMatchObject({
      ...priceTable,
      zones: [{ ...priceTable.zones[0], countries: ["CA", "US"] }, priceTable.zones[1]],
      zone_count: 2,
      version: 2,
    });
    if (channel === undefined) throw new Error("no channel");
    const parcel = { countryCode: "US", weightGrams: 1001, sizeMm: null, warehouseUuid: null, currency: "USD" };
    // 6.50 and two started steps of 500 g
    expect(chooseChannels([channel], [parcel])[0]?.price).toMatchObject({
      ok: true,
      value: { amountCents: 1070, zoneName: "North America" },
    });
    await ask(savePrices, { channel_uuid, version: 2, ...priceTable, zones: [] });
    expect(await find(channel_uuid)).toMatchObject({ zones: [], zone_count: 0 });
  });

  test("of another version are refused, and nothing is saved", async () => {
    const { channel_uuid } = await make();
    expect((await ask(savePrices, { channel_uuid, version: 2, ...priceTable })).code).toBe(code("changedMeanwhile"));
    expect(await find(channel_uuid)).toMatchObject({ zones: [], currency: null });
  });

  test.each([
    ["channels.countryTwice", { zones: [priceTable.zones[0], { ...priceTable.zones[0], name: "Again" }] }],
    ["channels.restTwice", { zones: [priceTable.zones[1], { ...priceTable.zones[1], name: "Again" }] }],
    ["channels.lightestTooHeavy", { min_chargeable_grams: 30_000 }],
    [
      "channels.weightTwice",
      { zones: [{ name: "All", countries: [], prices: [1, 2].map((n) => ({ up_to_grams: 500, base_micros: n, step: null })) }] },
    ],
  ] as const)("that contradict themselves are refused: %s", async (name, part) => {
    const { channel_uuid } = await make();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts are tuples of the table's own zones
    const input = { channel_uuid, version: 1, ...priceTable, ...part } as InputOf<typeof savePrices>;
    expect((await ask(savePrices, input)).code).toBe(code(name));
  });

  test("have a currency in which a retailer pays, by the wallet, its rate card or the default", async () => {
    const { channel_uuid } = await make();
    expect((await ask(listCurrencies, {})).data.result).toEqual(["USD"]);
    const inYuan = { channel_uuid, version: 1, ...priceTable, currency: "CNY" };
    expect((await ask(savePrices, inYuan)).code).toBe(code("channels.otherCurrency"));
    await test_.services.database.transaction(staffOf(world.providerA), (tx) =>
      sql`with card as (
          insert into rate_card (provider_uuid, rate_card_uuid, name, currency, created_at)
            values (${world.providerA}, gen_random_uuid(), 'Yuan', 'CNY', now()) returning rate_card_uuid
        )
        insert into retailer_terms (provider_uuid, retailer_uuid, rate_card_uuid) select ${world.providerA}, ${world.retailerA2}, rate_card_uuid from card`.execute(
        tx,
      ),
    );
    expect((await ask(listCurrencies, {})).data.result).toEqual(["CNY", "USD"]);
    expect((await ask(savePrices, inYuan)).code).toBe(200);
    // The first entry fixes the wallet's currency, whatever its card says.
    await test_.services.database.transaction(platform, (tx) => addWalletRows(tx, world.otherRetailer, test_.clock.now()));
    expect((await ask(listCurrencies, {})).data.result).toEqual(["USD"]);
    expect((await ask(savePrices, { ...inYuan, version: 2 })).code).toBe(code("channels.otherCurrency"));
  });
});

describe("cut-offs", () => {
  test("are one for each warehouse, replaced as a whole; those of a closed warehouse wait until it opens again", async () => {
    const { channel_uuid } = await make();
    const [one, other] = [await makeWarehouse(), await makeWarehouse()];
    const at = (time: string, { warehouse_uuid } = one) => ({ warehouse_uuid, time });
    expect((await ask(saveCutOffs, { channel_uuid, version: 1, cut_offs: [at("16:00"), at("17:30", other)] })).data).toEqual({
      version: 2,
    });
    expect((await find(channel_uuid))?.cut_offs.map(({ time }) => time).toSorted()).toEqual(["16:00", "17:30"]);
    expect((await ask(saveCutOffs, { channel_uuid, version: 2, cut_offs: [at("16:00"), at("12:00")] })).code).toBe(
      code("channels.warehouseTwice"),
    );
    await ask(closeWarehouse, { warehouse_uuid: other.warehouse_uuid, version: 1, is_closed: true });
    expect((await find(channel_uuid))?.cut_offs).toMatchObject([at("16:00")]);
    expect((await ask(saveCutOffs, { channel_uuid, version: 2, cut_offs: [at("15:00", other)] })).code).toBe(code("warehouses.closed"));
    await ask(saveCutOffs, { channel_uuid, version: 2, cut_offs: [] });
    await ask(closeWarehouse, { warehouse_uuid: other.warehouse_uuid, version: 2, is_closed: false });
    expect((await find(channel_uuid))?.cut_offs).toMatchObject([at("17:30", other)]);
  });

  test("at another provider's warehouse are refused", async () => {
    const { channel_uuid } = await make();
    const { data } = await ask(createWarehouse, { name: "Foreign", code: "FOREIGN" }, world.foreignProvider);
    const cut_offs = [{ warehouse_uuid: data.warehouse_uuid, time: "16:00" }];
    expect((await ask(saveCutOffs, { channel_uuid, version: 1, cut_offs })).code).toBe(code("notFound"));
  });
});

describe("who sees a channel", () => {
  test("a retailer sees enabled ones with prices and cut-offs, without account and the carrier's own id", async () => {
    const { channel_uuid, name } = await make({ internal_id: "INT-77", code: "S1" });
    await ask(savePrices, { channel_uuid, version: 1, ...priceTable });
    const seen = await ask(getSpecifiedChannels, { channel_uuids: [channel_uuid] }, world.retailer);
    expect(seen.data.result[0]).toMatchObject({ name, code: "S1", internal_id: "", carrier_account_uuid: null, api_name: null });
    expect(seen.data.result[0]?.zones).toHaveLength(2);
    expect(seen.text).not.toContain("INT-77");
    await ask(setChannelsEnabled, { channel_uuids: [channel_uuid], is_enabled: false });
    expect((await ask(listChannels, { name }, world.retailer)).data.result).toEqual([]);
    expect((await ask(getSpecifiedChannels, { channel_uuids: [channel_uuid] }, world.retailer)).code).toBe(code("notFound"));
    // Retailers cannot search columns that they cannot see.
    expect((await ask(listChannels, { name, is_enabled: false }, world.retailer)).data.result).toEqual([]);
  });

  test("the database shows a disabled channel to no retailer", async () => {
    const { channel_uuid } = await make();
    await ask(setChannelsEnabled, { channel_uuids: [channel_uuid], is_enabled: false });
    const { providerUuid, retailerUuid, userUuid } = world.retailer;
    const { rows } = await test_.services.database.transaction({ kind: "dropShipper", providerUuid, retailerUuid, userUuid }, (tx) =>
      sql`select from channel where channel_uuid = ${channel_uuid} union all select from carrier_account`.execute(tx),
    );
    expect(rows).toEqual([]);
  });

  test("operators need the permission, change nothing, and another provider finds nothing", async () => {
    const { channel_uuid, name } = await make();
    expect(await ask(listChannels, {}, world.idleOperator)).toMatchObject({ status: 403 });
    expect((await find(channel_uuid, world.operator))?.name).toBe(name);
    for (const person of [world.operator, world.retailer])
      expect(await ask(deleteChannel, { channel_uuid, version: 1 }, person)).toMatchObject({ status: 403 });
    expect((await ask(listChannels, { name }, world.foreignProvider)).data.result).toEqual([]);
    expect((await ask(deleteChannel, { channel_uuid, version: 1 }, world.foreignProvider)).code).toBe(code("notFound"));
    const { channel_uuid: foreign } = (await ask(createChannel, { name, carrier_account_uuid: null }, world.foreignProvider)).data;
    const batch = { channel_uuids: [channel_uuid, foreign], is_enabled: false };
    expect((await ask(setChannelsEnabled, batch)).code).toBe(code("notFound"));
    expect(await find(channel_uuid)).toMatchObject({ is_enabled: true });
  });
});

test("names are unique within a provider, ignoring case; a change needs the current version", async () => {
  const { name, channel_uuid } = await make();
  expect((await ask(createChannel, { name: name.toUpperCase(), carrier_account_uuid: null })).code).toBe(code("channels.nameTaken"));
  const change = { channel_uuid, name: `New ${name}`, carrier_account_uuid: null };
  expect((await ask(updateChannel, { ...change, version: 1 })).data).toEqual({ version: 2 });
  expect((await ask(updateChannel, { ...change, version: 1 })).code).toBe(code("changedMeanwhile"));
  expect((await ask(updateChannel, { ...change, version: 2, carrier_account_uuid: newId() })).code).toBe(code("notFound"));
});

test("enabling counts only what changed", async () => {
  const [one, other] = [await make(), await make()];
  await ask(setChannelsEnabled, { channel_uuids: [one.channel_uuid], is_enabled: false });
  const both = [one.channel_uuid, other.channel_uuid];
  expect((await ask(setChannelsEnabled, { channel_uuids: both, is_enabled: true })).data).toEqual({ changed: 1 });
});

test("a provider has at most 200 channels", async () => {
  await test_.services.database.transaction(staffOf(world.providerB), (tx) =>
    sql`insert into channel (provider_uuid, channel_uuid, name) select ${world.providerB}, gen_random_uuid(), 'Full ' || n from generate_series(1, 200) n`.execute(
      tx,
    ),
  );
  const reply = await ask(createChannel, { name: "One too many", carrier_account_uuid: null }, world.foreignProvider);
  expect(reply.code).toBe(code("channels.tooMany"));
  expect((await ask(fetchAllChannels, { page_size: 200 }, world.foreignProvider)).data).toMatchObject({ total_is_exact: true });
});
