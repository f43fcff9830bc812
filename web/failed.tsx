import type { ErrorComponentProps } from "@tanstack/react-router";
import { Button } from "#src/kit/ui/button.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ChunkError } from "#src/kit/lib/load-chunk.ts";

/** Shown when a screen has crashed or a chunk has failed to load: says so and offers a retry. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const isChunk = error instanceof ChunkError;
  return (
    <section className="panel stack" role="alert">
      <h1>{t(isChunk ? "session.failed.chunkTitle" : "session.failed.title")}</h1>
      <p>{t(isChunk ? "session.failed.chunkText" : "session.failed.text")}</p>
      <div className="row">
        <Button tone="primary" onClick={() => location.reload()}>
          {t("session.failed.reload")}
        </Button>
        {!isChunk && <Button onClick={reset}>{t("ui.retry")}</Button>}
      </div>
    </section>
  );
}
