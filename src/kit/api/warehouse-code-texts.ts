import type { Texts } from "./texts.ts";

/** The texts of the codes of imports, hand-helds and warehouses: a part of the table in `codes.ts`. */
export const warehouseCodeTexts = {
  "imports.oneFile": { en_us: "Please choose one workbook", zh_cn: "请选择一个工作簿文件" },
  "imports.notAWorkbook": {
    en_us: "This is not an Excel, ODS or CSV file: save the table as .xlsx and choose that file",
    zh_cn: "文件不是 Excel、ODS 或 CSV 表格，请另存为 .xlsx 后重新选择",
  },
  "imports.encrypted": {
    en_us: "This workbook has a password: save it without one",
    zh_cn: "工作簿设有密码，请取消后重新选择",
  },
  "imports.damaged": {
    en_us: "This workbook is damaged: save it as a new file in Excel",
    zh_cn: "工作簿已损坏，请用 Excel 另存为新文件",
  },
  "imports.tooLarge": {
    en_us: "A workbook can be at most 10 MB: split the rows into several files",
    zh_cn: "文件不能超过 10MB，请拆分为多个文件",
  },
  "imports.unpacksTooLarge": {
    en_us: "This workbook is too large once unpacked: copy the rows into the template",
    zh_cn: "工作簿解压后过大，请将数据行复制到模板中",
  },
  "imports.tooManyRows": {
    en_us: "You can import at most 100,000 rows at once: split them into several files",
    zh_cn: "一次最多导入 10 万行，请拆分为多个文件",
  },
  "imports.noRows": {
    en_us: "There are no rows below the headers: fill in the template and choose it again",
    zh_cn: "表头下没有数据，请填写模板后重新选择",
  },
  "imports.formula": {
    en_us: "A cell contains a formula: copy the cells, paste them as values and save",
    zh_cn: "单元格含有公式，请复制后以“值”粘贴并保存",
  },
  "imports.mergedCells": {
    en_us: "Cells are merged: unmerge them and fill in each one",
    zh_cn: "存在合并单元格，请取消合并并逐格填写",
  },
  "imports.wrongColumns": {
    en_us: "The columns differ from the template: use the template's headers unchanged",
    zh_cn: "列与模板不一致，请使用模板中的表头",
  },
  "imports.cellWithoutHeader": {
    en_us: "A cell has no header: add one from the template, or clear the cell",
    zh_cn: "单元格所在列没有表头，请补上模板中的表头或清空该单元格",
  },
  "imports.errorCell": {
    en_us: "A cell contains an error such as #N/A: enter its value",
    zh_cn: "单元格为 #N/A 等错误值，请填写实际内容",
  },
  "imports.tooHeavy": {
    en_us: "This workbook takes too long to read: copy the rows into the template",
    zh_cn: "读取工作簿耗时过长，请将数据行复制到模板中",
  },
  "imports.cellRequired": { en_us: "This cell must be filled in", zh_cn: "此单元格必填" },
  "imports.notWhole": { en_us: "Enter a whole number, digits only", zh_cn: "请填写整数，不带其他符号" },
  "imports.notANumber": { en_us: "Enter a number, such as 8.5", zh_cn: "请填写数字，如 8.5" },
  "imports.outOfRange": { en_us: "This number is too small or too large", zh_cn: "数值超出允许范围" },
  "imports.notADate": {
    en_us: "Enter the date as year-month-day, such as 2026-06-30",
    zh_cn: "请按年-月-日填写日期，如 2026-06-30",
  },
  "imports.notAChoice": {
    en_us: "Enter one of the values listed in the template's notes",
    zh_cn: "请填写模板“说明”中列出的值",
  },
  "imports.cellTooLong": { en_us: "This text is too long: shorten it", zh_cn: "内容过长，请缩短" },
  "imports.duplicateRow": {
    en_us: "This row repeats an earlier one: keep one of them",
    zh_cn: "与前面的行重复，请只保留一行",
  },
  "imports.hasProblems": {
    en_us: "Some rows have problems: correct the file, or post without those rows",
    zh_cn: "部分行有问题，请修改文件，或跳过这些行再提交",
  },
  "imports.nothingToPost": {
    en_us: "No row can be posted: correct the file and choose it again",
    zh_cn: "没有可提交的行，请修改文件后重新选择",
  },
  "imports.discarded": { en_us: "This import was discarded: choose the file again", zh_cn: "该导入已取消，请重新选择文件" },
  "imports.posted": { en_us: "This import is already posted", zh_cn: "该导入已提交" },

  "scanning.pinShape": { en_us: "A PIN has 4 to 8 digits", zh_cn: "PIN 须为 4 至 8 位数字" },
  "scanning.pinTrivial": {
    en_us: "Too easy to guess: use at least three different digits, not a sequence",
    zh_cn: "PIN 过于简单，请至少用三个不同的数字，且不要连续",
  },
  "scanning.pinsDiffer": { en_us: "The two entered PINs do not match", zh_cn: "两次输入的 PIN 不一致" },
  "scanning.wrongPin": { en_us: "This PIN or badge is wrong, please try again", zh_cn: "PIN 或工牌不正确，请重试" },
  "scanning.pinLocked": {
    en_us: "PIN and badge are locked after too many attempts, please log in with your password",
    zh_cn: "输错次数过多，PIN 和工牌已锁定，请用密码登录",
  },
  "scanning.notOnDevice": {
    en_us: "This person has not logged in on this device yet: log in with the password once",
    zh_cn: "此人尚未在本设备登录过，请先用密码登录一次",
  },
  "scanning.notPermitted": {
    en_us: "This person does not have the right to do this work: ask your administrator",
    zh_cn: "此人没有这项工作的权限，请联系管理员",
  },
  "scanning.alreadyYou": { en_us: "You are already the current user", zh_cn: "当前操作人就是您本人" },
  "scanning.passwordWrong": { en_us: "This is not your password", zh_cn: "登录密码不正确" },
  "scanning.pinShort": {
    en_us: "The PIN of a supplier's administrator has 6 to 8 digits",
    zh_cn: "供应商管理员的 PIN 须为 6 至 8 位数字",
  },

  "warehouses.nameTaken": { en_us: "Another warehouse has this name: choose another", zh_cn: "已有同名仓库，请换一个名称" },
  "warehouses.codeTaken": { en_us: "Another warehouse has this code: choose another", zh_cn: "该仓库编码已被使用，请换一个" },
  "warehouses.codeShape": {
    en_us: "A code has 1 to 12 capital letters or digits",
    zh_cn: "仓库编码须为 1 至 12 位大写字母或数字",
  },
  "warehouses.nameRequired": { en_us: "Please enter a name", zh_cn: "请输入名称" },
  "warehouses.timeZoneUnknown": {
    en_us: "This time zone does not exist: enter one such as Asia/Shanghai",
    zh_cn: "没有这个时区，请填写如 Asia/Shanghai 的名称",
  },
  "warehouses.partitionCodeTaken": {
    en_us: "This warehouse already has a partition with this code: choose another",
    zh_cn: "本仓库已有该编码的库区，请换一个",
  },
  "warehouses.shelfCodeTaken": {
    en_us: "This warehouse already has a shelf with this code: choose another",
    zh_cn: "本仓库已有该编码的货架，请换一个",
  },
  "warehouses.placeCodeShape": {
    en_us: "A code has 1 to 20 letters, digits or - . _ /",
    zh_cn: "编码须为 1 至 20 位字母、数字或 - . _ /",
  },
  "warehouses.barcodeTaken": {
    en_us: "Another location of your company has this barcode: choose another",
    zh_cn: "该条码已被其他库位使用，请换一个",
  },
  "warehouses.barcodeShape": {
    en_us: "A barcode has 1 to 40 letters, digits or symbols, without spaces",
    zh_cn: "条码须为 1 至 40 位字母、数字或符号，不含空格",
  },
  "warehouses.partitionHasShelves": {
    en_us: "This partition has shelves: delete them first",
    zh_cn: "该库区内还有货架，请先删除货架",
  },
  "warehouses.shelfHasLocations": {
    en_us: "This shelf has locations: delete them first",
    zh_cn: "该货架上还有库位，请先删除库位",
  },
  "warehouses.locationHasStock": { en_us: "This location holds goods: move them first", zh_cn: "该库位有库存，请先移走" },
  "warehouses.locationHasHistory": {
    en_us: "This location has held goods and cannot be deleted: block it instead",
    zh_cn: "该库位有库存记录，不能删除，可改为停用",
  },
  "warehouses.slotOfWall": { en_us: "This is a slot of a sort wall: it changes with its wall", zh_cn: "这是播种墙的格口，请修改播种墙" },
  "warehouses.floorLocationStays": {
    en_us: "A warehouse needs one location each for receiving, packing and damaged goods",
    zh_cn: "仓库须各保留一个收货、打包和残损库位",
  },
  "warehouses.reasonRequired": { en_us: "Please enter a reason", zh_cn: "请填写原因" },
  "warehouses.hasStock": { en_us: "This warehouse holds goods: move them first", zh_cn: "仓库内还有库存，请先移走" },
  "warehouses.hasReceipts": {
    en_us: "This warehouse has receipts in progress: finish them first",
    zh_cn: "仓库还有未完成的入库单，请先处理",
  },
  "warehouses.closed": { en_us: "This warehouse is closed", zh_cn: "该仓库已关闭" },
  "warehouses.tooManyLocations": {
    en_us: "You can generate at most 20,000 locations at once: do it in parts",
    zh_cn: "一次最多生成 20,000 个库位，请分批生成",
  },
  "warehouses.patternMisses": {
    en_us: "Two locations would get the same barcode: the pattern lacks a part that has several values",
    zh_cn: "会产生重复条码：有多个取值的部分都须写入规则",
  },
  "warehouses.partitionsShape": {
    en_us: "Enter partitions as A, as A, B, C or as A..F, at most 50",
    zh_cn: "库区可写作 A、A, B, C 或 A..F，最多 50 个",
  },
  "warehouses.outsideMap": {
    en_us: "This would be more than 2 km wide or deep: check the dimensions",
    zh_cn: "超出 2 公里范围，请检查尺寸",
  },
  "warehouses.nothingToPrint": { en_us: "There are no locations to print labels for", zh_cn: "没有可打印标签的库位" },
  "warehouses.tooManyLabels": {
    en_us: "One file holds at most 2,000 labels: choose fewer locations",
    zh_cn: "一个文件最多 2,000 张标签，请减少库位",
  },
  "warehouses.warehouseUnknown": {
    en_us: "No warehouse has this name: check the spelling",
    zh_cn: "没有这个名称的仓库，请核对名称",
  },
  "warehouses.shelfElsewhere": {
    en_us: "This shelf is in another partition of the warehouse: enter that partition",
    zh_cn: "该货架属于本仓库的其他库区，请填写其所在库区",
  },
  "warehouses.rangeShape": { en_us: "The last number is smaller than the first", zh_cn: "结束编号小于起始编号" },
  "warehouses.strategyTwice": {
    en_us: "Two wave strategies have the same name: rename one",
    zh_cn: "波次策略名称重复，请修改其中一个",
  },
} as const satisfies Record<string, Texts>;
