import type { SearchDocument } from "../../packages/core/src/search/search-document.ts";
import type { Collection } from "./question.ts";

/**
 * Subjects with their English and Chinese keywords, and a question in each language. Entries are written in one language with keywords in both,
 * as writers are asked to do, and asked for in the other. Our own text.
 */
const SUBJECTS = `
canary rollout|灰度发布|how does the canary rollout go|灰度发布怎么走
feature flag|功能开关|who may flip a feature flag|谁能打开功能开关
load balancer|负载均衡|where does the load balancer run|负载均衡部署在哪
rate limiting|速率限制|what is our rate limiting threshold|速率限制的阈值是多少
dark mode|深色模式|do we ship dark mode|深色模式要不要做
onboarding|入职引导|what happens at onboarding|入职引导包括什么
quarterly review|季度考核|when is the quarterly review|季度考核什么时候进行
parental leave|育儿假|how long is parental leave|育儿假有多长
travel expenses|差旅报销|how are travel expenses claimed|差旅报销怎么申请
spare keys|备用钥匙|who keeps the spare keys|备用钥匙在谁手里
fire drill|消防演练|when was the fire drill|消防演练是哪一天
coffee machine|咖啡机|who cleans the coffee machine|咖啡机由谁清洗
parking space|停车位|can visitors use a parking space|访客能用停车位吗
meeting minutes|会议纪要|where do meeting minutes go|会议纪要放在哪里
hiring freeze|招聘冻结|until when is the hiring freeze|招聘冻结到什么时候
data warehouse|数据仓库|who owns the data warehouse|数据仓库归谁管
message broker|消息中间件|which message broker do we run|消息中间件用的是哪个
object storage|对象存储|where is the object storage|对象存储放在哪个区
disaster drill|容灾演练|how often is the disaster drill|容灾演练多久做一次
penetration test|渗透测试|who runs the penetration test|渗透测试由谁做
open source|开源|may we publish open source|我们可以开源吗
code owner|代码所有者|who is the code owner|代码所有者是谁
style guide|书写规范|what does the style guide forbid|书写规范禁止什么
error budget|错误预算|how large is the error budget|错误预算有多大
cold start|冷启动|what is the limit for a cold start|冷启动的上限是多少
blue green|蓝绿部署|do we deploy blue green|是不是蓝绿部署
feature freeze|功能冻结|when does the feature freeze begin|功能冻结何时开始
lunch break|午休|how long is the lunch break|午休有多长
birthday cake|生日蛋糕|who orders the birthday cake|生日蛋糕谁来订
vegetarian menu|素食菜单|is there a vegetarian menu|有没有素食菜单
peanut allergy|花生过敏|who has a peanut allergy|谁对花生过敏
night train|夜班火车|which night train is best|坐哪趟夜班火车
piano lesson|钢琴课|when is the piano lesson|钢琴课是什么时候
swimming pool|游泳池|when does the swimming pool open|游泳池几点开
garden tools|园艺工具|where are the garden tools|园艺工具在哪
spring festival|春节|are we closed at spring festival|春节放假吗
exchange rate|汇率|which exchange rate do invoices use|发票用哪个汇率
customs declaration|报关单|who signs the customs declaration|报关单谁来签
cold chain|冷链|which goods need the cold chain|哪些货要走冷链
return address|退货地址|what is the return address|退货地址是什么
`
  .trim()
  .split("\n")
  .map((line) => line.split("|"));

/**
 * Entries in one language and questions in the other: one collection in each direction. `withKeywords` gives the entries keywords in both
 * languages.
 */
export function bilingualEntries(withKeywords: boolean): readonly Collection[] {
  const nothing = {
    description: "",
    author: null,
    savedAt: null,
    thread: null,
    position: 0,
    supersededBy: null,
  };
  const collect = (
    name: string,
    make: (subject: readonly string[], id: string) => readonly [SearchDocument, string],
  ): Collection => {
    const pairs = SUBJECTS.map((subject, index) => make(subject, `${name}-${index}`));
    return {
      name,
      documents: pairs.map(([document]) => document),
      questions: pairs.map(([{ id }, query]) => ({ query, gold: [id], category: name, forbidden: [] })),
    };
  };
  return [
    collect("asked in Chinese", ([english = "", chinese = "", , asked = ""], id) => [
      {
        id,
        name: english,
        keywords: withKeywords ? [english, chinese] : [],
        content: `Agreed in the team: ${english}, see the notes.`,
        ...nothing,
      },
      asked,
    ]),
    collect("asked in English", ([english = "", chinese = "", asked = ""], id) => [
      {
        id,
        name: chinese,
        keywords: withKeywords ? [english, chinese] : [],
        content: `团队已经商定：${chinese}，详见记录。`,
        ...nothing,
      },
      asked,
    ]),
  ];
}
