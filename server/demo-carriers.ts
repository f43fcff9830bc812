import { getTokenEnd } from "#src/carriers/carrier-accounts/carrier-accounts.rules.ts";
import { createChannel, saveCutOffs, savePrices } from "#src/carriers/channels/channels.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { replaceCutOffs, replacePrices } from "./carriers/channels/channel-prices.commands.ts";
import { insertChannel, setEnabled } from "./carriers/channels/channel.commands.ts";
import { getPurpose } from "./carriers/carrier-accounts/secret-purpose.ts";
import type { DemoPeople } from "./demo-goods.ts";
import type { Tx } from "./platform/db/row-security.ts";
import { newId } from "./platform/runtime/clock.ts";
import type { Services } from "./platform/services.ts";

function done<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`demo carriers: ${result.problem}`);
  return result.value;
}

/** Accounts with the sandbox carriers (`sandbox/carriers/accounts.ts`): they open nothing else. */
const accounts = [
  { api_name: "4px", label: "4PX Shenzhen", client_id: "SBX-4PX" },
  { api_name: "yunexpress", label: "YunExpress main account", client_id: "SBX-YUNEXPRESS" },
  { api_name: "yanwen", label: "Yanwen economy", client_id: "SBX-YANWEN" },
] as const;
const tokens = {
  "4px": "sandbox-4px-token-4401",
  yunexpress: "sandbox-yunexpress-token-4402",
  yanwen: "sandbox-yanwen-token-4403",
} as const;

const dollar = 1_000_000;
const europe = ["AT", "BE", "DE", "ES", "FR", "IT", "NL"];

/** A row of a price table in dollars. */
const upTo = (up_to_grams: number, price: number) => ({ up_to_grams, base_micros: Math.round(price * dollar), step: null });
/** A row with a fee for each parcel and a price for each started 100 g. */
const per100 = (up_to_grams: number, fee: number, price: number) => ({
  up_to_grams,
  base_micros: Math.round(fee * dollar),
  step: { from_grams: 0, every_grams: 100, price_micros: Math.round(price * dollar) },
});
/** A row with a first weight of 500 g and a price for each started 500 g after it. */
const after500 = (up_to_grams: number, first: number, price: number) => ({
  up_to_grams,
  base_micros: Math.round(first * dollar),
  step: { from_grams: 500, every_grams: 500, price_micros: Math.round(price * dollar) },
});

const channels = [
  {
    channel: { name: "4PX Registered Parcel", code: "PX-REG", internal_id: "4001", account: "4PX Shenzhen" },
    prices: {
      max_grams: 2000,
      zones: [
        { name: "United States", countries: ["US"], prices: [per100(200, 2.4, 1.15), per100(2000, 2.2, 1.05)] },
        { name: "Europe", countries: europe, prices: [per100(2000, 2.6, 0.98)] },
        { name: "All others", countries: [], prices: [per100(2000, 3.1, 1.4)] },
      ],
    },
    cutOff: "16:00",
  },
  {
    channel: {
      name: "YunExpress Direct Line",
      code: "YT-DIRECT",
      internal_id: "882",
      account: "YunExpress main account",
      include_countries: ["CA", "US", "GB", ...europe],
    },
    prices: {
      max_grams: 20_000,
      volumetric_divisor: 8000,
      min_chargeable_grams: 50,
      zones: [
        { name: "North America", countries: ["CA", "US"], prices: [per100(500, 2.9, 1.02), per100(20_000, 2.6, 0.94)] },
        { name: "Europe", countries: ["GB", ...europe], prices: [per100(20_000, 2.7, 0.88)] },
      ],
    },
    cutOff: "17:30",
  },
  {
    channel: { name: "Yanwen Economy", code: "YW-ECO", internal_id: "112", account: "Yanwen economy", exclude_countries: ["BR", "RU"] },
    prices: {
      max_grams: 30_000,
      zones: [
        {
          name: "All countries",
          countries: [],
          prices: [upTo(100, 3.2), upTo(250, 4.6), upTo(500, 7.1), upTo(1000, 11.8), upTo(2000, 21.5), upTo(30_000, 190)],
        },
      ],
    },
    cutOff: "15:00",
  },
  {
    channel: { name: "Courier collection", code: "COURIER", internal_id: "", account: null, include_countries: ["US"] },
    prices: {
      max_grams: 30_000,
      volumetric_divisor: 5000,
      zones: [{ name: "United States", countries: ["US"], prices: [after500(30_000, 9.5, 2.4)] }],
    },
    cutOff: "18:00",
  },
  {
    // No carrier's interface collects: orders with cash on delivery go by a channel of this kind.
    channel: { name: "Australia cash on delivery", code: "AU-COD", internal_id: "", account: null, include_countries: ["AU"] },
    prices: { max_grams: 22_000, zones: [{ name: "Australia", countries: ["AU"], prices: [after500(22_000, 14.5, 3.2)] }] },
    cutOff: "17:00",
  },
  {
    channel: { name: "Sea freight cartons", code: "SEA", internal_id: "", account: null, include_countries: ["CA", "US"] },
    prices: {
      volumetric_divisor: 6000,
      min_chargeable_grams: 12_000,
      zones: [{ name: "North America", countries: ["CA", "US"], prices: [per100(1_000_000, 0, 0.16)] }],
    },
    cutOff: "12:00",
    isDisabled: true,
  },
] as const;

