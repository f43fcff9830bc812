export const carrierNames = ["4px", "yunexpress", "yanwen"] as const;
export type CarrierName = (typeof carrierNames)[number];

/** A customer's account with one of the carriers. */
export interface Account {
  readonly carrier: CarrierName;
  /** app key, app id or user id */
  readonly clientId: string;
  /** app secret or API token */
  readonly apiToken: string;
}

/** The accounts of the demo. They open nothing but this sandbox. */
export const demoAccounts: readonly Account[] = [
  { carrier: "4px", clientId: "SBX-4PX", apiToken: "sandbox-4px-token-4401" },
  { carrier: "yunexpress", clientId: "SBX-YUNEXPRESS", apiToken: "sandbox-yunexpress-token-4402" },
  { carrier: "yanwen", clientId: "SBX-YANWEN", apiToken: "sandbox-yanwen-token-4403" },
];

/** A service of a carrier; `id` is Yanwen's channel. */
export interface Product {
  readonly code: string;
  readonly nameEn: string;
  readonly nameZh: string;
}

/** The services of each carrier. */
export const products: Readonly<Record<CarrierName, readonly Product[]>> = {
  "4px": [
    { code: "PX-REG", nameEn: "4PX Registered Parcel", nameZh: "4PX联邮通挂号" },
    { code: "A2", nameEn: "4PX Express", nameZh: "4PX标准专线" },
    { code: "F3", nameEn: "4PX Postlink Economy", nameZh: "4PX联邮通平邮" },
  ],
  yunexpress: [
    { code: "YT-DIRECT", nameEn: "YunExpress Direct Line", nameZh: "云途专线" },
    { code: "BKZXR", nameEn: "YunExpress Global Registered", nameZh: "云途全球专线挂号（标快）" },
    { code: "THZXR", nameEn: "YunExpress Special Goods", nameZh: "云途全球专线挂号（特惠普货）" },
  ],
  yanwen: [
    { code: "112", nameEn: "Yanwen Economy", nameZh: "燕文经济小包" },
    { code: "481", nameEn: "Yanwen Special Line Registered", nameZh: "燕文专线追踪小包" },
    { code: "484", nameEn: "Yanwen Air Mail", nameZh: "燕文航空挂号小包" },
  ],
};
