import { ReceiptButtons } from "#src/warehouse/receipts/added-buttons.ts";
import { ReceiptsScreen as Receipts } from "#src/warehouse/receipts/receipts.screen.tsx";
import { ReceiptCharges } from "#src/billing/wallet/show-charges.screen.tsx";

const buttons = [ReceiptCharges];

/** Receipts, with links to their charges. */
export function ReceiptsScreen() {
  return (
    <ReceiptButtons value={buttons}>
      <Receipts />
    </ReceiptButtons>
  );
}
