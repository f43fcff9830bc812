import { useMemo, useState } from "react";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { toLanguage } from "#src/kit/lib/languages.ts";
import { RemoveDialog } from "#src/kit/ui/remove-dialog.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { addForm, defaultSiteForm, hostedSiteForm } from "./site-form.ts";
import type { Site } from "./sites.contract.ts";
import { deleteSite, listSites } from "./sites.contract.ts";

interface DialogProps {
  /** called when the sites have changed */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Returns a site's display name: its host, or its title if it has none. */
export function getSiteName({ host, homepage_title, homepage_title_en }: Site, locale: string): string {
  if (host !== "") return host;
  return toLanguage(locale) === "zh_cn" ? homepage_title : homepage_title_en;
}

/** Adds a site. */
export function AddSiteDialog({ onChanged, onClose }: DialogProps) {
  const { t } = useTranslation();
  return (
    <FormDialog title={t("sites.form.add")} onClose={onClose}>
      <Form
        of={addForm}
        initial={{ main_function: "Application", locale: "zh_cn", homepage_icon: "/favicon.ico" }}
        onDone={() => {
          useToasts.getState().show("good", t("sites.form.saved"));
          onChanged();
          onClose();
        }}
      />
    </FormDialog>
  );
}

async function fetchSite({ client }: Caller, uuid: string): Promise<Site | null> {
  const { result } = await client.call(listSites, {});
  return result.find(({ site_uuid }) => site_uuid === uuid) ?? null;
}

/** Edits a site. After a conflict, shows the current values. */
export function EditSiteDialog({ site, onChanged, onClose }: DialogProps & { site: Site }) {
  const { t, locale } = useTranslation();
  const [now, setNow] = useState(site);
  const [isStale, setStale] = useState(false);
  const forms = useMemo(() => {
    const onRefused = async (error: unknown, caller: Caller) => {
      if (!(error instanceof CallProblem) || error.codeName !== "changedMeanwhile") return;
      const found = await fetchSite(caller, site.site_uuid);
      onChanged();
      if (found === null) return;
      setStale(true);
      setNow(found);
    };
    return { ofDefault: defaultSiteForm(now, onRefused), hosted: hostedSiteForm(now, onRefused) };
  }, [now, site.site_uuid, onChanged]);
  const { host, homepage_title, homepage_title_en, homepage_icon, main_function, locale: language, origin } = now;
  const common = { homepage_title, homepage_title_en, homepage_icon, locale: language, origin };
  const props = {
    key: now.version,
    subject: `${now.site_uuid} ${now.version}`,
    onDone: () => {
      useToasts.getState().show("good", t("sites.form.saved"));
      onChanged();
      onClose();
    },
  };
  const { key, ...rest } = props;
  return (
    <FormDialog title={t("sites.form.edit", { name: getSiteName(now, locale) })} onClose={onClose}>
      {isStale && <Notice tone="warn" title={t("sites.form.changed")} />}
      {now.is_default ? (
        <Form key={key} of={forms.ofDefault} initial={common} {...rest} />
      ) : (
        <Form key={key} of={forms.hosted} initial={{ host, main_function, ...common }} {...rest} />
      )}
    </FormDialog>
  );
}

/** Asks for confirmation before a site is removed. */
export function RemoveSiteDialog({ site, ...rest }: DialogProps & { site: Site }) {
  const { t } = useTranslation();
  const { perform } = useCallMutation(deleteSite);
  return (
    <RemoveDialog
      {...rest}
      title={t("sites.remove.title")}
      text={t("sites.remove.text", { host: site.host })}
      submit={t("sites.remove.submit")}
      done={t("sites.remove.done")}
      remove={() => perform({ site_uuid: site.site_uuid })}
    />
  );
}
