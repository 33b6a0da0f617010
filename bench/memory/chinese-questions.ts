import { passage, type Collection, type Question } from "./question.ts";
import { seededRandom } from "./seeded-random.ts";

const PEOPLE = 40;
const SURNAMES = "王李张刘陈杨赵黄周吴徐孙马朱胡郭何林高罗";
const GIVEN = "晓明晓红志强丽华建国雪梅文博雨桐浩然思远婉清子轩梦瑶俊杰".match(/../gu) ?? [];

/** Simplified characters of the questions and their traditional forms, as they are asked in Taiwan and Hong Kong. */
const SIMPLIFIED =
  "张刘陈杨赵黄吴孙马罗晓红强丽华国远轩梦会议时间买书学习养宠叫么欢电话车号门业级龄医师课点开过里这个还记爱岁边";
const TRADITIONAL =
  "張劉陳楊趙黃吳孫馬羅曉紅強麗華國遠軒夢會議時間買書學習養寵叫麼歡電話車號門業級齡醫師課點開過裡這個還記愛歲邊";

type Fact = {
  readonly values: readonly string[];
  /** The passage, which names the person and the value among other things. */
  readonly told: (person: string, value: string) => string;
  readonly asked: (person: string) => string;
};

const FACTS: readonly Fact[] = [
  {
    values: ["布偶猫", "柯基犬", "巴西龟", "仓鼠", "虎皮鹦鹉", "垂耳兔"],
    told: (person, value) =>
      `周末在公园碰到${person}，聊了很久家常。原来家里养了一只${value}，每天下班都要先陪它玩一会儿。`,
    asked: (person) => `请问你还记得${person}养的宠物是什么吗？`,
  },
  {
    values: ["三号楼会议室", "东门咖啡店", "图书馆四层", "南区食堂", "实验楼大厅", "西侧露台"],
    told: (person, value) =>
      `项目例会的地点又换了，这个季度由${person}主持，大家直接到${value}集合，带上自己的电脑。`,
    asked: (person) => `${person}主持的会议在哪里开？`,
  },
  {
    values: ["小提琴", "古筝", "架子鼓", "萨克斯", "二胡", "长笛"],
    told: (person, value) =>
      `年会的节目单定下来了，压轴的是${person}，据说从小学习${value}，已经练了十几年。`,
    asked: (person) => `${person}从小学习的乐器是哪一种？`,
  },
  {
    values: ["花生", "海鲜", "花粉", "牛奶", "青霉素", "芒果"],
    told: (person, value) =>
      `订餐的时候要留意，${person}对${value}过敏，上次聚餐差点进了医院，务必提前告诉餐厅。`,
    asked: (person) => `点菜的时候${person}有什么需要避开的，对什么过敏？`,
  },
  {
    values: ["厦门", "成都", "哈尔滨", "昆明", "青岛", "桂林"],
    told: (person, value) =>
      `休假安排收到了，${person}准备带父母去${value}住一个星期，期间的工作由同组的同事代理。`,
    asked: (person) => `${person}休假打算去哪个城市？`,
  },
  {
    values: ["骑自行车", "坐地铁", "开车", "走路", "坐班车", "骑电动车"],
    told: (person, value) => `关于上下班的调查结果出来了，${person}每天${value}通勤，路上大约需要四十分钟。`,
    asked: (person) => `${person}平时怎么上下班通勤？`,
  },
  {
    values: ["数据平台", "支付网关", "推荐系统", "客服后台", "物流调度", "风控引擎"],
    told: (person, value) =>
      `组织调整之后，${person}改为负责${value}，原来的模块已经交接完毕，文档也更新了。`,
    asked: (person) => `现在${person}负责的是哪个模块？`,
  },
  {
    values: ["五月二日", "六月十八日", "九月三十日", "十月十二日", "十一月五日", "三月二十一日"],
    told: (person, value) =>
      `人事那边登记了大家的生日，${person}的是${toDigits(value)}，到时候记得准备蛋糕和贺卡。`,
    asked: (person) => `${person}的生日是几月几日？`,
  },
];

const DIGITS = "一二三四五六七八九";

function toDigits(date: string): string {
  return date.replaceAll(/[一二三四五六七八九十]+/gu, (number) => {
    const [tens = "", ones = ""] = number.includes("十") ? number.split("十") : ["", number];
    const ten = number.includes("十") ? Math.max(1, DIGITS.indexOf(tens) + 1) : 0;
    return String(ten * 10 + DIGITS.indexOf(ones) + (ones === "" ? 1 : 1) - (ones === "" ? 1 : 0));
  });
}

function toTraditional(text: string): string {
  return text.replaceAll(/./gu, (character) => {
    const at = SIMPLIFIED.indexOf(character);
    return at === -1 ? character : TRADITIONAL.charAt(at);
  });
}

/**
 * Makes passages about people and a question for each, the same for the same seed. Every passage shares its wording with those about other
 * people, and names recur in parts, so that only all parts of a question together lead to its passage. Every third question is asked in
 * traditional characters.
 */
export function chineseQuestions(seed: number): Collection {
  const random = seededRandom(seed);
  const pick = <Value>(values: ArrayLike<Value>): Value | undefined =>
    values[Math.floor(random() * values.length)];
  const people = new Set<string>();
  while (people.size < PEOPLE) people.add(`${pick(SURNAMES) ?? ""}${pick(GIVEN) ?? ""}`);
  const facts = [...people].flatMap((person, at) =>
    FACTS.map((fact, index) => ({ person, fact, id: `zh-${at}-${index}`, value: pick(fact.values) ?? "" })),
  );
  const questions = facts.map(({ person, fact, id }, index): Question => ({
    query: index % 3 === 0 ? toTraditional(fact.asked(person)) : fact.asked(person),
    gold: [id],
    category: index % 3 === 0 ? "traditional" : "simplified",
    forbidden: [],
  }));
  const documents = facts.map(({ person, fact, id, value }) => passage(id, fact.told(person, value)));
  return { name: "Chinese", documents, questions };
}
