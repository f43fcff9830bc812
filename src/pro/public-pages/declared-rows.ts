import type { TFunction } from "i18next";
import {
  storedByExtension,
  storedBySite,
  storedInVisitorsBrowser,
  outsideParties,
  permissions,
  sentByExtension,
} from "#src/pro/privacy/privacy.rules.ts";

/** Lists the declaration's rows as text, one list per table. */
export function listDeclaredRows(t: TFunction) {
  const site = (entries: typeof storedBySite) =>
    entries.map(({ id }) => ({ what: t(`privacy.kept.${id}.what`), why: t(`privacy.kept.${id}.why`), long: t(`privacy.kept.${id}.long`) }));
  return {
    permissions: permissions.map((id) => ({
      what: t(`privacy.permission.${id}.name`),
      why: t(`privacy.permission.${id}.why`),
    })),
    keptHere: storedByExtension.map(({ id }) => ({
      what: t(`privacy.keptHere.${id}.what`),
      why: t(`privacy.keptHere.${id}.why`),
      long: t(`privacy.keptHere.${id}.long`),
    })),
    sent: sentByExtension.map((id) => ({
      what: t(`privacy.sent.${id}.what`),
      why: t(`privacy.sent.${id}.why`),
      long: t(`privacy.sent.${id}.long`),
    })),
    keptForPro: site(storedBySite.filter(({ isOfPro }) => isOfPro)),
    storedBySite: site(storedBySite),
    browser: storedInVisitorsBrowser.map((id) => ({
      what: t(`privacy.browser.${id}.what`),
      why: t(`privacy.browser.${id}.why`),
      long: t(`privacy.browser.${id}.long`),
    })),
    parties: outsideParties.map((id) => ({
      what: t(`privacy.party.${id}.what`),
      why: t(`privacy.party.${id}.why`),
      long: t(`privacy.party.${id}.long`),
    })),
  };
}
