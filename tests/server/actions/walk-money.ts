import { sql } from "kysely";
import { getBillingSettings, getRateCard } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { viewMonth } from "#src/billing/statements/statements.contract.ts";
import { chargeStatus, getCharge, reverseCharge } from "#src/billing/wallet/charges.contract.ts";
import { confirmTopUpRequest, declineTopUpRequest, listTopUpRequests } from "#src/billing/wallet/top-up-requests.contract.ts";
import { listTopUps, reverseTopUp } from "#src/billing/wallet/wallet.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { movementId } from "#server/warehouse/stock/movement-id.ts";
import { addWalletRows, topUpCents } from "../rows-wallet.ts";
import { staffOf } from "../stage-stock.ts";
import { askAs } from "./walk.ts";
import type { Stage, SubjectWalk } from "./walk.ts";

const named = (slice: string, names: readonly string[]) => names.map((name) => `${slice}.${name}`);
const addRows = ({ test, viewer }: Stage, person = viewer.person) =>
  test.services.database.transaction(platform, (tx) => addWalletRows(tx, person, test.clock.now()));

const topUpsWalk: SubjectWalk = {
  actions: ["wallet.reverseTopUp"],
  states: ["recorded", "taken back"],
  async make(stage, state) {
    const { topUpUuid: top_up_uuid, retailerUuid: retailer_uuid } = await addRows(stage);
    const input = { top_up_uuid, reason: "Another's payment" };
    if (state === "taken back") await stage.ask(reverseTopUp, input);
    const { result } = await stage.ask(listTopUps, { retailer_uuid });
    return { subject: result.find((one) => one.top_up_uuid === top_up_uuid), inputs: { "wallet.reverse-top-up": input } };
  },
};

async function addRequestInEuros({ test, world, viewer }: Stage, retailerUuid: string): Promise<string> {
  const now = test.clock.now();
  const request_uuid = movementId(now);
  const { userUuid } = viewer.person;
  const sent = { amount_cents: topUpCents, currency: "EUR", reference: newId(), sent_on: now.toISOString().slice(0, 10) };
  await test.services.database.transaction(staffOf(world.providerA), (tx) =>
    tx
      .insertInto("top_up_request")
      .values({
        ...sent,
        provider_uuid: world.providerA,
        request_uuid,
        retailer_uuid: retailerUuid,
        requested_at: now,
        requested_by: userUuid,
      })
      .execute(),
  );
  return request_uuid;
}

const requestsWalk: SubjectWalk = {
  actions: named("wallet", ["confirmTopUp", "declineTopUp", "withdrawTopUp"]),
  states: ["requested", "confirmed", "declined", "withdrawn", "of another retailer", "in another currency"],
  async make(stage, state) {
    const { test, world, viewer, ask } = stage;
    const now = test.clock.now();
    const isOfAnother = state === "of another retailer";
    const rows = await addRows(stage, isOfAnother ? world.otherRetailer : viewer.person);
    // Created before the wallet's first entry, which was in US dollars.
    const request_uuid = state === "in another currency" ? await addRequestInEuros(stage, rows.retailerUuid) : rows.requestUuid;
    const confirmed = { request_uuid, amount_cents: topUpCents, received_on: now.toISOString().slice(0, 10) };
    const declined = { request_uuid, reason: "Nothing came in" };
    if (state === "confirmed") await askAs(test, world.provider, confirmTopUpRequest, confirmed);
    if (state === "declined") await askAs(test, world.provider, declineTopUpRequest, declined);
    if (state === "withdrawn")
      await test.services.database.transaction(staffOf(world.providerA), (tx) =>
        tx
          .updateTable("top_up_request")
          .set({ status: "withdrawn", decided_at: now, decided_by: viewer.person.userUuid })
          .where("provider_uuid", "=", world.providerA)
          .where("request_uuid", "=", request_uuid)
          .execute(),
      );
    const { result } = await ask(listTopUpRequests, {});
    const subject = result.find((one) => one.request_uuid === request_uuid);
    // A retailer sees only its own, and the supplier all.
    if ((subject === undefined) !== (isOfAnother && viewer.role === "dropShipper")) throw new Error(`${state}: not for ${viewer.name}`);
    if (subject === undefined) return null;
    return {
      subject,
      inputs: {
        "wallet.confirm-top-up-request": confirmed,
        "wallet.decline-top-up-request": declined,
        "wallet.withdraw-top-up-request": { request_uuid },
      },
    };
  },
};

/** Adds a receipt's charge, and a credit that exceeds its other charges. */
async function addCredited({ test, world }: Stage, retailerUuid: string, rateCardUuid: string): Promise<string> {
  const now = test.clock.now();
  const [chargeUuid, source_uuid] = [movementId(now), newId()];
  const of = { provider_uuid: world.providerA, retailer_uuid: retailerUuid, currency: "USD", kind: "handling", event: "receiving_piece" };
  const common = {
    ...of,
    source_type: "receipt",
    source_uuid,
    day: now.toISOString().slice(0, 10),
    rate_card_uuid: rateCardUuid,
    posted_at: now,
  };
  await test.services.database.transaction(staffOf(world.providerA), (tx) =>
    tx
      .insertInto("charge")
      .values([
        { ...common, charge_uuid: chargeUuid, quantity_milli: 1000, amount_cents: 500 },
        { ...common, day: "2020-01-02", charge_uuid: movementId(now), quantity_milli: -400, amount_cents: -200 },
      ])
      .execute(),
  );
  return chargeUuid;
}

