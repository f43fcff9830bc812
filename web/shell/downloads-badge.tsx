import Download from "lucide-react/icons/download";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { mayCall, useCaller } from "#src/kit/api/call-hooks.tsx";
import { listDownloads } from "#src/company/downloads/downloads.contract.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useUnseenDownloads } from "./badges.ts";
import { AppLink } from "./app-link.tsx";

const mostShown = 99;

/** The link to the downloads with the number of new ones; nothing for roles without downloads. */
export function DownloadsBadge({ area }: { area: Area }) {
  return mayCall(useCaller(), listDownloads) ? <Badge area={area} /> : null;
}

function Badge({ area }: { area: Area }) {
  const { t } = useTranslation();
  const count = useUnseenDownloads();
  const label = count === 0 ? t("navigation.shell.downloadsNone") : t("navigation.shell.downloads", { count });
  return (
    <AppLink className="icon-button" href={`/${area}/downloads`} aria-label={label} title={label}>
      <Download size={16} aria-hidden />
      {count > 0 && <span className="badge number">{count > mostShown ? t("navigation.shell.many") : count}</span>}
    </AppLink>
  );
}
