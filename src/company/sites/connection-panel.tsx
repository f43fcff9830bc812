import { useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { ConnectionTimes } from "./connection-check.ts";
import { checkConnection } from "./connection-check.ts";

function Outcome({ name, ms, good, bad }: { name: string; ms: number | null; good: string; bad: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{ms === null ? <span className="config-bad">{bad}</span> : <StatusTag tone="good" text={good} />}</dd>
    </div>
  );
}

/** Checks whether the server is reachable, by a call and by a websocket. */
export function ConnectionPanel() {
  const { t } = useTranslation();
  const { client } = useCaller();
  const [isRunning, setRunning] = useState(false);
  const [times, setTimes] = useState<ConnectionTimes | null>(null);
  const check = async () => {
    setRunning(true);
    setTimes(null);
    try {
      setTimes(await checkConnection(client));
    } finally {
      setRunning(false);
    }
  };
  return (
    <section className="panel stack" aria-labelledby="config-check-title">
      <h2 id="config-check-title">{t("sites.check.title")}</h2>
      <p className="quiet">{t("sites.check.text")}</p>
      <div className="row">
        <Button isPending={isRunning} onClick={() => void check()}>
          {t("sites.check.start")}
        </Button>
      </div>
      <div aria-live="polite">
        {isRunning && <span className="visually-hidden">{t("sites.check.running")}</span>}
        {times !== null && (
          <dl className="config-facts">
            <Outcome
              name={t("sites.check.call")}
              ms={times.call}
              good={t("sites.check.good", { ms: times.call ?? 0 })}
              bad={t("sites.check.callBad")}
            />
            <Outcome
              name={t("sites.check.socket")}
              ms={times.socket}
              good={t("sites.check.opened", { ms: times.socket ?? 0 })}
              bad={t("sites.check.socketBad")}
            />
          </dl>
        )}
      </div>
    </section>
  );
}
