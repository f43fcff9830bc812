import { baseCodeTexts } from "./base-code-texts.ts";
import type { Texts } from "./envelope.ts";

const { authorizationFailed, csrfTokenError, loginExpired, noLoginInformation, notSignedIn, parameterError, systemError } = baseCodeTexts;
const getTexts = ({ en_us, zh_cn }: Texts): Texts => ({ en_us, zh_cn });

/** Messages that the client shows without a response of the server (specification, section 8). */
export const clientTexts = {
  connectionAbnormal: { en_us: "Connection abnormal: no answer within 60 seconds", zh_cn: "连接异常" },
  networkAbnormal: { en_us: "Network abnormal: the server could not be reached", zh_cn: "网络异常" },
  operationFailed: { en_us: "Operation failed", zh_cn: "操作失败" },
  copyFailed: { en_us: "Copy failed", zh_cn: "复制失败" },
  deviceSessionMissing: { en_us: "These settings could not be opened: see the reason above", zh_cn: "暂时打不开这些设置，原因见上方" },
  storeIdMissing: { en_us: "Failed to obtain store id", zh_cn: "获取店铺 ID 失败" },
  authorizationFailed: getTexts(authorizationFailed),
  csrfTokenError: getTexts(csrfTokenError),
  loginExpired: getTexts(loginExpired),
  noLoginInformation: getTexts(noLoginInformation),
  notSignedIn: getTexts(notSignedIn),
  parameterError: getTexts(parameterError),
  systemError: getTexts(systemError),
} as const satisfies Record<string, Texts>;
