import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant } from "#src/kit/lib/formats.ts";
import { CallFailed } from "#src/pro/subscription/call-failed.screen.tsx";
import { Devices } from "#src/pro/subscription/devices.screen.tsx";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { entitlementCalls } from "./entitlement.calls.ts";
import { formatCode } from "./entitlement.rules.ts";

interface CompareCodeProps {
  readonly link: OutputOf<typeof entitlementCalls.lookUpLink>;
  /** eight letters without the dash */
  readonly code: string;
  readonly onDecided: (decided: { state: string; isPro: boolean }) => void;
  readonly onOther: () => void;
}

/** The code in large letters, the device that shows it, and the two answers. If the account is full, a device must be removed first. */
export function CompareCode({ link, code, onDecided, onOther }: CompareCodeProps) {
  const { t, locale } = useTranslation();
  const { perform } = useCallMutation(entitlementCalls.decideLink);
  const { run, isBusy, problem, clear } = useAsyncWork();
  const decide = (decision: "approve" | "deny") =>
    run(async () => {
      const { state, is_pro } = await perform({ user_code: code, decision }, { isQuiet: true });
      onDecided({ state, isPro: is_pro });
    });
  const mustMakeRoom = problem?.codeName === "entitlement.tooManyDevices";
  const isGone = problem?.codeName === "entitlement.codeUnknown";
  return (
    <section className="sub-form" aria-labelledby="link-title">
      <h2 id="link-title">{t("entitlement.compare.title")}</h2>
      <p className="link-code" translate="no">
        {formatCode(code)}
      </p>
      <dl className="sub-facts">
        <dt>{t("entitlement.compare.device")}</dt>
        <dd className="sub-wrap" translate="no">
          {link.device_name}
        </dd>
        <dt>{t("entitlement.compare.asked")}</dt>
        <dd className="number">{formatInstant(link.created_at, locale)}</dd>
      </dl>
      <p className="quiet">{t("entitlement.compare.warning")}</p>
      {mustMakeRoom && (
        <Notice tone="warn" title={t("entitlement.full.title")}>
          <p>{t("entitlement.full.text")}</p>
        </Notice>
      )}
      {mustMakeRoom && <Devices onRemoved={clear} />}
      {problem !== null && !mustMakeRoom && <CallFailed problem={problem} />}
      {isGone ? (
        <Button onClick={onOther}>{t("entitlement.other")}</Button>
      ) : (
        <div className="link-answers">
          <Button tone="primary" size="big" disabled={isBusy || mustMakeRoom} onClick={() => void decide("approve")}>
            {t("entitlement.compare.yes")}
          </Button>
          <Button disabled={isBusy} onClick={() => void decide("deny")}>
            {t("entitlement.compare.no")}
          </Button>
        </div>
      )}
    </section>
  );
}
