import type { Texts } from "./texts.ts";

/** The texts of the codes that concern no slice of its own table, in both languages: loaded with the first screen. */
export const baseCodeTexts = {
  success: { en_us: "OK", zh_cn: "成功" },

  parameterError: { en_us: "Parameter error", zh_cn: "参数错误" },
  notSignedIn: { en_us: "Please log in first", zh_cn: "请先登录" },
  forbidden: { en_us: "You do not have permission for this", zh_cn: "没有权限" },
  csrfTokenError: { en_us: "csrf token error", zh_cn: "csrf token 错误" },
  readOnlySession: { en_us: "This session is read-only", zh_cn: "当前会话只能查看" },
  noSuchCall: { en_us: "There is nothing at this address", zh_cn: "地址不存在" },
  noSuchMethod: { en_us: "This address does not accept that method", zh_cn: "不支持该请求方法" },
  requestTimeout: { en_us: "The request took too long to arrive", zh_cn: "请求超时" },
  idempotencyConflict: {
    en_us: "This key was already used for another request",
    zh_cn: "该幂等键已用于其他请求",
  },
  tooLarge: { en_us: "The request is too large", zh_cn: "请求内容过大" },
  wrongMediaType: { en_us: "This content type is not accepted here", zh_cn: "不支持的内容类型" },
  websocketOnly: { en_us: "This port accepts only websockets", zh_cn: "此端口仅支持 WebSocket" },
  tooMany: { en_us: "Too many requests, try again in a moment", zh_cn: "请求过于频繁，请稍后再试" },
  systemError: { en_us: "System error, try again later", zh_cn: "系统错误，请稍后再试" },
  unavailable: {
    en_us: "The service is busy or stopping, try again in a moment",
    zh_cn: "服务繁忙或正在停止，请稍后再试",
  },
  noDiskSpace: {
    en_us: "The server is out of disk space and stored nothing, try again later",
    zh_cn: "服务器磁盘空间不足，未保存任何内容，请稍后再试",
  },
  authorizationFailed: { en_us: "authorization failed", zh_cn: "授权失败" },

  notFound: { en_us: "Not found", zh_cn: "未找到" },
  changedMeanwhile: { en_us: "Someone else changed this: reload and try again", zh_cn: "内容已被他人修改，请刷新后重试" },

  wrongCredentials: { en_us: "Wrong username or password", zh_cn: "用户名或密码错误" },
  signInLocked: {
    en_us: "Too many attempts, try again in a few minutes",
    zh_cn: "尝试次数过多，请几分钟后再试",
  },
  loginExpired: { en_us: "Login has expired, please log in again", zh_cn: "登录已过期，请重新登录" },
  keyExpired: { en_us: "The form was open too long, please try again", zh_cn: "页面停留过久，请重试" },
  accountBlocked: { en_us: "This account is blocked, please ask your supplier", zh_cn: "账号已停用，请联系供应商" },
  wrongArea: { en_us: "Please log in on the other login page", zh_cn: "请从另一个登录入口登录" },
  linkExpired: { en_us: "This link was already used or has expired", zh_cn: "链接已使用或已过期" },
  noLoginInformation: { en_us: "No login information", zh_cn: "无登录信息" },

  "accounts.usernameRequired": { en_us: "Please enter a username", zh_cn: "请输入用户名" },
  "accounts.usernameShape": {
    en_us: "The username must consist of numbers and letters, or at least 5 digits of _ -, or be in email format",
    zh_cn: "用户名须由数字、字母或 _ - 组成且至少 5 位，或为邮箱格式",
  },
  "accounts.usernameTaken": { en_us: "This username is taken", zh_cn: "用户名已被使用" },
  "accounts.passwordRequired": { en_us: "Please enter a password", zh_cn: "请输入密码" },
  "accounts.passwordStrict": {
    en_us:
      "The password must contain uppercase letters, lowercase letters, numbers and English special characters, and the length is greater than 9",
    zh_cn: "密码须包含大写字母、小写字母、数字和英文特殊字符，且长度大于 9 位（最多 20 位）",
  },
  "accounts.passwordLoose": {
    en_us:
      "The password must have 6 to 20 characters, no Chinese characters, and three of: digits, lowercase, uppercase, special characters",
    zh_cn: "密码须为 6 至 20 位，不含中文，且至少包含数字、小写字母、大写字母、特殊字符中的三种",
  },
  "accounts.passwordWeak": { en_us: "Insufficient password strength", zh_cn: "密码强度不足" },
  "accounts.passwordsDiffer": { en_us: "The two entered passwords do not match", zh_cn: "两次输入的密码不一致" },
  "accounts.oldPasswordRequired": { en_us: "Please enter the old password", zh_cn: "请输入旧密码" },
  "accounts.confirmRequired": { en_us: "Please enter the new password again", zh_cn: "请再次输入新密码" },
  "accounts.oldPasswordWrong": { en_us: "The old password is wrong", zh_cn: "旧密码错误" },
  "accounts.emailShape": { en_us: "Email format is incorrect", zh_cn: "邮箱格式不正确" },
  "accounts.phoneShape": { en_us: "Phone number format is incorrect", zh_cn: "电话号码格式不正确" },
  "accounts.storeNameRequired": { en_us: "Please enter the store name", zh_cn: "请输入店铺名称" },
  "accounts.addressRequired": { en_us: "Please enter the address", zh_cn: "请输入地址" },
  "accounts.roleRequired": { en_us: "Please choose a role", zh_cn: "请选择角色" },
  "accounts.supplierRequired": { en_us: "Please choose a supplier", zh_cn: "请选择供应商" },
  "accounts.supplierUnknown": { en_us: "This supplier does not accept sign-ups", zh_cn: "该供应商不接受注册" },
  "accounts.companyTaken": { en_us: "A supplier with this name already exists", zh_cn: "该供应商名称已存在" },

  "sites.hostTaken": { en_us: "Another site uses this host", zh_cn: "该域名已被其他站点使用" },
  "sites.defaultStays": { en_us: "The default site cannot be removed", zh_cn: "默认站点不能删除" },
  "sites.defaultFixed": {
    en_us: "The default site has no host, and its function cannot be changed",
    zh_cn: "默认站点没有域名，功能也不能更改",
  },
  "sites.hostShape": {
    en_us: "The host must look like shop.example.com or shop.example.com:8080",
    zh_cn: "域名格式应为 shop.example.com 或 shop.example.com:8080",
  },

  "files.notAnImage": { en_us: "Only JPG, PNG and GIF images are accepted", zh_cn: "仅支持 JPG、PNG、GIF 图片" },
  "files.imageTooLarge": { en_us: "An image can be at most 5 MB", zh_cn: "图片大小不能超过 5MB" },
  "files.imageTooManyPixels": { en_us: "An image can have at most 40 million pixels", zh_cn: "图片不能超过 4000 万像素" },
  "files.tooManyImages": { en_us: "You can add at most 9 images", zh_cn: "最多上传 9 张图片" },
  "files.nothingSent": { en_us: "Please choose a file", zh_cn: "请选择文件" },

  "downloads.notReady": { en_us: "This file is not ready yet", zh_cn: "文件尚未生成" },

  "audit.tooManyRows": {
    en_us: "One file holds at most 1,000,000 rows: choose a shorter period",
    zh_cn: "单个文件最多 100 万行，请缩短时间范围",
  },

  "operators.notYours": { en_us: "This operator does not belong to your company", zh_cn: "该操作员不属于贵公司" },
  "operators.alreadyThere": { en_us: "An operator with this email address already exists", zh_cn: "该邮箱已有操作员使用" },
  "operators.warehouseRequired": { en_us: "Choose at least one warehouse", zh_cn: "请至少选择一个仓库" },

  "keyInformation.tooManyContacts": { en_us: "You can save at most 50 contacts", zh_cn: "最多保存 50 个联系人" },
  "keyInformation.contactDetailRequired": { en_us: "Please enter a number or address", zh_cn: "请输入联系方式" },
  "keyInformation.websiteShape": {
    en_us: "Enter the address of a web page, such as https://www.example.com",
    zh_cn: "请输入网页地址，例如 https://www.example.com",
  },
  "keyInformation.tooManyAuthentications": { en_us: "You can save at most 50 authentications", zh_cn: "最多保存 50 项认证" },

  "customers.blocked": { en_us: "This retailer is blocked", zh_cn: "该分销商已停用" },

  "subscription.planUnknown": { en_us: "This plan does not exist", zh_cn: "没有这个套餐" },
  "subscription.alreadyPro": { en_us: "Pro is already active: there is nothing to pay", zh_cn: "专业版已经生效，无需再次付款" },
  "subscription.paymentsUnavailable": {
    en_us: "The payment service cannot be reached, nothing was charged: try again in a few minutes",
    zh_cn: "暂时无法连接支付服务，没有扣款，请过几分钟再试",
  },
  "subscription.none": { en_us: "There is no subscription to change", zh_cn: "没有可更改的订阅" },
  "subscription.emailTaken": { en_us: "Another account uses this email address", zh_cn: "该邮箱已被其他账号使用" },
  "subscription.emailDiffers": { en_us: "This is not the account's email address", zh_cn: "与账号邮箱不一致" },
  "subscription.checkoutUnknown": { en_us: "Payment not found", zh_cn: "找不到这笔付款" },

  "entitlement.codeUnknown": {
    en_us: "This code is unknown or has expired: for a new one, press PRO in the extension, then “I have Pro already”",
    zh_cn: "代码不存在或已过期，请在扩展中点击 PRO，再点“我已有专业版”获取新代码",
  },
  "entitlement.tooManyDevices": {
    en_us: "Three devices are already linked: remove one first",
    zh_cn: "已绑定三台设备，请先移除其中一台",
  },
  "entitlement.deviceRemoved": { en_us: "This device is no longer linked", zh_cn: "该设备已解除绑定" },
  "entitlement.proofWrong": {
    en_us: "The identity of this device could not be confirmed",
    zh_cn: "无法确认该设备的身份",
  },
  "entitlement.clockWrong": {
    en_us: "The device's clock is wrong: set the date and time",
    zh_cn: "设备时间不准确，请校准日期和时间",
  },

  "support.messageRequired": { en_us: "Please describe what happened in a few words", zh_cn: "请简单写明遇到的问题" },
  "support.messageTooLong": { en_us: "Use at most 4,000 characters", zh_cn: "最多 4000 个字符" },
  "support.tooOften": {
    en_us: "You have already sent several messages today, we will answer by email",
    zh_cn: "您今天已多次提交，我们会通过邮件回复",
  },

  "shops.none": { en_us: "No shop is bound yet", zh_cn: "尚未绑定店铺" },
  "mail.none": { en_us: "No messages", zh_cn: "暂无消息" },
} as const satisfies Record<string, Texts>;
