import { useAnswer, useCaller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { isPermitted } from "#src/ui/action/action.ts";
import { Button } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { listTopUpRequests } from "./top-up-requests.contract.ts";
import { walletActions } from "./wallet.actions.ts";

/** How many top-ups wait for whoever may confirm them, and the way to them; nothing where none does. */
export function TopUpsToConfirm({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation();
  const mayConfirm = isPermitted(walletActions.confirmTopUp, useCaller());
  const { data, isLoading } = useAnswer(listTopUpRequests, { status: "requested", page_size: 1 }, { enabled: mayConfirm });
  if (isLoading) return <span className="height-unknown" />;
  if (data === undefined || data.total === 0) return null;
  return (
    <Notice tone="warn" title={t("wallet.requests.toConfirm", { count: data.total })}>
      <Button onClick={onShow}>{t("wallet.requests.show")}</Button>
    </Notice>
  );
}
