import { useMemo, useState } from "react";
import type { Caller } from "#src/api/caller.tsx";
import { useDeed } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { RemoveDialog } from "#src/ui/remove-dialog.tsx";
import { FormDialog } from "#src/ui/form-dialog.tsx";
import { Form } from "#src/ui/form/lazy-form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { addForm, defaultSiteForm, hostedSiteForm } from "./site.form.ts";
import type { Site } from "./sites.contract.ts";
import { deleteSite, listSites } from "./sites.contract.ts";

interface DialogProps {
  /** told that the sites are not as they were */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** What a site is called in front of a person: its host, or its title where it has none. */
export function siteName({ host, homepage_title, homepage_title_en }: Site, locale: string): string {
  if (host !== "") return host;
  return locale === "zh-CN" ? homepage_title : homepage_title_en;
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

async function siteNow({ client }: Caller, uuid: string): Promise<Site | null> {
  const { result } = await client.call(listSites, {});
  return result.find(({ site_uuid }) => site_uuid === uuid) ?? null;
}

/** Edits a site. Where somebody else was first it shows what holds now. */
export function EditSiteDialog({ site, onChanged, onClose }: DialogProps & { site: Site }) {
  const { t, locale } = useTranslation();
  const [now, setNow] = useState(site);
  const [isStale, setStale] = useState(false);
  const forms = useMemo(() => {
    const onRefused = async (error: unknown, caller: Caller) => {
      if (!(error instanceof CallProblem) || error.codeName !== "changedMeanwhile") return;
      const found = await siteNow(caller, site.site_uuid);
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
    <FormDialog title={t("sites.form.edit", { name: siteName(now, locale) })} onClose={onClose}>
      {isStale && <Notice tone="warn" title={t("sites.form.changed")} />}
      {now.is_default ? (
        <Form key={key} of={forms.ofDefault} initial={common} {...rest} />
      ) : (
        <Form key={key} of={forms.hosted} initial={{ host, main_function, ...common }} {...rest} />
      )}
    </FormDialog>
  );
}

/** Asks before a site is removed. */
export function RemoveSiteDialog({ site, ...rest }: DialogProps & { site: Site }) {
  const { t } = useTranslation();
  const { perform } = useDeed(deleteSite);
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
