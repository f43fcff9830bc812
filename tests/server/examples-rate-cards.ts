import { sql } from "kysely";
import { newId } from "#server/platform/runtime/clock.ts";
import { readBillingSettings } from "#server/billing/rate-cards/cards.queries.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Aim, Example } from "./example.ts";
import { addWalletRows } from "./rows-wallet.ts";
import type { WalletRows } from "./rows-wallet.ts";
import { staffOf } from "./stage-stock.ts";
import type { Person } from "./world.ts";

function rowsOf({ test }: Aim, person: Person): Promise<WalletRows> {
  return test.services.database.transaction(platform, (tx) => addWalletRows(tx, person, test.clock.now()));
}
const own = (aim: Aim) => rowsOf(aim, aim.owner);
const foreign = (aim: Aim) => rowsOf(aim, aim.foreign.person);

/** Creates an example whose input refers to the owner's card and retailer, or another's. */
function about(input: (rows: WalletRows, aim: Aim) => object | Promise<object>): Example {
  return { own: async (aim) => input(await own(aim), aim), withForeign: async (aim) => input(await foreign(aim), aim) };
}

const price = (event: string, price_micros: number) => ({ event, from_value: 0, price_micros });
const freshName = () => `Card ${newId()}`;
/** Later than any charged day. */
const farDay = "2099-01-01";

async function versionOfTerms({ test }: Aim, { providerUuid, retailerUuid }: WalletRows): Promise<number> {
  const row = await test.services.database.transaction(staffOf(providerUuid), (tx) =>
    tx.selectFrom("retailer_terms").select("version").where("retailer_uuid", "=", retailerUuid).executeTakeFirst(),
  );
  return row?.version ?? 0;
}

/** Adds a price set that does not apply yet. */
async function addFarSet({ test }: Aim, { providerUuid, rateCardUuid }: WalletRows): Promise<void> {
  await test.services.database.transaction(staffOf(providerUuid), (tx) =>
    sql`insert into rate_set (provider_uuid, rate_card_uuid, valid_from, created_at) values (${providerUuid}, ${rateCardUuid}, ${farDay}, now())`.execute(
      tx,
    ),
  );
}

const settings = { time_zone: "Asia/Shanghai", charges_from: null };

async function settingsOf({ test, owner }: Aim) {
  const providerUuid = owner.providerUuid ?? "";
  return test.services.database.transaction(staffOf(providerUuid), (tx) => readBillingSettings(tx, providerUuid));
}

/** An input for each rate card call. */
export const rateCardsExamples: Readonly<Record<string, Example>> = {
  "rate-cards.list-rate-cards": {
    own: async (aim) => {
      await own(aim);
      return {};
    },
  },
  "rate-cards.get-rate-card": about(({ rateCardUuid }) => ({ rate_card_uuid: rateCardUuid })),
  "rate-cards.create-rate-card": {
    own: async (aim) => ({ name: freshName(), currency: "EUR", copy_of: (await own(aim)).rateCardUuid }),
    withForeign: async (aim) => ({ name: freshName(), currency: "EUR", copy_of: (await foreign(aim)).rateCardUuid }),
  },
  "rate-cards.update-rate-card": about(({ rateCardUuid }) => ({
    rate_card_uuid: rateCardUuid,
    name: freshName(),
    is_archived: false,
    version: 1,
  })),
  "rate-cards.set-prices": about(({ rateCardUuid }) => ({
    rate_card_uuid: rateCardUuid,
    valid_from: farDay,
    prices: [price("receiving_piece", 120_000), price("storage_litre_day", 3500)],
    version: 1,
  })),
  "rate-cards.remove-prices": about(async (rows, aim) => {
    await addFarSet(aim, rows);
    return { rate_card_uuid: rows.rateCardUuid, valid_from: farDay, version: 1 };
  }),
  "rate-cards.preview-prices": about(({ retailerUuid, month }) => ({
    prices: [price("shipped_piece", 450_000)],
    month,
    retailer_uuid: retailerUuid,
  })),
  "rate-cards.get-settings": { own: async () => ({}) },
  "rate-cards.set-settings": {
    own: async (aim) => {
      const { rateCardUuid } = await own(aim);
      return { ...settings, default_rate_card_uuid: rateCardUuid, version: (await settingsOf(aim)).version };
    },
    withForeign: async (aim) => {
      await own(aim);
      return { ...settings, default_rate_card_uuid: (await foreign(aim)).rateCardUuid, version: (await settingsOf(aim)).version };
    },
  },
  "rate-cards.get-terms": about(({ retailerUuid }) => ({ retailer_uuid: retailerUuid })),
  "rate-cards.set-terms": {
    own: async (aim) => {
      const rows = await own(aim);
      const { retailerUuid, rateCardUuid } = rows;
      const version = await versionOfTerms(aim, rows);
      return { retailer_uuid: retailerUuid, rate_card_uuid: rateCardUuid, price_tier_uuid: null, credit_limit_cents: 50_000, version };
    },
    withForeign: async (aim) => {
      const rows = await own(aim);
      const version = await versionOfTerms(aim, rows);
      const rate_card_uuid = (await foreign(aim)).rateCardUuid;
      return { retailer_uuid: rows.retailerUuid, rate_card_uuid, price_tier_uuid: null, credit_limit_cents: 50_000, version };
    },
  },
};
