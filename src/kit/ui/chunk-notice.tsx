import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** Says, where it was needed, that a part of the application could not be loaded, and offers to reload the page. */
export function ChunkNotice() {
  const { t } = useTranslation();
  return (
    <Notice tone="bad" title={t("session.failed.chunkTitle")}>
      <p>{t("session.failed.chunkText")}</p>
      <div className="row">
        <Button tone="primary" onClick={() => location.reload()}>
          {t("session.failed.reload")}
        </Button>
      </div>
    </Notice>
  );
}
