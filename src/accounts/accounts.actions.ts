import { defineActions } from "#src/ui/action/action.ts";
import { changeAvatar, changePassword, changeUserInfo, revokeSessions, updateDefaultSettings } from "./accounts.contract.ts";

/** What somebody can do with their own account. A support session changes none of it. */
export const accountsActions = defineActions({
  avatar: { calls: [changeAvatar] },
  details: { calls: [changeUserInfo] },
  password: { calls: [changePassword] },
  look: { calls: [updateDefaultSettings] },
  endSessions: { calls: [revokeSessions] },
});
