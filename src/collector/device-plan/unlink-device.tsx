import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";

/** Unlinks this browser from the account, after a confirmation. */
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
