import "./link.css";
import { useState } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { CallFailed } from "#src/pro/subscription/call-failed.screen.tsx";
import { CustomerSignInGate } from "#src/pro/subscription/customer-sign-in-gate.screen.tsx";
import { SubLoading } from "#src/pro/subscription/sub-loading.screen.tsx";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { CodeField } from "./code-field.tsx";
import { CompareCode } from "./compare-code.tsx";
import { entitlementCalls } from "./entitlement.calls.ts";
import { parseCode } from "./entitlement.rules.ts";
import { Linked } from "./linked.tsx";

interface LinkProps {
  readonly language: Language;
  /** the code from the address; null for none */
  readonly code: string | null;
  /** the token of a mailed link; null for none */
  readonly token: string | null;
}

/** Links a device (RFC 8628): sign in by mail, compare its code, and accept or deny. */
export function LinkScreen({ language, code: arrived, token }: LinkProps) {
  const [code, setCode] = useState(arrived === null ? null : parseCode(arrived));
  return (
    <CustomerSignInGate language={language} purpose="link" token={token} {...(code === null ? {} : { userCode: code })}>
      {code === null ? (
        <CodeField onCode={setCode} />
      ) : (
        <Waiting key={code} code={code} language={language} onOther={() => setCode(null)} onCode={setCode} />
      )}
    </CustomerSignInGate>
  );
}

interface WaitingProps {
  /** eight letters without the dash */
  readonly code: string;
  readonly language: Language;
  readonly onOther: () => void;
  readonly onCode: (code: string) => void;
}

/** The device of a code: pending, or already decided. */
function Waiting({ code, language, onOther, onCode }: WaitingProps) {
  const { t } = useTranslation();
  const link = useCallQuery(entitlementCalls.lookUpLink, { user_code: code });
  const [decided, setDecided] = useState<{ state: string; isPro: boolean } | null>(null);
  if (link.isPending) return <SubLoading />;
  if (link.error?.codeName === "entitlement.codeUnknown")
    return (
      <div className="stack">
        <Notice tone="warn" title={t("entitlement.code.unknown")} code={String(link.error.code)}>
          <p>{t("entitlement.code.unknownNext")}</p>
        </Notice>
        <CodeField onCode={onCode} />
      </div>
    );
  if (link.data === undefined) return link.error && <CallFailed problem={link.error} retry={() => void link.refetch()} />;
  switch (decided?.state ?? link.data.state) {
    case "PENDING":
      return <CompareCode link={link.data} code={code} onDecided={setDecided} onOther={onOther} />;
    case "APPROVED":
      return <Linked language={language} isPro={decided?.isPro ?? null} />;
    case "DENIED":
      return (
        <Notice tone="normal" title={t("entitlement.denied.title")}>
          <p>{t("entitlement.denied.text")}</p>
          <Other onOther={onOther} />
        </Notice>
      );
    default:
      return (
        <Notice tone="warn" title={t("entitlement.expired.title")}>
          <p>{t("entitlement.expired.text")}</p>
          <Other onOther={onOther} />
        </Notice>
      );
  }
}

function Other({ onOther }: { onOther: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="row">
      <Button onClick={onOther}>{t("entitlement.other")}</Button>
    </div>
  );
}
