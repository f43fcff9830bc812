import "./wallet.css";
import { useMemo, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { List } from "#src/ui/list/list.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { ChargePage } from "./charge-page.tsx";
import { chargesList } from "./charges.list.tsx";
import { chargeToTakeBack } from "./charge-to-take-back.ts";
import { TakeBackDialog } from "./take-back-dialog.tsx";
import type { TakenBack } from "./take-back-dialog.tsx";
import { useMoneyPlace, useReloadMoney } from "./use-money-place.ts";

/** Says that the charges of one thing alone are shown, with the way to all. */
function OfOne({ what, onAll }: { what: "receipt" | "movement"; onAll: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice tone="normal" title={t(`wallet.charge.of.${what}`)}>
      <div className="row">
        <Button onClick={onAll}>{t("wallet.charge.back")}</Button>
      </div>
    </Notice>
  );
}

/** What was charged: the list, or the charge that the address names. @param retailerUuid null: the retailer that asks */
export function ChargesTabScreen({ retailerUuid }: { retailerUuid: string | null }) {
  const { charge, source, movement, go, showCharge } = useMoneyPlace();
  const reload = useReloadMoney();
  const [asked, setAsked] = useState<TakenBack | null>(null);
  const list = useMemo(
    () =>
      chargesList({
        retailerUuid,
        about: { ...(source === "" ? {} : { source_uuid: source }), ...(movement === "" ? {} : { movement_uuid: movement }) },
        show: showCharge,
        takeBack: (row) => setAsked(chargeToTakeBack(row)),
      }),
    [retailerUuid, source, movement, showCharge],
  );
  if (charge !== "") return <ChargePage key={charge} uuid={charge} onBack={() => showCharge(null)} />;
  return (
    <div className="stack">
      {source + movement !== "" && <OfOne what={movement === "" ? "receipt" : "movement"} onAll={() => go({ tab: "charges" })} />}
      <List of={list} />
      {asked !== null && <TakeBackDialog of={asked} onDone={reload} onClose={() => setAsked(null)} />}
    </div>
  );
}
