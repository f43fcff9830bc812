import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

/** Takes this browser off the account, after a question. */
export function UnlinkDevice({ isBusy, onUnlink }: { isBusy: boolean; onUnlink: () => void }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const decide = () => {
    setAsking(false);
    onUnlink();
  };
  return (
    <>
      <Button tone="plain" isDisabled={isBusy} onClick={() => setAsking(true)}>
        {t("plan.device.unlink")}
      </Button>
      {isAsking && (
        <Dialog
          title={t("plan.device.unlinkTitle")}
          closeText={t("plan.device.unlinkNo")}
          onClose={() => setAsking(false)}
          actions={
            <Button tone="danger" onClick={decide}>
              {t("plan.device.unlinkYes")}
            </Button>
          }
        >
          <p>{t("plan.device.unlinkText")}</p>
        </Dialog>
      )}
    </>
  );
}
