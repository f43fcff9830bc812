import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { mayCall, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { ReceiptDetail } from "#src/warehouse/receipts/receipts.contract.ts";
import { getProgress } from "#src/warehouse/receipts/receipt-words.rules.ts";
import type { MovementRow } from "#src/warehouse/stock/stock.contract.ts";
import { Button } from "#src/kit/ui/button.tsx";
import type { Action } from "#src/kit/ui/list/list-definition.ts";
import { listCharges } from "./charges.contract.ts";
import { getChargedOwner, getChargesRoute } from "./charges-route.rules.ts";
import { walletActions } from "./wallet.actions.ts";

/** Opens the charges of a receipt once something is counted, if the user may see them. */
export function ReceiptCharges({ of }: { of: ReceiptDetail }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const navigate = useNavigate();
  const { area, scope } = caller;
  if (area === null || !mayCall(caller, listCharges) || of.owner_uuid === scope.providerUuid || getProgress(of).counted === 0) return null;
  const place = getChargesRoute(area, of.owner_uuid, { source: of.receipt_uuid });
  return <Button onClick={() => void navigate(place)}>{t("wallet.action.charges")}</Button>;
}

/** The action of movements that opens the charges which include one. */
export function useMovementCharges(): readonly Action<MovementRow>[] {
  const navigate = useNavigate();
  return useMemo(
    () => [
      {
        id: "charges",
        label: "wallet.action.charges",
        needs: "one",
        rule: walletActions.movementCharges,
        perform: ({ rows: [row], caller: { area } }) => {
          if (row !== undefined) void navigate(getChargesRoute(area ?? "p", getChargedOwner(row), { movement: row.movement_uuid }));
        },
      },
    ],
    [navigate],
  );
}
