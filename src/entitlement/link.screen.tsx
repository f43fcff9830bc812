import "./link.css";
import { useState } from "react";
import { useAnswer } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Language } from "#src/lib/look.ts";
import { CallFailed } from "#src/subscription/call-failed.screen.tsx";
import { CustomerDoor } from "#src/subscription/customer-door.screen.tsx";
import { SubLoading } from "#src/subscription/sub-loading.screen.tsx";
import { Button } from "#src/ui/light/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { CodeField } from "./code-field.tsx";
import { CompareCode } from "./compare-code.tsx";
import { entitlementCalls } from "./entitlement.calls.ts";
import { plainCode } from "./entitlement.rules.ts";
import { Linked } from "./linked.tsx";

interface LinkProps {
  readonly language: Language;
  /** the code of the address, as it stands there; null for none */
  readonly code: string | null;
  /** what a mailed link brought; null for none */
  readonly token: string | null;
}

/** A device is let in here (RFC 8628): sign in by mail, compare its code, and say yes or no. */
export function LinkScreen({ language, code: arrived, token }: LinkProps) {
  const [code, setCode] = useState(arrived === null ? null : plainCode(arrived));
  return (
    <CustomerDoor language={language} purpose="link" token={token} {...(code === null ? {} : { userCode: code })}>
      {code === null ? (
        <CodeField onCode={setCode} />
      ) : (
        <Waiting key={code} code={code} language={language} onOther={() => setCode(null)} onCode={setCode} />
      )}
    </CustomerDoor>
  );
}

interface WaitingProps {
  /** eight letters without dash */
  readonly code: string;
  readonly language: Language;
  readonly onOther: () => void;
  readonly onCode: (code: string) => void;
}

/** What stands behind a code: a device that waits, or one about which was decided already. */
function Waiting({ code, language, onOther, onCode }: WaitingProps) {
  const { t } = useTranslation();
  const link = useAnswer(entitlementCalls.lookUpLink, { user_code: code });
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
