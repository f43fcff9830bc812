import type { ProStatus } from "#src/pro/entitlement/pro-status.rules.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { ProSteps } from "./pro-steps.tsx";
import { useMinutesLeft } from "./use-minutes-left.ts";

interface LinkingProps {
  linking: NonNullable<ProStatus["linking"]>;
  isBusy: boolean;
  onOpen: () => void;
  onStop: () => void;
}

/** The code that a person compares with the one in the other tab, and how long it is valid. */
export function LinkingPanel({ linking, isBusy, onOpen, onStop }: LinkingProps) {
  const { t } = useTranslation();
  const minutes = useMinutesLeft(linking.endsAt);
  return (
    <>
      <h3>{t("plan.device.code")}</h3>
      <p className="plan-code number">{linking.userCode}</p>
      <p>{t("plan.device.codeNext")}</p>
      <p role="status" className="plan-waiting">
        <span className="plan-waiting-dot" aria-hidden="true" />
        {t("plan.device.waiting")}
      </p>
      <p className="small quiet">{t("plan.device.left", { count: minutes })}</p>
      <div className="row">
        <Button isDisabled={isBusy} onClick={onOpen}>
          {t("plan.device.open")}
        </Button>
        <Button tone="plain" isDisabled={isBusy} onClick={onStop}>
          {t("plan.device.stop")}
        </Button>
      </div>
      <ProSteps goal={linking.goal} />
    </>
  );
}
