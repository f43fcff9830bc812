import { useNavigate } from "@tanstack/react-router";
import type { Area } from "#src/api/actors.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { clockText } from "#src/lib/wording.ts";
import { useSessions } from "#src/session/session.store.ts";
import { Button } from "#src/ui/button.tsx";
import { leave } from "../leaving.ts";

/** How long a look for support lasts (domain.md, "customer-login"). */
const supportMs = 30 * 60_000;

/** Marks an area that a supplier looks at for support: nothing can be changed, until when, and the way out. */
export function SupportBand({ area }: { area: Area }) {
  const { t, locale } = useTranslation();
  const since = useSessions(({ sessions }) => sessions[area]?.since ?? 0);
  const hasOwnArea = useSessions(({ sessions }) => sessions.p !== null);
  const navigate = useNavigate();
  async function out(): Promise<void> {
    await leave(area);
    if (hasOwnArea) await navigate({ to: "/p/home" });
  }
  return (
    <aside className="band band-warn">
      <p>
        {since === 0 ? t("places.shell.support.text") : t("places.shell.support.until", { time: clockText(since + supportMs, locale) })}
      </p>
      <Button onClick={() => void out()}>{t("places.shell.support.leave")}</Button>
    </aside>
  );
}
