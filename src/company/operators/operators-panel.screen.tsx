import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { listOperators } from "./operators.contract.ts";
import type { OperatorDialog } from "./operators.list.tsx";
import { operatorsList } from "./operators.list.tsx";
import { RightsDialog } from "./rights-dialog.tsx";

/** The provider's operators and their rights, as a tab of the settings. */
export function OperatorsPanel() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { scope } = useCaller();
  const [dialog, setDialog] = useState<OperatorDialog | null>(null);
  const list = useMemo(() => operatorsList(setDialog), []);
  const reload = useCallback(() => void queries.invalidateQueries({ queryKey: buildQueryKey(scope, listOperators) }), [queries, scope]);
  const close = useCallback(() => setDialog(null), []);
  const done = useCallback(() => {
    reload();
    close();
  }, [reload, close]);
  return (
    <div className="stack">
      <p className="quiet">{t("operators.intro")}</p>
      <List of={list} />
      {dialog?.kind === "invite" && <InviteDialog onDone={done} onClose={close} />}
      {dialog?.kind === "rights" && <RightsDialog operator={dialog.operator} onChanged={reload} onClose={close} />}
    </div>
  );
}
