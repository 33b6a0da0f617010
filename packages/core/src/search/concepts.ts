import { porterStem } from "./porter-stem.ts";
import { simplifyChinese } from "./simplify-chinese.ts";
import { baseForm } from "./word-forms.ts";

/**
 * Everyday and working words in English and Chinese, one concept a line. Our own list: it connects a question with an entry that says the same
 * in other words or in the other language, without being a dictionary.
 */
const CONCEPTS = `
language tongue 语言 语种
reply answer respond response 回复 回答 答复
write wrote writing 写 编写 撰写
read reading 读 阅读
comment annotation 注释 评论 批注
code source 代码 源码
commit checkin 提交
push 推送
merge 合并
branch main master trunk 分支 主分支
repository repo 仓库
pull request pr review 评审 审查 审核
approve approval sign-off 批准 审批 许可 同意
permission allowed authorize 权限 许可 允许 授权
confirm confirmation 确认
ask question 问 询问 提问
test tests testing 测试
unit 单元
integration 集成
mock stub fake 模拟 桩
bug defect issue fault 缺陷 错误 故障 漏洞 问题
fix repair solve 修复 修 解决
error failure exception 错误 报错 异常 失败
crash outage incident 崩溃 宕机 故障 事故
reproduce repro 复现 重现
debug troubleshoot 调试 排查
log logs logging 日志
alert alarm notification notify 告警 警报 通知 提醒
monitor monitoring observability 监控
dashboard board panel 看板 面板 仪表盘
latency delay slow 延迟 慢 时延
performance speed fast 性能 速度 快
load stress benchmark 压测 负载 压力
capacity throughput 容量 吞吐
peak 峰值 高峰
limit quota cap 限制 上限 配额 限流
timeout 超时
retry 重试
cache 缓存
queue backlog 队列 积压
deploy deployment ship rollout 部署 上线 发布
release version launch 发布 版本 上线
freeze 冻结 封版
rollback revert undo 回滚 撤销 还原
upgrade update 升级 更新
migrate migration move 迁移
deprecate retire sunset shutdown 下线 废弃 停用 停服
environment 环境
production prod live 生产 线上
staging preproduction 预发 预发布
server host machine 服务器 主机 机器
service microservice 服务
api endpoint interface 接口
request call 请求 调用
database db 数据库
table 表
schema ddl column 结构 字段 列
query sql 查询
index 索引
backup snapshot 备份
restore recover failover 恢复 切换 容灾
data dataset 数据
delete remove erase drop 删除 移除 清除
create add new 创建 新建 新增 添加
change modify edit alter adjust 修改 改 变更 调整
file document doc 文件 文档
folder directory 文件夹 目录
template 模板
screenshot image picture photo 截图 图片 照片 图
compress shrink 压缩
size big large 大小 大
upload 上传
download 下载
design mockup figma prototype 设计 设计稿 原型
style format 风格 样式 格式
color colour 颜色 色
colorblind colour-blind 色弱 色盲
chart graph plot diagram 图表 折线图 图
font 字体
wording copy text tone 文案 措辞 语气
translate translation 翻译
page screen view 页面 界面
mobile phone app 手机 移动端 移动 客户端
desktop computer laptop 电脑 桌面
browser 浏览器
website web site 网站 网页
frontend client ui 前端
backend 后端 后台
admin console 管理后台 管理员 后台
login signin auth authentication 登录 认证
account 账号 账户
password credential secret 密码 凭证 密钥
token session 令牌 会话
security secure 安全
privacy gdpr 隐私
legal lawyer law compliance 法务 法律 合规
contract agreement 合同 协议
license licence 许可证 授权
audit 审计
purchase procurement buy 采购 购买 买
vendor supplier provider 供应商 厂商
invoice bill billing 发票 账单 计费
payment pay checkout settle 支付 付款 结算 付
gateway 网关
refund 退款
order purchase 订单 下单
cart basket 购物车
price pricing cost fee money currency amount 价格 定价 费用 成本 金额 钱 货币
budget 预算
discount coupon 折扣 优惠 优惠券
tax 税 税务
inventory stock warehouse 库存 仓库
shipping delivery logistics 发货 配送 物流 快递
customer client buyer 客户 顾客
user member 用户 会员
team group 团队 小组 组
colleague coworker teammate 同事
manager boss lead supervisor 经理 领导 主管 上司
owner responsible charge 负责人 负责
oncall on-call duty shift 值班
contact reach 联系
support helpdesk 支持 客服
chat message channel 群 聊天 消息
email mail 邮件 邮箱
phone call 电话
meeting call sync standup schedule appointment book 会议 开会 例会 安排 预约
calendar 日历 日程
time hour clock 时间 小时
timezone zone 时区
morning 早上 上午
afternoon 下午
evening night 晚上
weekend 周末
week weekly 周 星期 每周
day daily 天 每天 日报
month monthly 月 每月
year annual 年 每年
date deadline due 日期 截止 期限
start begin kickoff 开始 启动
end finish complete done 结束 完成
plan roadmap 计划 规划 路线图
goal target objective okr 目标 指标
project 项目
task todo ticket 任务 待办 工单
requirement spec need 需求 要求
feature function 功能 特性
experiment trial ab 实验 试验
rule policy guideline convention 规则 规范 政策 约定
reason why cause because 原因 为什么
report summary 报告 总结 汇报 摘要
concise brief terse short 简洁 简短
detail verbose long 详细 细节
explain explanation describe 解释 说明
example sample 例子 示例
option alternative choice tradeoff 选项 方案 选择 备选
decide decision 决定 决策
prefer preference like favorite 偏好 喜欢 喜爱 爱
dislike hate avoid 不喜欢 讨厌 避免
experience experienced senior years expertise 经验 资深
beginner novice new junior 新手 初学者 入门
learn study course lesson class 学习 学 课程 课
teach training tutorial 教 培训 教程
job role position title profession 工作 职位 岗位 职业
company employer firm 公司 企业
office workplace 办公室
leave vacation holiday away absence off 休假 请假 假期 度假
cover deputy substitute backup 代理 替补 接替
travel trip journey visit 旅行 旅游 出差
flight plane 航班 飞机
train railway 火车 高铁
hotel accommodation 酒店 住宿
city town 城市
country nation 国家
home house apartment live 家 住 房子
address location place where 地址 位置 地点 哪里
family relatives 家人 家庭
parent mother father 父母 妈妈 爸爸 母亲 父亲
child son daughter kid 孩子 儿子 女儿 小孩
wife husband spouse partner married 妻子 丈夫 爱人 配偶 结婚
brother sister sibling 兄弟 姐妹 哥哥 弟弟 姐姐 妹妹
friend buddy 朋友
birthday born 生日 出生
age old 年龄 岁
name called 名字 姓名 叫
pet animal dog cat 宠物 动物 养 狗 猫
dog puppy 狗
cat kitten 猫
food meal dish eat cuisine 食物 吃 菜 饭 餐
breakfast 早餐 早饭
lunch 午餐 午饭
dinner supper 晚餐 晚饭
drink beverage 饮料 喝
coffee 咖啡
tea 茶
allergy allergic 过敏
vegetarian vegan 素食 吃素
restaurant cafe 餐厅 饭店
recipe cook cooking 菜谱 烹饪 做饭
fruit 水果
book novel 书 小说
movie film cinema 电影 影片
music song singer band concert 音乐 歌 歌曲 歌手 演唱会
instrument piano guitar 乐器 钢琴 吉他
game gaming 游戏
sport exercise workout gym 运动 锻炼 健身
run running marathon 跑步 马拉松
swim swimming 游泳
hike hiking climb mountain 爬山 登山 徒步
hobby interest 爱好 兴趣
paint painting art artist draw 画 绘画 画家 艺术
park garden 公园 花园
weather rain sunny 天气 雨 晴
health doctor hospital medical sick ill 健康 医生 医院 生病 病
medicine drug pill 药
sleep insomnia 睡眠 睡觉 失眠
stress anxiety pressure relax 压力 焦虑 放松 减压
mood feeling emotion happy sad upset 心情 情绪 高兴 难过 烦恼
car vehicle drive 车 汽车 开车
bicycle bike cycling 自行车 骑车
school university college student 学校 大学 学生
exam score 考试 成绩
science research 科学 研究
statistics confidence probability 统计 置信 概率
model machine-learning ai 模型 人工智能
number figure digit 数字 数值
integer decimal float rounding 整数 小数 浮点
search find lookup 搜索 查找 检索
link url 链接 网址
tool utility 工具
editor ide vim 编辑器
keyboard shortcut 键盘 快捷键
terminal shell command 终端 命令
script automation automate 脚本 自动化 自动
dependency package library module 依赖 包 库 模块
framework orm 框架
architecture 架构
config configuration setting 配置 设置
variable parameter argument 变量 参数
naming identifier 命名 标识符
type kind 类型 种类
event message bus 事件 消息
stream 流
producer 生产者
consumer 消费者
certificate cert expired 证书 过期
network vpn firewall 网络 防火墙
proxy 代理
storage disk bucket 存储 磁盘
cloud 云
container docker kubernetes 容器
pipeline ci build 流水线 构建
archive 归档 存档
retention keep kept 保留 留存
handbook manual runbook guide 手册 指南
wiki knowledge 知识库
desk seat 工位 座位
printer print 打印 打印机
holiday festival 节日 假日
gift present 礼物
wedding 婚礼
salary wage income 工资 薪水 收入
rent lease 租 房租
bank 银行
insurance 保险
visa passport 签证 护照
`;

