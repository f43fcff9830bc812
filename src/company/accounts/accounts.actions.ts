import { defineActions } from "#src/kit/ui/action/action.ts";
import { changeAvatar, changePassword, changeUserInfo, revokeSessions, updateDefaultSettings } from "./accounts.contract.ts";

/** Actions on the user's own account. A support session cannot change it. */
export const accountsActions = defineActions({
  avatar: { calls: [changeAvatar] },
  details: { calls: [changeUserInfo] },
  password: { calls: [changePassword] },
  look: { calls: [updateDefaultSettings] },
  endSessions: { calls: [revokeSessions] },
});
