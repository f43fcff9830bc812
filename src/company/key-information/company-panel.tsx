import { useQueryClient } from "@tanstack/react-query";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { useCountryName } from "#src/kit/countries/use-country-name.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { Company } from "./key-information.contract.ts";
import { retrieveKeyInformation, updateCompany } from "./key-information.contract.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { keyInformationActions } from "./key-information.actions.ts";

const companyForm = defineForm({
  name: "key-information.company",
  schema: updateCompany.input,
  submit: "keyInformation.company.submit",
  refusalsAt: { "accounts.companyTaken": "name" },
  fields: {
    name: { kind: "text", label: "keyInformation.part.name", isRequired: true, maxLength: 200, autoComplete: "organization" },
    legal_name: {
      kind: "text",
      label: "keyInformation.part.legal_name",
      hint: "keyInformation.company.legalNameHint",
      maxLength: 200,
      autoComplete: "off",
    },
    registration_number: { kind: "text", label: "keyInformation.part.registration_number", maxLength: 60, autoComplete: "off" },
    tax_number: { kind: "text", label: "keyInformation.company.taxNumber", maxLength: 60, autoComplete: "off" },
    country_code: { kind: "country", label: "keyInformation.part.country_code" },
    address: {
      kind: "lines",
      label: "keyInformation.part.address",
      hint: "keyInformation.company.addressHint",
      maxLength: 500,
      autoComplete: "street-address",
    },
    phone: { kind: "tel", label: "keyInformation.part.phone", maxLength: 30, autoComplete: "tel" },
    email: { kind: "email", label: "keyInformation.part.email", maxLength: 254, autoComplete: "email" },
    website: { kind: "url", label: "keyInformation.company.website", maxLength: 200, autoComplete: "url" },
  },
  send: (values, { client }) => client.call(updateCompany, values),
});

const labels = {
  name: "keyInformation.part.name",
  legal_name: "keyInformation.part.legal_name",
  registration_number: "keyInformation.part.registration_number",
  tax_number: "keyInformation.company.taxNumber",
  country_code: "keyInformation.part.country_code",
  address: "keyInformation.part.address",
  phone: "keyInformation.part.phone",
  email: "keyInformation.part.email",
  website: "keyInformation.company.website",
} as const satisfies Record<keyof Company, TextKey>;

/** The read-only details. */
function CompanyFacts({ company }: { company: Company }) {
  const { t } = useTranslation();
  const countryName = useCountryName();
  const shown: Readonly<Record<string, string>> = {
    ...company,
    country_code: company.country_code === "" ? "" : countryName(company.country_code),
  };
  return (
    <dl className="key-facts">
      {Object.entries(labels).map(([field, label]) => (
        <div key={field}>
          <dt>{t(label)}</dt>
          <dd>{shown[field] || <span className="quiet">{t("keyInformation.none")}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The company's details. */
export function CompanyPanel({ company }: { company: Company }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const queries = useQueryClient();
  const saved = () => {
    useToasts.getState().show("good", t("keyInformation.company.saved"));
    void queries.invalidateQueries({ queryKey: buildQueryKey(caller.scope, retrieveKeyInformation) });
  };
  return (
    <section className="panel stack" id="key-company" aria-labelledby="key-company-title">
      <h2 id="key-company-title">{t("keyInformation.company.title")}</h2>
      {isPermitted(keyInformationActions.company, caller) ? (
        <Form of={companyForm} initial={company} onDone={saved} />
      ) : (
        <CompanyFacts company={company} />
      )}
    </section>
  );
}