/** A word of a text that belongs to concepts, and their other words. */
type RelatedWords = { readonly word: string; readonly related: readonly string[] };

/** Returns the concepts that words of a text belong to, in simplified characters. */
export function relatedWords(text: string): readonly RelatedWords[] {
  const folded = simplifyChinese(text.normalize("NFKC").toLowerCase());
  const found = new Set((folded.match(/[a-z]+(?:-[a-z]+)*/gu) ?? []).map(key));
  // Chinese has no spaces, so its words are looked for in the text.
  for (const word of CHINESE_WORDS) if (folded.includes(word)) found.add(word);
  return [...found].flatMap((word) => {
    const concepts = BY_WORD.get(word) ?? [];
    return concepts.length === 0
      ? []
      : [{ word, related: [...new Set(concepts.flat())].filter((other) => key(other) !== word) }];
  });
}

/** Forms of an English word are one key. */
function key(word: string): string {
  return porterStem(baseForm(word));
}

const BY_WORD = new Map<string, (readonly string[])[]>();
for (const line of CONCEPTS.trim().split("\n")) {
  const words = line.split(" ");
  for (const word of words) BY_WORD.set(key(word), [...(BY_WORD.get(key(word)) ?? []), words]);
}
/** A single character is too often a part of another word. */
const CHINESE_WORDS: readonly string[] = [...BY_WORD.keys()].filter((word) =>
  /^\p{Script=Han}{2,}$/u.test(word),
);
