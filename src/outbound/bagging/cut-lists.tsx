import type { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Notice } from "#src/kit/ui/notice.tsx";

/** What stands where rows will be: that they are loaded, or that they could not be. */
export function Unread({ error }: { readonly error: CallProblem | null }) {
  const { t } = useTranslation();
  return error === null ? <p className="quiet">{t("ui.loading")}</p> : <Notice tone="bad" title={t("ui.failed")} />;
}

/** Says under a list that it is not all of it; nothing under a whole one. */
export function CutNote({ shown, total }: { readonly shown: number; readonly total: number }) {
  const { t } = useTranslation();
  return total > shown && <p className="quiet">{t("bagging.newest", { shown, total })}</p>;
}
