import type { TextKey } from "#src/i18n/text-key.ts";

/** The actions that the log is known to hold, each with the end of its text's key. A test holds this against what the server writes down. */
const words = {
  "accounts.sign-in": "accounts.signIn",
  "accounts.sign-in-failed": "accounts.signInFailed",
  "accounts.sign-out": "accounts.signOut",
  "accounts.renew-session": "accounts.renewSession",
  "accounts.revoke-sessions": "accounts.revokeSessions",
  "accounts.register": "accounts.register",
  "accounts.create-add-provider": "accounts.createAddProvider",
  "accounts.request-password-reset": "accounts.requestPasswordReset",
  "accounts.reset-password": "accounts.resetPassword",
  "accounts.change-password": "accounts.changePassword",
  "accounts.change-password-failed": "accounts.changePasswordFailed",
  "accounts.change-user-info": "accounts.changeUserInfo",
  "accounts.change-avatar": "accounts.changeAvatar",
  "accounts.default-settings-update": "accounts.defaultSettingsUpdate",
  "accounts.add-site-admin": "accounts.addSiteAdmin",
  "operators.invite-operator": "operators.inviteOperator",
  "operators.accept-invitation": "operators.acceptInvitation",
  "operators.set-permissions": "operators.setPermissions",
  "operators.set-blocked": "operators.setBlocked",
  "key-information.update-company": "keyInformation.updateCompany",
  "key-information.add-contact": "keyInformation.addContact",
  "key-information.update-contact": "keyInformation.updateContact",
  "key-information.delete-contacts": "keyInformation.deleteContacts",
  "key-information.add-authentication": "keyInformation.addAuthentication",
  "key-information.delete-authentication": "keyInformation.deleteAuthentication",
  "customers.customer-login": "customers.customerLogin",
  "providers.join-provider": "providers.joinProvider",
  "providers.switch-provider": "providers.switchProvider",
  "files.upload-images": "files.uploadImages",
  "downloads.mark-seen": "downloads.markSeen",
  "downloads.delete-downloads": "downloads.deleteDownloads",
  "audit.export": "audit.export",
  "sites.create-site": "sites.createSite",
  "sites.update-site": "sites.updateSite",
  "sites.delete-site": "sites.deleteSite",
  "subscription.request-sign-in": "subscription.requestSignIn",
  "subscription.sign-in": "subscription.signIn",
  "subscription.create-checkout": "subscription.createCheckout",
  "subscription.open-portal": "subscription.openPortal",
  "subscription.cancel": "subscription.cancel",
  "subscription.resume": "subscription.resume",
  "subscription.change": "subscription.change",
  "subscription.change-email": "subscription.changeEmail",
  "subscription.confirm-email": "subscription.confirmEmail",
  "subscription.delete-account": "subscription.deleteAccount",
  "entitlement.link-device": "entitlement.linkDevice",
  "entitlement.deny-device": "entitlement.denyDevice",
  "entitlement.remove-device": "entitlement.removeDevice",
  "entitlement.open-session": "entitlement.openSession",
  "support.answer-request": "support.answerRequest",
  "platform.foreign-provider": "platform.foreignProvider",
} as const;

const slices = {
  accounts: "accounts",
  operators: "operators",
  "key-information": "keyInformation",
  customers: "customers",
  providers: "providers",
  files: "files",
  downloads: "downloads",
  audit: "audit",
  sites: "sites",
  subscription: "subscription",
  entitlement: "entitlement",
  support: "support",
  platform: "platform",
} as const;

type Slice = keyof typeof slices;

/** The text of an action; null for one that this version does not know: its code is shown. */
export function actionKey(action: string): TextKey | null {
  return Object.hasOwn(words, action) ? `audit.action.${words[action as keyof typeof words]}` : null;
}

/** What the log can be filtered by: all of a slice's actions, or one of them. */
export const actionOptions: readonly { readonly value: string; readonly text: TextKey }[] = (Object.keys(slices) as Slice[]).flatMap(
  (slice) => [
    { value: slice, text: `audit.slice.${slices[slice]}` as const },
    ...Object.entries(words)
      .filter(([action]) => action.startsWith(`${slice}.`))
      .map(([action, key]) => ({ value: action, text: `audit.action.${key}` as const })),
  ],
);
