import "./wallet.css";
import { useMemo, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { List } from "#src/kit/ui/list/list.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { ChargePage } from "./charge-page.tsx";
import { chargesList } from "./charges.list.tsx";
import { createChargeReversal } from "./charge-reversal.ts";
import { TakeBackDialog } from "./take-back-dialog.tsx";
import type { Reversal } from "./take-back-dialog.tsx";
import { useMoneyParams, useReloadMoney } from "./use-money-params.ts";

/** Says that the list is limited to one source, with a link to all charges. */
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

/**
 * Charges: the list, or the charge named by the address.
 * @param retailerUuid null: the signed-in retailer
 */
export function ChargesTabScreen({ retailerUuid }: { retailerUuid: string | null }) {
  const { charge, source, movement, go, showCharge } = useMoneyParams();
  const reload = useReloadMoney();
  const [asked, setAsked] = useState<Reversal | null>(null);
  const list = useMemo(
    () =>
      chargesList({
        retailerUuid,
        about: { ...(source === "" ? {} : { source_uuid: source }), ...(movement === "" ? {} : { movement_uuid: movement }) },
        show: showCharge,
        takeBack: (row) => setAsked(createChargeReversal(row)),
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
