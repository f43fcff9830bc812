import "./wallet.css";
import { useMemo, useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { List } from "#src/kit/ui/list/list.tsx";
import { ConfirmTopUpDialog, DeclineTopUpDialog } from "./decide-top-up-dialogs.tsx";
import { topUpRequestsList } from "./top-up-requests.list.tsx";
import type { TopUpRequest } from "./top-up-requests.contract.ts";
import { useReloadMoney } from "./use-money-params.ts";

/**
 * Top-up requests and their decisions.
 * @param retailerUuid null: of the signed-in retailer, or all for staff
 */
export function TopUpRequestsScreen({ retailerUuid }: { retailerUuid: string | null }) {
  const caller = useCaller();
  const reload = useReloadMoney();
  const [asked, setAsked] = useState<{ event: "confirm" | "decline"; request: TopUpRequest } | null>(null);
  const list = useMemo(
    () => topUpRequestsList(caller, retailerUuid, (event, request) => setAsked({ event, request })),
    [caller, retailerUuid],
  );
  const close = () => setAsked(null);
  return (
    <>
      <List of={list} />
      {asked?.event === "confirm" && <ConfirmTopUpDialog of={asked.request} onDone={reload} onClose={close} />}
      {asked?.event === "decline" && <DeclineTopUpDialog of={asked.request} onDone={reload} onClose={close} />}
    </>
  );
}