const chargesWalk: SubjectWalk = {
  actions: ["wallet.reverseCharge"],
  states: ["posted", "taken back", "credited since"],
  async make(stage, state) {
    const { chargeUuid, retailerUuid, rateCardUuid } = await addRows(stage);
    const charge_uuid = state === "credited since" ? await addCredited(stage, retailerUuid, rateCardUuid) : chargeUuid;
    const input = { charge_uuid, reason: "Agreed otherwise" };
    if (state === "taken back") await stage.ask(reverseCharge, input);
    return { subject: await stage.ask(getCharge, { charge_uuid }), inputs: { "wallet.reverse-charge": input } };
  },
};

const cardsWalk: SubjectWalk = {
  actions: named("rate-cards", ["archive", "restore", "rename", "makeDefault"]),
  states: ["in use", "the default", "of nobody", "archived", "in another currency"],
  async make(stage, state, action) {
    const { test, world, ask } = stage;
    const { rateCardUuid: rate_card_uuid } = await addRows(stage);
    await test.services.database.transaction(staffOf(world.providerA), async (tx) => {
      if (state === "in use") return;
      await tx
        .updateTable("retailer_terms")
        .set({ rate_card_uuid: null })
        .where("provider_uuid", "=", world.providerA)
        .where("rate_card_uuid", "=", rate_card_uuid)
        .execute();
      const isDefault = state === "the default";
      await tx
        .updateTable("billing_setting")
        .set({ default_rate_card_uuid: isDefault ? rate_card_uuid : null })
        .where("provider_uuid", "=", world.providerA)
        .execute();
      if (state === "archived" || state === "in another currency")
        await tx
          .updateTable("rate_card")
          .set(state === "archived" ? { is_archived: true } : { currency: "EUR" })
          .where("provider_uuid", "=", world.providerA)
          .where("rate_card_uuid", "=", rate_card_uuid)
          .execute();
    });
    const subject = await ask(getRateCard, { rate_card_uuid });
    const { name, version, is_archived } = subject;
    const wanted = action === "rate-cards.rename" ? is_archived : action === "rate-cards.archive";
    const settings = await ask(getBillingSettings, {});
    return {
      subject,
      inputs: {
        "rate-cards.update-rate-card": { rate_card_uuid, name, version, is_archived: wanted },
        "rate-cards.set-settings": {
          time_zone: settings.time_zone,
          charges_from: settings.charges_from === "" ? null : settings.charges_from,
          default_rate_card_uuid: rate_card_uuid,
          version: settings.version,
        },
      },
    };
  },
};

const setsWalk: SubjectWalk = {
  actions: named("rate-cards", ["changePrices", "removePrices"]),
  states: ["of days to come", "charged already"],
  async make(stage, state) {
    const { test, world, ask } = stage;
    const { rateCardUuid: rate_card_uuid, validFrom } = await addRows(stage);
    const valid_from = state === "charged already" ? validFrom : "2099-01-01";
    await test.services.database.transaction(staffOf(world.providerA), async (tx) => {
      if (state !== "charged already")
        await sql`insert into rate_set (provider_uuid, rate_card_uuid, valid_from, created_at)
          values (${world.providerA}, ${rate_card_uuid}, ${valid_from}, now())`.execute(tx);
    });
    const { sets, version } = await ask(getRateCard, { rate_card_uuid });
    const prices = [{ event: "receiving_piece", from_value: 0, price_micros: 120_000 }];
    return {
      subject: sets.find((set) => set.valid_from === valid_from),
      inputs: {
        "rate-cards.set-prices": { rate_card_uuid, valid_from, prices, version },
        "rate-cards.remove-prices": { rate_card_uuid, valid_from, version },
      },
    };
  },
};

const runWalk: SubjectWalk = {
  actions: ["rate-cards.run"],
  states: ["charging", "not charging"],
  async make(stage, state) {
    const { test, world, ask } = stage;
    await addRows(stage);
    if (state === "not charging")
      await test.services.database.transaction(staffOf(world.providerA), (tx) =>
        tx.updateTable("billing_setting").set({ charges_from: null }).where("provider_uuid", "=", world.providerA).execute(),
      );
    return { subject: await ask(chargeStatus, {}), inputs: { "wallet.run-charges": {} } };
  },
};

const statementsWalk: SubjectWalk = {
  actions: ["statements.issue"],
  states: ["issued", "over", "not over", "not charged"],
  async make(stage, state) {
    const { test, world, ask } = stage;
    const { retailerUuid: retailer_uuid, month: issued } = await addRows(stage);
    const now = test.clock.now();
    const getMonth = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
    const months: Readonly<Record<string, string>> = { issued, over: getMonth(3), "not over": getMonth(0), "not charged": getMonth(2) };
    const month = months[state] ?? issued;
    if (state === "not charged")
      await test.services.database.transaction(staffOf(world.providerA), async (tx) => {
        await tx
          .insertInto("warehouse")
          .values({ provider_uuid: world.providerA, warehouse_uuid: newId(), name: newId(), code: `W${newId().slice(-10)}`.toUpperCase() })
          .execute();
        await sql`update billing_setting set charges_from = ${`${month}-01`}::date where provider_uuid = ${world.providerA}`.execute(tx);
      });
    const subject = await ask(viewMonth, { retailer_uuid, month });
    return { subject, inputs: { "statements.issue-statements": { month, retailer_uuids: [retailer_uuid] } } };
  },
};

/** Payments, charges, prices and statements. */
export const moneyWalks: readonly SubjectWalk[] = [topUpsWalk, requestsWalk, chargesWalk, cardsWalk, setsWalk, runWalk, statementsWalk];
