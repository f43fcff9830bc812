import { reverseCharge } from "./charges.contract.ts";
import type { Charge } from "./charges.contract.ts";
import type { Reversal } from "./take-back-dialog.tsx";

/** Creates the reversal of a charge, to be confirmed in a dialog. */
export function createChargeReversal({ charge_uuid, amount_cents, currency }: Charge): Reversal {
  return {
    what: "charge",
    uuid: charge_uuid,
    amount_cents,
    currency,
    send: (reason, { client }) => client.call(reverseCharge, { charge_uuid, reason }),
  };
}
