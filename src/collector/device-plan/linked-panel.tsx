import type { ProStatus } from "#src/pro/entitlement/pro-status.rules.ts";
import { getServerPage } from "#src/pro/entitlement/server-origin.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { Button, ButtonLink } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { proPrice } from "#src/pro/plan/plan.contract.ts";
import { momentText } from "./pro-trouble.tsx";
import { UnlinkDevice } from "./unlink-device.tsx";

interface LinkedProps {
  status: ProStatus;
  language: Language;
  /** whether an export waits at the free limit */
  hasLimited: boolean;
  isBusy: boolean;
  onLook: () => void;
  onUnlink: () => void;
}

function Word({ status }: { status: ProStatus }) {
  const { t, locale } = useTranslation();
  const { plan, whyFree, isEnding, proUntil, problem } = status;
  if (plan === "pro" && isEnding && proUntil !== null) {
    return (
      <Notice tone="good" title={t("plan.device.ending.title", { date: momentText(proUntil, locale) })}>
        <p>{t("plan.device.ending.next")}</p>
      </Notice>
    );
  }
  if (plan === "free" && (whyFree !== "none" || problem === "blocked")) return null;
  const which = plan === "pro" ? "active" : "unpaid";
  return (
    <Notice tone={plan === "pro" ? "good" : "normal"} title={t(`plan.device.${which}.title`)}>
      <p>{t(`plan.device.${which}.next`)}</p>
    </Notice>
  );
}

/** A browser that is linked to an account: its benefits and actions. */
export function LinkedPanel({ status, language, hasLimited, isBusy, onLook, onUnlink }: LinkedProps) {
  const { t } = useTranslation();
  const { plan, whyFree, account, problem } = status;
  return (
    <>
      <Word status={status} />
      {account !== "" && <p>{t("plan.device.account", { account })}</p>}
      <div className="row">
        {plan === "pro" && hasLimited && (
          <ButtonLink tone="primary" href="#/">
            {t("plan.device.limited")}
          </ButtonLink>
        )}
        {problem === "blocked" && (
          <ButtonLink tone="primary" href={getServerPage("/esty-support", language)} target="_blank" rel="noreferrer">
            {t("plan.device.support")}
          </ButtonLink>
        )}
        {(whyFree === "none" || whyFree === "ended") && problem !== "blocked" && (
          <ButtonLink tone="primary" href={getServerPage("/esty-checkout/pro", language)} target="_blank" rel="noreferrer">
            {t("plan.device.pay", { price: proPrice[language].text })}
          </ButtonLink>
        )}
        {(plan === "free" || problem !== null) && (
          <Button isDisabled={isBusy} onClick={onLook}>
            {t("plan.device.look")}
          </Button>
        )}
        <UnlinkDevice isBusy={isBusy} onUnlink={onUnlink} />
      </div>
    </>
  );
}
