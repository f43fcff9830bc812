import type { TFunction } from "i18next";
import {
  keptByExtension,
  keptBySite,
  keptInVisitorsBrowser,
  outsideParties,
  permissions,
  sentByExtension,
} from "#src/privacy/privacy.rules.ts";

/** The declaration's rows in words, a list a table. */
export function declaredRows(t: TFunction) {
  const site = (entries: typeof keptBySite) =>
    entries.map(({ id }) => ({ what: t(`privacy.kept.${id}.what`), why: t(`privacy.kept.${id}.why`), long: t(`privacy.kept.${id}.long`) }));
  return {
    permissions: Object.values(permissions).map((id) => ({
      what: t(`privacy.permission.${id}.name`),
      why: t(`privacy.permission.${id}.why`),
    })),
    keptHere: keptByExtension.map(({ id }) => ({
      what: t(`privacy.keptHere.${id}.what`),
      why: t(`privacy.keptHere.${id}.why`),
      long: t(`privacy.keptHere.${id}.long`),
    })),
    sent: sentByExtension.map((id) => ({
      what: t(`privacy.sent.${id}.what`),
      why: t(`privacy.sent.${id}.why`),
      long: t(`privacy.sent.${id}.long`),
    })),
    keptForPro: site(keptBySite.filter(({ isOfPro }) => isOfPro)),
    keptBySite: site(keptBySite),
    browser: keptInVisitorsBrowser.map((id) => ({
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
