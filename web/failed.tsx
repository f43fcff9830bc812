import type { ErrorComponentProps } from "@tanstack/react-router";
import { Button } from "#src/ui/button.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { ChunkError } from "#src/lib/load-chunk.ts";

/** A screen that fell over, or a part of the application that did not come: says so and offers the way on. */
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
