/** The secrets of a carrier account. */
export type SecretName = "api-token" | "password";

/** Returns the purpose under which a secret is sealed: it opens for this account only, so that a row copied from another cannot be used. */
export function getPurpose(providerUuid: string, accountUuid: string, name: SecretName): string {
  return `carrier-accounts.${name}/${providerUuid}/${accountUuid}`;
}
