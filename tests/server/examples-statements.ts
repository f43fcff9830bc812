import type { Aim, Example } from "./example.ts";
import { addWalletRows } from "./rows-wallet.ts";
import type { WalletRows } from "./rows-wallet.ts";
import type { Person } from "./world.ts";

async function walletOf({ test }: Aim, person: Person): Promise<WalletRows> {
  const { role: kind, providerUuid, retailerUuid, userUuid } = person;
  return test.services.database.transaction({ kind, providerUuid, retailerUuid, userUuid }, (tx) => addWalletRows(tx, person));
}

/** Creates an example with a retailer and a month with a statement, the owner's or another's. */
function about(input: (rows: WalletRows) => object): Example {
  return {
    own: async (aim) => input(await walletOf(aim, aim.owner)),
    withForeign: async (aim) => input(await walletOf(aim, aim.foreign.person)),
  };
}

/** An input for each statement call. */
export const statementsExamples: Readonly<Record<string, Example>> = {
  "statements.list-statements": about(({ retailerUuid }) => ({ retailer_uuid: retailerUuid })),
  "statements.view-month": about(({ retailerUuid, month }) => ({ retailer_uuid: retailerUuid, month })),
  // Of a month before its rows are charged automatically.
  "statements.issue-statements": {
    own: async (aim) => {
      const { retailerUuid, month } = await walletOf(aim, aim.owner);
      return { month, retailer_uuids: [retailerUuid] };
    },
    withForeign: async (aim) => {
      const { retailerUuid, month } = await walletOf(aim, aim.owner);
      return { month, retailer_uuids: [retailerUuid, (await walletOf(aim, aim.foreign.person)).retailerUuid] };
    },
  },
  "statements.get-file": about(({ retailerUuid, month }) => ({ retailer_uuid: retailerUuid, month, format: "pdf", language: "zh_cn" })),
};
