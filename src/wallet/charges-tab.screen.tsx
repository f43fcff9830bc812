import "./wallet.css";
import { useMemo, useState } from "react";
import { List } from "#src/ui/list/list.tsx";
import { ChargePage } from "./charge-page.tsx";
import { chargesList } from "./charges.list.tsx";
import { chargeToTakeBack } from "./charge-to-take-back.ts";
import { TakeBackDialog } from "./take-back-dialog.tsx";
import type { TakenBack } from "./take-back-dialog.tsx";
import { useMoneyPlace, useReloadMoney } from "./use-money-place.ts";

/** What was charged: the list, or the charge that the address names. @param retailerUuid null: the retailer that asks */
export function ChargesTabScreen({ retailerUuid }: { retailerUuid: string | null }) {
  const { charge, showCharge } = useMoneyPlace();
  const reload = useReloadMoney();
  const [asked, setAsked] = useState<TakenBack | null>(null);
  const list = useMemo(
    () =>
      chargesList({
        retailerUuid,
        show: showCharge,
        takeBack: (row) => setAsked(chargeToTakeBack(row)),
      }),
    [retailerUuid, showCharge],
  );
  if (charge !== "") return <ChargePage key={charge} uuid={charge} onBack={() => showCharge(null)} />;
  return (
    <>
      <List of={list} />
      {asked !== null && <TakeBackDialog of={asked} onDone={reload} onClose={() => setAsked(null)} />}
    </>
  );
}
