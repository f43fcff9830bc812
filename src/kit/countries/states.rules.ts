/** A state or province, by the code of its postal service. */
export interface State {
  readonly code: string;
  readonly en: string;
  readonly zh: string;
}

function list(text: string): readonly State[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [code = "", en = "", zh = ""] = line.trim().split("|");
      return { code, en, zh };
    });
}

// USPS: states, the district, and the three codes of the armed forces; territories are separate countries in our list.
const us = list(`
  AL|Alabama|亚拉巴马州
  AK|Alaska|阿拉斯加州
  AZ|Arizona|亚利桑那州
  AR|Arkansas|阿肯色州
  CA|California|加利福尼亚州
  CO|Colorado|科罗拉多州
  CT|Connecticut|康涅狄格州
  DE|Delaware|特拉华州
  DC|District of Columbia|哥伦比亚特区
  FL|Florida|佛罗里达州
  GA|Georgia|佐治亚州
  HI|Hawaii|夏威夷州
  ID|Idaho|爱达荷州
  IL|Illinois|伊利诺伊州
  IN|Indiana|印第安纳州
  IA|Iowa|艾奥瓦州
  KS|Kansas|堪萨斯州
  KY|Kentucky|肯塔基州
  LA|Louisiana|路易斯安那州
  ME|Maine|缅因州
  MD|Maryland|马里兰州
  MA|Massachusetts|马萨诸塞州
  MI|Michigan|密歇根州
  MN|Minnesota|明尼苏达州
  MS|Mississippi|密西西比州
  MO|Missouri|密苏里州
  MT|Montana|蒙大拿州
  NE|Nebraska|内布拉斯加州
  NV|Nevada|内华达州
  NH|New Hampshire|新罕布什尔州
  NJ|New Jersey|新泽西州
  NM|New Mexico|新墨西哥州
  NY|New York|纽约州
  NC|North Carolina|北卡罗来纳州
  ND|North Dakota|北达科他州
  OH|Ohio|俄亥俄州
  OK|Oklahoma|俄克拉何马州
  OR|Oregon|俄勒冈州
  PA|Pennsylvania|宾夕法尼亚州
  RI|Rhode Island|罗得岛州
  SC|South Carolina|南卡罗来纳州
  SD|South Dakota|南达科他州
  TN|Tennessee|田纳西州
  TX|Texas|得克萨斯州
  UT|Utah|犹他州
  VT|Vermont|佛蒙特州
  VA|Virginia|弗吉尼亚州
  WA|Washington|华盛顿州
  WV|West Virginia|西弗吉尼亚州
  WI|Wisconsin|威斯康星州
  WY|Wyoming|怀俄明州
  AA|Armed Forces Americas|美军美洲
  AE|Armed Forces Europe|美军欧洲
  AP|Armed Forces Pacific|美军太平洋
`);

const ca = list(`
  AB|Alberta|艾伯塔省
  BC|British Columbia|不列颠哥伦比亚省
  MB|Manitoba|马尼托巴省
  NB|New Brunswick|新不伦瑞克省
  NL|Newfoundland and Labrador|纽芬兰与拉布拉多省
  NT|Northwest Territories|西北地区
  NS|Nova Scotia|新斯科舍省
  NU|Nunavut|努纳武特地区
  ON|Ontario|安大略省
  PE|Prince Edward Island|爱德华王子岛省
  QC|Quebec|魁北克省
  SK|Saskatchewan|萨斯喀彻温省
  YT|Yukon|育空地区
`);

const au = list(`
  ACT|Australian Capital Territory|澳大利亚首都领地
  NSW|New South Wales|新南威尔士州
  NT|Northern Territory|北领地
  QLD|Queensland|昆士兰州
  SA|South Australia|南澳大利亚州
  TAS|Tasmania|塔斯马尼亚州
  VIC|Victoria|维多利亚州
  WA|Western Australia|西澳大利亚州
`);

const lists: Readonly<Record<string, readonly State[]>> = { US: us, CA: ca, AU: au };

/** Returns the states or provinces of a country that are chosen from a list; null if they are typed. */
export function findStates(country: string): readonly State[] | null {
  return lists[country] ?? null;
}