/**
 * Gives the demo's provider carrier accounts and channels with prices. The demo's warehouse and its default currency must exist.
 * @param tx acts for the provider
 * @throws Error naming the refusal if a command refuses: the demo is then not created at all
 */
export async function seedDemoCarriers(tx: Tx, { providerUuid }: DemoPeople, now: Date): Promise<void> {
  const accountUuids = new Map(accounts.map(({ label }) => [label, newId()]));
  await tx
    .insertInto("carrier_account")
    .values(
      accounts.map((account) => ({
        ...account,
        provider_uuid: providerUuid,
        carrier_account_uuid: accountUuids.get(account.label) ?? "",
        created_at: now,
      })),
    )
    .execute();
  const context = { tx, providerUuid, now };
  for (const { channel, prices, ...rest } of channels) {
    const { account, ...fields } = channel;
    const carrier_account_uuid = account === null ? null : (accountUuids.get(account) ?? "");
    const channel_uuid = done(await insertChannel(context, createChannel.input.parse({ ...fields, carrier_account_uuid })));
    const table = { max_grams: null, volumetric_divisor: null, ...prices, currency: "USD" };
    done(await replacePrices(context, savePrices.input.parse({ channel_uuid, version: 1, ...table })));
    if ("isDisabled" in rest) done(await setEnabled(context, { channel_uuids: [channel_uuid], is_enabled: false }));
  }
}

/**
 * Gives the demo's channels their cut-offs, apart from the channels: orders that were confirmed before are not due at any time, for the demo ships nothing and
 * all of them would be late.
 */
export async function seedDemoCutOffs(tx: Tx, { providerUuid }: DemoPeople, now: Date): Promise<void> {
  const { warehouse_uuid } = await tx
    .selectFrom("warehouse")
    .select("warehouse_uuid")
    .where("provider_uuid", "=", providerUuid)
    .executeTakeFirstOrThrow();
  for (const { channel, cutOff } of channels) {
    const { channel_uuid, version } = await tx
      .selectFrom("channel")
      .select(["channel_uuid", "version"])
      .where("provider_uuid", "=", providerUuid)
      .where("name", "=", channel.name)
      .executeTakeFirstOrThrow();
    const cut_offs = [{ warehouse_uuid, time: cutOff }];
    done(await replaceCutOffs({ tx, providerUuid, now }, saveCutOffs.input.parse({ channel_uuid, version, cut_offs })));
  }
}

/** Gives the demo's carrier accounts their tokens, sealed as those that people enter. */
export async function addDemoTokens(
  { database, secrets }: Pick<Services, "database" | "secrets">,
  { providerUuid }: Pick<DemoPeople, "providerUuid">,
): Promise<void> {
  await database.transaction({ kind: "provider", providerUuid }, async (tx) => {
    for (const { api_name, label } of accounts) {
      const { carrier_account_uuid } = await tx
        .selectFrom("carrier_account")
        .select("carrier_account_uuid")
        .where("provider_uuid", "=", providerUuid)
        .where("label", "=", label)
        .executeTakeFirstOrThrow();
      const token = tokens[api_name];
      const sealed_api_token = secrets.seal(token, getPurpose(providerUuid, carrier_account_uuid, "api-token"));
      await tx
        .updateTable("carrier_account")
        .set({ sealed_api_token, api_token_end: getTokenEnd(token) })
        .where("provider_uuid", "=", providerUuid)
        .where("carrier_account_uuid", "=", carrier_account_uuid)
        .execute();
    }
  });
}
