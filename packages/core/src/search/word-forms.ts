import { porterStem } from "./porter-stem.ts";

/** Function words of English, which say nothing about the subject of a text. */
const ENGLISH_STOP_WORDS = `
a an the this that these those is are was were be been being am do does did doing done have has had having i me my mine myself we us our ours
you your yours he him his himself she her hers herself it its itself they them their theirs themselves what which who whom whose when where why
how and or but if then than so as of at by for with about to from in on into out up down off over under again further once here there all any
both each few more most other some such no nor not only own same too very can will just should now would could shall may might must also during
while after before because until between through against
`;

/** Words of Chinese with the same role. Pairs of characters that touch one of the particles below count only as a word. */
const CHINESE_STOP_WORDS = `
什么 怎么 怎样 如何 哪些 哪个 哪里 哪儿 为什么 为何 是否 多少 我们 你们 他们 她们 它们 咱们 自己 这个 那个 这些 那些 这样 那样 这里 那里 一个 一些 一下 可以 应该 需要
已经 曾经 还是 或者 以及 因为 所以 但是 如果 的话 就是 不是 没有 关于 对于 时候 现在 是什么 有什么 什么样 记得
`;
const CHINESE_PARTICLES =
  "的了是吗呢吧啊呀么着过地得之我你您他她它这那哪有在和与及或就都也还又被把给对从向到让为以于请问";

/** Words that people use about anything: sharing one says little about whether a text answers a question. */
const GENERAL_WORDS = `
one two three four five six seven eight nine ten first second third last next go come get take give make do put say tell show see look find
know think want need try use help work write read explain describe list name call keep let start stop end begin continue change turn move set
thing way time day week month year long short little big small good great nice bad new old right wrong yes ok okay please thank thanks sure
well also maybe still already always never often again back much many lot kind sort type part place people word line number point idea plan
rewrite summarize suggest recommend translate compose compare convert create generate define mean check count choose pick prepare invent imagine
question answer example text user like long high low full whole same different difference better best easy hard simple possible important
解释 总结 翻译 改写 比较 建议 回答 之前 之后 以前 以后 看到 先 推荐 介绍 知道 觉得 写 说 看 想 做 来 去 用 给 请 帮 帮我 帮忙 讲 列出 直接 继续 谢谢 你好 今天 下一步 名字 事情 东西 方法 问题 重新 一次 一遍 用户 使用 多久
`;

/** Irregular forms of common English words, as `form:base`. The regular ones are the stemmer's. */
const IRREGULAR_FORMS = `
went:go gone:go bought:buy made:make took:take taken:take gave:give given:give got:get gotten:get came:come saw:see seen:see knew:know
known:know thought:think told:tell said:say found:find felt:feel left:leave kept:keep began:begin begun:begin wrote:write written:write ran:run
won:win lost:lose met:meet ate:eat eaten:eat drank:drink drove:drive driven:drive flew:fly flown:fly grew:grow grown:grow taught:teach
caught:catch brought:bring built:build sent:send spent:spend spoke:speak spoken:speak stood:stand swam:swim sang:sing sung:sing sold:sell
slept:sleep wore:wear worn:wear held:hold heard:hear chose:choose chosen:choose broke:break broken:break fell:fall fallen:fall forgot:forget
forgotten:forget became:become led:lead paid:pay rode:ride ridden:ride rose:rise risen:rise shot:shoot shown:show threw:throw thrown:throw
understood:understand woke:wake children:child kids:child kid:child mice:mouse men:man women:woman people:person wives:wife lives:life
better:good best:good worse:bad worst:bad mom:mother mum:mother dad:father pic:photo pics:photo picture:photo pictures:photo photograph:photo
photographs:photo movie:film movies:film
`;

const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** Returns true for a word that says nothing about the subject of a text. Expects lower case and simplified characters. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Returns true for a Chinese character that is mostly grammar. */
export function isParticle(character: string): boolean {
  return PARTICLES.has(character);
}

/** Returns the base form of an irregular English form; other words are returned as they are. Expects lower case. */
export function baseForm(word: string): string {
  return FORMS.get(word) ?? word;
}

/** Returns true for a stem that is used about anything. Stop words are not among them. */
export function isGeneralWord(word: string): boolean {
  return GENERAL.has(word);
}

const STOP_WORDS: ReadonlySet<string> = new Set([...words(ENGLISH_STOP_WORDS), ...words(CHINESE_STOP_WORDS)]);
const GENERAL: ReadonlySet<string> = new Set(words(GENERAL_WORDS).map(porterStem));
const PARTICLES: ReadonlySet<string> = new Set(CHINESE_PARTICLES);
const FORMS: ReadonlyMap<string, string> = new Map(
  words(IRREGULAR_FORMS).map((pair) => {
    const [form = "", base = ""] = pair.split(":");
    return [form, base];
  }),
);
