import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { listTopUpRequests } from "./top-up-requests.contract.ts";
import { walletActions } from "./wallet.actions.ts";

/** The number of top-ups that the user can confirm, with a link; hidden if there are none. */
export function TopUpsToConfirm({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation();
  const mayConfirm = isPermitted(walletActions.confirmTopUp, useCaller());
  const { data, isLoading } = useCallQuery(listTopUpRequests, { status: "requested", page_size: 1 }, { enabled: mayConfirm });
  if (isLoading) return <span className="height-unknown" />;
  if (data === undefined || data.total === 0) return null;
  return (
    <Notice tone="warn" title={t("wallet.requests.toConfirm", { count: data.total })}>
      <Button onClick={onShow}>{t("wallet.requests.show")}</Button>
    </Notice>
  );
}
