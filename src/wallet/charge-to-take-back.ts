import { reverseCharge } from "./charges.contract.ts";
import type { Charge } from "./charges.contract.ts";
import type { TakenBack } from "./take-back-dialog.tsx";

/** A charge that is asked about before it is taken back. */
export function chargeToTakeBack({ charge_uuid, amount_cents, currency }: Charge): TakenBack {
  return {
    what: "charge",
    uuid: charge_uuid,
    amount_cents,
    currency,
    send: (reason, { client }) => client.call(reverseCharge, { charge_uuid, reason }),
  };
}
