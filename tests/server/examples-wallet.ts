import { platform } from "#server/platform/db/row-security.ts";
import type { Aim, Example } from "./example.ts";
import { addWalletRows } from "./rows-wallet.ts";
import type { WalletRows } from "./rows-wallet.ts";
import type { Person } from "./world.ts";

function walletOf({ test }: Aim, person: Person): Promise<WalletRows> {
  return test.services.database.transaction(platform, (tx) => addWalletRows(tx, person));
}

/** Creates an example whose input refers to a wallet, the owner's or another's. */
function about(input: (rows: WalletRows) => object): Example {
  return {
    own: async (aim) => input(await walletOf(aim, aim.owner)),
    withForeign: async (aim) => input(await walletOf(aim, aim.foreign.person)),
  };
}

const ofRetailer = ({ retailerUuid }: WalletRows) => ({ retailer_uuid: retailerUuid });
const today = () => new Date().toISOString().slice(0, 10);
/** Certainly over by the provider's clock, which is UTC here. */
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** An input for each wallet and charge call. */
export const walletExamples: Readonly<Record<string, Example>> = {
  "wallet.get-wallet": about(ofRetailer),
  "wallet.list-entries": about(ofRetailer),
  "wallet.list-top-ups": about(ofRetailer),
  "wallet.record-top-up": about((rows) => ({
    ...ofRetailer(rows),
    amount_cents: 100,
    method: "bank",
    reference: "TT 4711",
    received_on: yesterday(),
  })),
  "wallet.list-top-up-requests": about(ofRetailer),
  "wallet.request-top-up": {
    own: async (aim) => {
      const { requestUuid } = await walletOf(aim, aim.owner);
      return { amount_cents: 100, reference: `Sent after ${requestUuid}`, sent_on: yesterday() };
    },
  },
  "wallet.withdraw-top-up-request": about(({ requestUuid }) => ({ request_uuid: requestUuid })),
  "wallet.confirm-top-up-request": about(({ requestUuid }) => ({
    request_uuid: requestUuid,
    amount_cents: 100,
    received_on: yesterday(),
    note: "The bank kept the rest",
  })),
  "wallet.decline-top-up-request": about(({ requestUuid }) => ({ request_uuid: requestUuid, reason: "Nothing came in" })),
  "wallet.reverse-top-up": about(({ topUpUuid }) => ({ top_up_uuid: topUpUuid, reason: "Another's payment" })),
  "wallet.list-charges": about((rows) => ({ ...ofRetailer(rows), day_until: today() })),
  "wallet.get-charge": about(({ chargeUuid }) => ({ charge_uuid: chargeUuid })),
  "wallet.list-charged-goods": about(({ chargeUuid }) => ({ charge_uuid: chargeUuid })),
  "wallet.add-charge": about((rows) => ({
    ...ofRetailer(rows),
    kind: "other",
    amount_cents: 250,
    day: yesterday(),
    remark: "Relabelling",
  })),
  "wallet.reverse-charge": about(({ chargeUuid }) => ({ charge_uuid: chargeUuid, reason: "Agreed otherwise" })),
  // Of the supplier as a whole: they name no row.
  "wallet.run-charges": {
    own: async (aim) => {
      await walletOf(aim, aim.owner);
      return {};
    },
  },
  "wallet.charge-status": {
    own: async (aim) => {
      await walletOf(aim, aim.owner);
      return {};
    },
  },
};
