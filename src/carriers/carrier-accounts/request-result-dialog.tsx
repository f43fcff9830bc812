import { formatNumber } from "#src/kit/lib/formats.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { CarrierProblemAnswer, syncChannels, testCarrierAccount } from "./carrier-accounts.contract.ts";
import { formatCarrierWords } from "./own-words.rules.ts";

/** What came of a request to a carrier. */
export type RequestResult =
  | { readonly kind: "tested"; readonly label: string; readonly answer: OutputOf<typeof testCarrierAccount> }
  | { readonly kind: "synced"; readonly label: string; readonly answer: OutputOf<typeof syncChannels> };

function Problem({ problem }: { readonly problem: CarrierProblemAnswer }) {
  const { t } = useTranslation();
  const { kind, code, text } = problem;
  return (
    <Notice tone="bad" title={t(`carrierAccounts.problem.${kind}`)} {...(code !== "" && { code })}>
      <p>{t("carrierAccounts.result.words", { text: formatCarrierWords(text, t) })}</p>
    </Notice>
  );
}

function Success({ result }: { readonly result: RequestResult }) {
  const { t, locale } = useTranslation();
  if (result.kind === "tested")
    return (
      <Notice tone="good" title={t("carrierAccounts.result.works")}>
        <p>{t("carrierAccounts.result.channels", { count: result.answer.channel_count ?? 0 })}</p>
      </Notice>
    );
  const { added, existing } = result.answer;
  return (
    <Notice tone="good" title={added === 0 ? t("carrierAccounts.result.nothingNew") : t("carrierAccounts.result.added", { count: added })}>
      <p>{t("carrierAccounts.result.existing", { existing: formatNumber(existing, locale) })}</p>
      {added > 0 && <p>{t("carrierAccounts.result.next")}</p>}
    </Notice>
  );
}

interface RequestResultDialogProps {
  readonly result: RequestResult;
  readonly onClose: () => void;
}

/** Shows what a carrier answered: a toast would be gone before a long reason is read. */
export function RequestResultDialog({ result, onClose }: RequestResultDialogProps) {
  const { t } = useTranslation();
  const { kind, label, answer } = result;
  return (
    <Dialog title={t(`carrierAccounts.result.${kind}`, { label })} closeText={t("ui.close")} actions={null} onClose={onClose}>
      {answer.problem === null ? <Success result={result} /> : <Problem problem={answer.problem} />}
    </Dialog>
  );
}
