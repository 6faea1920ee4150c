/**
 * Where characters stand in Unicode whose left or main part was simplified in China alone: 讠, 纟, 贝, 车, 钅, 门, 马 and
 * their like. None of them is among the characters of JIS X 0208, which Japanese texts and dictionaries keep to.
 */
const simplifiedParts =
  "\u7ea0-\u7f35\u89c1-\u89d1\u8ba0-\u8c36\u8d1d-\u8d5c\u8f66-\u8f9a\u9485-\u9576\u95e8-\u961b\u97e6-\u97ec" +
  "\u9875-\u98a5\u98ce-\u98da\u9963-\u9995\u9a6c-\u9aa7\u9c7c-\u9ce3\u9e1f-\u9e74\u9f80-\u9f8c";

/** Other frequent ones, in simplified or in traditional texts. JIS X 0208 has none of them either. */
const frequent =
  "你您她们吗嗎吧呢么啊哎啦哪咱嘿哟这說还岁爱汉发欢现电为时东书买卖边进远过办帮报备变标补产" +
  "长场尝处传创达带单导邓敌动队夺尔恶奋丰凤复妇赶刚岗够巩惯归柜环换唤获击积极际艰检减举剧开凯块宽扩垃蜡兰蓝栏" +
  "乐类厉历丽连联脸两疗辽邻临灵岭刘龙陆虑录伦罗妈迈满灭亩难脑恼拟宁农盘跑扑奶齐岂启迁签强墙桥亲庆穷权劝确扰热" +
  "荣杀伤摄胜圣师狮实势适术树帅丝虽孙态坛叹汤头图团违卫稳务雾牺习戏虾吓显险县乡响晓协兴选压亚严盐艳阳养样摇药" +
  "爷业仪亿忆艺义异应营赢拥优忧邮园员圆跃运杂灾赞脏择则泽战张涨赵阵职执种众专总咖啡躺趟踢偷瞧" +
  "嘅咗哋喺嚟嗰啲冇佢";

/** Those that JIS X 0208 has, too: in Japanese they are rare, in names such as 對馬 or in texts from before 1946. */
const alsoJapanese = "它們麼荐很這對从听个唔";

/** Source of a regular expression for a character that Chinese texts are full of, and Japanese ones hardly have. */
export const chineseOnly = `[${simplifiedParts}${frequent}${alsoJapanese}]`;

/** Source of one for a character that is Chinese in a Japanese text, too; 對 of 對馬さん isn't, whose row kana join. */
export const chineseInJapanese = (kana: string): string =>
  `(?:[${simplifiedParts}${frequent}]|` +
  `(?=[${alsoJapanese}])(?<!${kana}\\p{Script=Han}{0,8}).(?!\\p{Script=Han}{0,8}${kana}))`;
