/**
 * Things that a person says and later conversations need. A line is one template: type, what the person says, the name and the content that an
 * agent proposes, and five values for each slot. Labeled before the gates were tuned with them.
 */
export const DURABLE = `
user | Just so you know, I'm a vegetarian, no {a} for me please. | Diet | Vegetarian; does not eat {a}. | a=fish;eggs;gelatin;meat broth;seafood
user | I write mostly {a} at work and have never touched {b}. | Programming background | Writes {a} at work; has no experience with {b}. | a=Rust;Go;Kotlin;Elixir;C++ | b=React;Django;Terraform;Angular;Swift
user | I'm color-blind, so I can't tell {a} apart in charts. | Color vision | Color-blind: cannot tell {a} apart in charts. | a=red and green;green and brown;blue and purple;orange and green;red and brown
user | My working hours are {a}, please don't plan anything outside of them. | Working hours | Works {a}; nothing should be planned outside of these hours. | a=7 to 15 UTC;9 to 17 in Lisbon;10 to 18 in Oslo;8 to 16 in Toronto;12 to 20 in Delhi
user | I'm the {a} lead, so every {b} decision ends up with me. | Role | Leads {a} and decides about {b}. | a=payments;logistics;search;billing;data platform | b=refund;routing;ranking;invoice;schema
user | For the record, I'm allergic to {a}. | Allergy | Allergic to {a}. | a=peanuts;penicillin;latex;shellfish;bee stings
user | I live in {a} and commute to {b} twice a week. | Home and commute | Lives in {a}; commutes to {b} twice a week. | a=Utrecht;Ghent;Malmö;Graz;Lyon | b=Amsterdam;Brussels;Copenhagen;Vienna;Geneva
user | I speak {a} natively and read {b} well enough for documentation. | Languages | Native speaker of {a}; reads documentation in {b}. | a=Polish;Turkish;Hindi;Korean;Greek | b=German;English;French;Japanese;Spanish
user | My background is in {a}, so explain {b} from the ground up. | Background | Studied {a}; needs explanations of {b} from the ground up. | a=biology;law;music;chemistry;history | b=statistics;networking;compilers;cryptography;accounting
user | I use a screen reader, so describe {a} in words. | Screen reader | Uses a screen reader; {a} must be described in words. | a=diagrams;charts;screenshots;color codes;layouts
user | I'm on the on-call rota for {a} every other week. | On-call | Is on call for {a} every other week. | a=the API gateway;storage;the mail relay;the mobile backend;checkout
user | Please call me {a}, nobody uses my full name. | Form of address | Wants to be called {a}. | a=Sam;Bea;Lex;Toni;Max
user | I keep kosher, so suggest {a} restaurants accordingly. | Kosher | Keeps kosher; suggestions for {a} must respect that. | a=lunch;dinner;travel;catering;team event
feedback | Please answer in {a}, even when I ask in English. | Language of answers | Rule: Answer in {a}, even to questions in English. Why: The person asked for it. How to apply: Every answer. | a=German;French;Dutch;Italian;Portuguese
feedback | From now on give me {a} first and the explanation after it. | Order of answers | Rule: Give {a} first, then the explanation. Why: The person wants the result at once. How to apply: Every answer. | a=the command;the number;the verdict;the final code;the recommendation
feedback | Stop using {a} in the reports you write for me. | Style of reports | Rule: No {a} in reports. Why: The person does not want them. How to apply: All reports. | a=bullet lists;exclamation marks;emoji;passive sentences;footnotes
feedback | Always state {a} with two decimals, our accountants insist on it. | Decimals | Rule: State {a} with two decimals. Why: The accountants insist on it. How to apply: All tables and reports. | a=prices;exchange rates;hours;fees;margins
feedback | Never push to {a} without asking me, we had an outage because of that. | Pushing | Rule: Never push to {a} without asking. Why: It caused an outage. How to apply: Before every push. | a=the release branch;production;the shared fork;the vendor mirror;the demo environment
feedback | When you write tests for {a}, don't use mocks, I want the real thing. | Tests without mocks | Rule: Tests of {a} use no mocks. Why: The person wants the real thing tested. How to apply: All tests of it. | a=the importer;the scheduler;the mailer;the tax module;the uploader
feedback | Keep summaries to {a}, I read them on my phone. | Length of summaries | Rule: Summaries have at most {a}. Why: They are read on a phone. How to apply: Every summary. | a=three sentences;five lines;fifty words;one paragraph;four points
feedback | I prefer {a} over {b} in every example you show. | Examples | Rule: Examples use {a}, not {b}. Why: The person prefers it. How to apply: Every example. | a=async functions;metric units;British spelling;tabs;pnpm | b=callbacks;imperial units;American spelling;spaces;yarn
feedback | Please quote {a} whenever you make a claim about the contract. | Evidence | Rule: Quote {a} for claims about the contract. Why: Claims must be checkable. How to apply: Each claim about the contract. | a=the clause number;the page;the exact sentence;the annex;the signing date
feedback | Don't apologize, just fix {a} and tell me what was wrong. | No apologies | Rule: No apologies; fix {a} and say what was wrong. Why: Apologies take time. How to apply: After every mistake. | a=the query;the layout;the totals;the wording;the script
feedback | In pull requests list {a} at the top, reviewers look for it. | Pull requests | Rule: Pull requests list {a} at the top. Why: Reviewers look for it. How to apply: Every pull request. | a=the risk;the migration steps;the ticket;the screenshots;the rollback plan
feedback | Use {a} for dates in everything customers see. | Format of dates | Rule: Dates in {a} in everything customers see. Why: Customers expect it. How to apply: Letters, pages and invoices. | a=day-month-year;ISO form;the long form;US order;the Japanese calendar
feedback | Ask me before you install {a}, security has to approve it. | Installing | Rule: Ask before installing {a}. Why: Security has to approve it. How to apply: Before any installation. | a=a package;a browser extension;a driver;a certificate;a font
project | The migration to {a} is frozen until 2027-02-15 because of the audit. | Freeze of the migration | Rule: The migration to {a} is frozen until 2027-02-15. Why: An audit is under way. How to apply: Plan no changes to it before. | a=Kafka;Oracle 23;the new ledger;Kubernetes;the EU region
project | We chose {a} over {b} because our team already runs it. | Choice of {a} | Rule: We use {a}, not {b}. Why: The team already runs it. How to apply: New services use it too. | a=PostgreSQL;RabbitMQ;Grafana;Nomad;Redis | b=MongoDB;NATS;Datadog;Kubernetes;Memcached
project | Release {a} goes out on 2026-12-08 and marketing has announced it already. | Release {a} | Rule: Release {a} goes out on 2026-12-08. Why: Marketing has announced the day. How to apply: Features that are not done by then wait. | a=4.2;7.0;2026.4;Falcon;11.3
project | The {a} team owns the login page, so changes there need their review. | Owner of the login page | Rule: Changes of the login page need a review of the {a} team. Why: They own it. How to apply: Request it for each change there. | a=identity;growth;trust;core;accounts
project | Because of the works council we may not store {a} of employees. | Data of employees | Rule: Do not store {a} of employees. Why: The works council forbids it. How to apply: All new tables and exports. | a=locations;birthdays;photos;login times;sick days
project | The customer {a} pays for uptime of 99.9 %, so we have no maintenance in their daytime. | Uptime of {a} | Rule: No maintenance in the daytime of {a}. Why: They pay for an uptime of 99.9 %. How to apply: Schedule it for their night. | a=Northwind;Contoso;Brightwell;Ostermann;Lakeside
project | We dropped support for {a} on 2026-10-01 since nobody used it. | Support of {a} | Rule: {a} is not supported since 2026-10-01. Why: Nobody used it. How to apply: New code need not handle it. | a=Windows 10;the SOAP API;XML exports;Python 3.9;fax orders
project | Our budget for {a} is 40,000 euros until 2027-06-30, more needs the board. | Budget for {a} | Rule: The budget for {a} is 40,000 euros until 2027-06-30. Why: More needs the board. How to apply: Warn before plans exceed it. | a=the pilot;consultants;licenses;the trade fair;translations
project | Legal wants {a} to stay in the EU, that's why we host in Frankfurt. | Place of {a} | Rule: {a} stay in the EU. Why: Legal requires it. How to apply: Host in Frankfurt only. | a=patient files;invoices;chat logs;backups;voice recordings
project | Every {a} is reviewed by two people since the incident of 2026-09-14. | Two reviews | Rule: Every {a} is reviewed by two people. Why: The incident of 2026-09-14. How to apply: Ask a second person before it is merged. | a=schema change;firewall rule;price change;contract text;alert rule
project | The pump in hall {a} must not run above {b} bar, the seal is worn. | Pump in hall {a} | Rule: The pump in hall {a} stays below {b} bar. Why: Its seal is worn. How to apply: All settings of that pump. | a=3;7;12;B;north | b=4;6;8;2.5;5
project | We name services after {a} so that on-call people recognize them. | Names of services | Rule: Services are named after {a}. Why: On-call people recognize them. How to apply: Every new service. | a=rivers;minerals;birds;cities;planets
reference | Our {a} is kept in the wiki space "{b}", look there first. | Where the {a} is | The {a} is in the wiki space "{b}". | a=style guide;price list;incident handbook;glossary;brand book | b=Writing;Sales;Operations;Terms;Design
reference | Tickets about {a} are tracked on the board called {b}. | Board for {a} | Tickets about {a} are on the board {b}. | a=invoices;hardware;translations;onboarding;accessibility | b=FIN;LAB;L10N;PEOPLE;A11Y
reference | The dashboard of {a} is the one named "{b}" in Grafana. | Dashboard of {a} | The Grafana dashboard "{b}" shows {a}. | a=checkout latency;queue depth;battery state;ad spend;cold chain | b=Shop overview;Broker;Fleet;Campaigns;Freezers
reference | Ask {a} about the tax rules, they wrote all of it. | Contact for tax rules | {a} knows the tax rules and wrote them. | a=Priya in finance;the Basel office;our auditor Keller;Noor from compliance;the payroll desk
reference | The contract with {a} lies in the legal archive under number {b}. | Contract with {a} | The contract with {a} is number {b} in the legal archive. | a=Fabrikam;Tailspin;Adatum;Litware;Proseware | b=2231;0417;8850;1190;6302
reference | Design tokens come from the Figma library {a}, not from the code. | Design tokens | Design tokens are defined in the Figma library {a}. | a=Aurora;Basalt;Cobalt;Dune;Ember
reference | If {a} fails, the vendor's status page is the place to look. | Status of {a} | The status page of the vendor shows whether {a} works. | a=the card terminal;the SMS gateway;the map service;the e-signature;the fax bridge
user | 我吃素,不吃{a}。 | 饮食 | 用户吃素,不吃{a}。 | a=鱼;鸡蛋;海鲜;牛肉;猪油
user | 我平时写{a},从来没用过{b}。 | 编程背景 | 平时写{a},没有{b}的经验。 | a=Java;Go;C#;Ruby;Scala | b=前端;机器学习;嵌入式;区块链;汇编
user | 我在{a}工作,家住{b}。 | 工作和住处 | 在{a}工作,住在{b}。 | a=浦东;海淀;南山;江宁;高新区 | b=徐汇;昌平;龙华;鼓楼;双流
user | 我对{a}过敏,点餐的时候要注意。 | 过敏 | 用户对{a}过敏。 | a=花生;芒果;牛奶;虾;小麦
user | 我负责{a},有关的决定最后都要我批。 | 职责 | 用户负责{a},有关的决定由其批准。 | a=采购;仓库排班;门店改造;供应商结算;数据治理
user | 我是{a}出身,讲{b}请从头讲起。 | 背景 | 用户学的是{a},讲{b}要从头讲起。 | a=法律;中文;会计;护理;土木 | b=统计;网络;数据库;算法;加密
user | 叫我{a}就行,别叫全名。 | 称呼 | 用户希望被称为{a}。 | a=小林;阿杰;老周;苗苗;大刘
user | 我左眼看不清,图表里的{a}请写大一点。 | 视力 | 用户左眼看不清,图表中的{a}要写大。 | a=数字;图例;标题;单位;注释
user | 我每周{a}都在客户现场,这天不要安排会议。 | 现场日 | 用户每周{a}在客户现场,这天不开会。 | a=一;二;三;四;五
user | 我会说{a},但看不懂{b}文档。 | 语言 | 用户会说{a},看不懂{b}文档。 | a=粤语;上海话;英语;韩语;俄语 | b=日文;德文;法文;英文;葡萄牙文
user | 我在学{a},已经学到{b}了。 | 学习进度 | 用户在学{a},学到{b}。 | a=吉他;日语;摄影;围棋;游泳 | b=第三册;中级;人像;定式;蝶泳
user | 我们家有两个孩子,{a}都要六点前下班。 | 家庭 | 用户有两个孩子,{a}六点前要下班。 | a=工作日;周一和周三;学期里;周五;每天
feedback | 以后回答先给{a},再解释原因。 | 回答顺序 | 规则:先给{a},再解释。原因:用户想先看到结果。如何适用:每次回答。 | a=结论;命令;数字;代码;建议
feedback | 给我的报告里不要用{a}。 | 报告风格 | 规则:报告里不用{a}。原因:用户不喜欢。如何适用:所有报告。 | a=感叹号;表情;英文缩写;长句;脚注
feedback | 金额一律用{a}表示,财务要求的。 | 金额单位 | 规则:金额用{a}表示。原因:财务要求。如何适用:所有表格和报告。 | a=万元;人民币元;美元;千元;欧元
feedback | 没问过我不要动{a},上次因为这个出过事故。 | 先问再动 | 规则:没有问过用户不要动{a}。原因:曾经因此出过事故。如何适用:每次改动之前。 | a=生产库;发布分支;计费配置;门禁系统;共享表格
feedback | 摘要控制在{a}以内,我在手机上看。 | 摘要长度 | 规则:摘要不超过{a}。原因:用户在手机上看。如何适用:每个摘要。 | a=三句话;一百字;五行;四点;一段
feedback | 写{a}的时候请用书面语,不要口语。 | 书面语 | 规则:写{a}用书面语。原因:用户要求正式。如何适用:所有{a}。 | a=邮件;公告;合同说明;招标文件;周报
feedback | 例子里请都用{a},不要用{b}。 | 例子 | 规则:例子用{a},不用{b}。原因:用户偏好。如何适用:每个例子。 | a=公制;繁体;异步写法;真实姓名;中文变量说明 | b=英制;简体;回调;化名;拼音
feedback | 改完{a}要告诉我改了哪些地方。 | 说明改动 | 规则:改完{a}要列出改动。原因:用户要核对。如何适用:每次修改。 | a=文案;报表;脚本;配置;合同
feedback | 不要道歉,直接把{a}改对。 | 不道歉 | 规则:不道歉,直接改对{a}。原因:用户嫌浪费时间。如何适用:出错之后。 | a=公式;译文;排版;查询;图表
feedback | 日期都写成{a},客户看得懂。 | 日期格式 | 规则:日期写成{a}。原因:客户习惯。如何适用:给客户的所有文件。 | a=年月日;农历加公历;斜杠形式;ISO 格式;中文大写
feedback | 翻译{a}的时候专有名词保留英文。 | 翻译 | 规则:翻译{a}时专有名词保留英文。原因:读者熟悉英文名。如何适用:所有译文。 | a=论文;手册;界面;新闻稿;课件
feedback | 装{a}之前先问我,安全部门要审批。 | 安装先问 | 规则:安装{a}之前先问。原因:安全部门要审批。如何适用:每次安装。 | a=软件包;插件;驱动;证书;字体
project | {a}的迁移在 2027-03-01 之前冻结,因为在审计。 | 迁移冻结 | 规则:{a}的迁移在 2027-03-01 之前冻结。原因:正在审计。如何适用:在此之前不安排改动。 | a=账务系统;会员库;消息队列;档案室;监控平台
project | 我们选了{a}没选{b},因为团队已经会用。 | 选用{a} | 规则:用{a},不用{b}。原因:团队已经会用。如何适用:新服务也用它。 | a=达梦;飞书;RocketMQ;Vue;MinIO | b=Oracle;钉钉;Kafka;Angular;OSS
project | {a}版本定在 2026-12-20 发布,市场部已经公布了。 | {a}版本发布 | 规则:{a}版本在 2026-12-20 发布。原因:市场部已公布。如何适用:赶不上的功能往后放。 | a=春节;三点零;企业;海外;青少年
project | 登录页归{a}组管,改动要他们审。 | 登录页归属 | 规则:登录页的改动要{a}组审。原因:归他们管。如何适用:每次改动都提审。 | a=账号;增长;安全;平台;基础
project | 按工会要求,不能保存员工的{a}。 | 员工数据 | 规则:不保存员工的{a}。原因:工会要求。如何适用:所有新表和导出。 | a=定位;生日;照片;打卡时间;病假记录
project | {a}客户买了 99.9% 的可用性,白天不能停机维护。 | {a}客户可用性 | 规则:{a}客户白天不停机维护。原因:合同写明 99.9% 可用性。如何适用:维护安排在夜里。 | a=宏远;长风;金桥;蓝海;同泰
project | 自 2026-10-01 起不再支持{a},没有人用了。 | 不再支持{a} | 规则:自 2026-10-01 起不支持{a}。原因:没有人用。如何适用:新代码不用考虑。 | a=传真下单;旧版接口;Win7;短信登录;XML 导出
project | {a}的预算到 2027-06-30 是四十万,超了要上会。 | {a}预算 | 规则:{a}的预算到 2027-06-30 为四十万。原因:超出要上会。如何适用:方案超出前提醒。 | a=试点;外包;展会;授权;培训
project | 法务要求{a}留在境内,所以用上海机房。 | {a}存放地 | 规则:{a}留在境内。原因:法务要求。如何适用:只用上海机房。 | a=病历;发票;聊天记录;备份;录音
project | 自 2026-09-14 的事故以后,{a}要两个人审。 | 双人审核 | 规则:{a}要两个人审。原因:2026-09-14 的事故。如何适用:合并前找第二个人。 | a=改表;防火墙规则;调价;合同文本;告警规则
project | {a}号车间的水泵不能超过{b}兆帕,密封旧了。 | {a}号车间水泵 | 规则:{a}号车间的水泵不超过{b}兆帕。原因:密封旧了。如何适用:这台泵的所有设置。 | a=三;七;十二;九;五 | b=0.4;0.6;0.8;0.25;0.5
project | 服务都用{a}命名,值班的人好认。 | 服务命名 | 规则:服务用{a}命名。原因:值班的人好认。如何适用:每个新服务。 | a=河流;矿石;鸟类;城市;星座
reference | {a}放在知识库的“{b}”空间,先去那里找。 | {a}的位置 | {a}在知识库的“{b}”空间。 | a=写作规范;价目表;应急手册;术语表;品牌手册 | b=写作;销售;运维;名词;设计
reference | {a}的工单在看板“{b}”上。 | {a}看板 | {a}的工单在看板“{b}”上。 | a=发票;硬件;翻译;入职;无障碍 | b=财务;实验室;本地化;人事;适老
reference | {a}看 Grafana 里叫“{b}”的那张图。 | {a}监控图 | Grafana 的“{b}”显示{a}。 | a=下单延迟;队列积压;电池状态;广告花费;冷链温度 | b=商城总览;消息中间件;车队;投放;冷库
reference | 税务规则问{a},都是他们写的。 | 税务联系人 | {a}熟悉税务规则,规则由其编写。 | a=财务部的何敏;审计的老钱;法规科;总账组;杭州分部
reference | 和{a}的合同在法务档案室,编号{b}。 | {a}合同 | 和{a}的合同在法务档案室,编号{b}。 | a=远大;新港;百川;恒信;启明 | b=2231;0417;8850;1190;6302
reference | 设计变量以 Figma 的{a}库为准。 | 设计变量 | 设计变量定义在 Figma 的{a}库。 | a=极光;玄武;钴蓝;沙丘;余烬
reference | {a}出问题先看厂家的状态页。 | {a}状态 | 厂家的状态页显示{a}是否正常。 | a=刷卡机;短信网关;地图服务;电子签章;传真网桥
reference | 历年的{a}在行政部的蓝色柜子里。 | 历年{a} | 历年的{a}在行政部的蓝色柜子里。 | a=验收单;保修卡;图纸;体检报告;会议纪要
reference | {a}的培训录像在内网学习平台“{b}”栏目。 | {a}培训录像 | {a}的培训录像在内网学习平台的“{b}”栏目。 | a=叉车;消防;报销;新系统;客服话术 | b=安全;应急;财务;工具;服务
user | My manager approves my travel, I never book {a} myself. | Travel | The user does not book {a}; their manager approves travel. | a=flights;trains;hotels;rental cars;taxis
user | I share my calendar with my deputy, so {a} invitations go to both of us. | Calendar | The user shares a calendar with a deputy; {a} invitations go to both. | a=board;customer;hiring;budget;review
feedback | When I paste {a}, don't rewrite it, only point out mistakes. | Pasted texts | Rule: Do not rewrite pasted {a}, only point out mistakes. Why: The person edits it. How to apply: Whenever {a} is pasted. | a=a letter;SQL;a recipe;lyrics;minutes
reference | Today's rates come from the page of {a}, we always take those. | Exchange rates | Exchange rates are those of {a}. | a=the ECB;the Bank of England;Danske Bank;the NBP;Norges Bank
project | Since 2026-11-01 the plant in {a} runs two shifts because of the new order. | Shifts in {a} | Rule: The plant in {a} runs two shifts since 2026-11-01. Why: A new order. How to apply: Deliveries arrive before 22:00. | a=Brno;Porto;Lille;Turku;Plzen
user | 我的出差由主管批,{a}我不自己订。 | 出差 | 用户不自己订{a},出差由主管批准。 | a=机票;火车票;酒店;租车;保险
user | 我和副手共用日历,{a}的邀请要发给两个人。 | 日历 | 用户和副手共用日历,{a}的邀请发给两人。 | a=董事会;客户;招聘;预算;评审
feedback | 我贴{a}给你的时候不要改写,只指出错误。 | 贴来的文字 | 规则:不改写贴来的{a},只指出错误。原因:用户自己改。如何适用:每次贴来{a}的时候。 | a=信;SQL;菜谱;歌词;会议记录
reference | 当天的汇率以{a}公布的为准。 | 汇率 | 汇率以{a}公布的为准。 | a=央行;中行;外汇中心;汇丰;欧洲央行
project | 自 2026-11-01 起{a}工厂两班倒,因为接了新订单。 | {a}工厂班次 | 规则:{a}工厂自 2026-11-01 起两班倒。原因:新订单。如何适用:送货在晚上十点前到。 | a=昆山;东莞;常州;合肥;青岛
`;
