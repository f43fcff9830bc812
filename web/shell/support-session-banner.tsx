import { useNavigate } from "@tanstack/react-router";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatClock } from "#src/kit/lib/formats.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { leave } from "../sign-out.ts";

/** The duration of a support session (domain.md, "customer-login"). */
const supportMs = 30 * 60_000;

/** Marks a support session: that it is read-only, until when, and how to leave it. */
export function SupportSessionBanner({ area }: { area: Area }) {
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
        {since === 0
          ? t("navigation.shell.support.text")
          : t("navigation.shell.support.until", { time: formatClock(since + supportMs, locale) })}
      </p>
      <Button onClick={() => void out()}>{t("navigation.shell.support.leave")}</Button>
    </aside>
  );
}
