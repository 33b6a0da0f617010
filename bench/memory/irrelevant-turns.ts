/** Messages that people send to an assistant and that no entry of a working memory should answer. Our own text, half English, half Chinese. The threshold of recall was set with them. */
export const CALIBRATION_TURNS: readonly string[] = `
Write a haiku about the first snow
What is the capital of Australia?
Convert 72 degrees Fahrenheit to Celsius
Tell me a joke about penguins
How do volcanoes erupt?
Summarize the plot of Romeo and Juliet
Which planets have rings?
Give me three ideas for a birthday cake
What is the difference between a lemon and a lime?
Who painted the Mona Lisa?
Explain how a bicycle stays upright
Translate "good night" into Portuguese
Sort these words alphabetically: pear, apple, mango, fig
What should I pack for a weekend at the beach?
How many bones does a human have?
Write a limerick about a lazy cat
What is the square root of 1764?
Recommend a board game for six players
Why is the sky blue?
Name five rivers in South America
Write a bash one-liner that counts the lines of all text files
Explain the difference between TCP and UDP
How does a binary heap work?
Write a regular expression that matches hexadecimal colors
What does the Unix command awk do?
Implement quicksort in Haskell
What is a monad, in one paragraph?
Draw an ASCII tree
Thanks, that was very helpful!
ok, go on
Hello, how are you today?
Continue with the next one
Yes, please do that
Can you make it a little shorter?
That does not look right, try again
Please translate this paragraph into French
How long do turtles live?
Who won the world cup in 1998?
What are good names for a parrot?
How is cheese made?
Plan a three-day hike in the Alps
Which vitamins are in carrots?
Explain photosynthesis to a child
Find the roots of x^2 - 5x + 6
What is the tallest mountain in Africa?
Write an apology to my neighbor for the noise
Give me a synonym for "gigantic"
How do I remove a red wine stain from a carpet?
Is a tomato a fruit or a vegetable?
Compose a toast for a retirement party
写一首关于春天的诗
澳大利亚的首都是哪里？
讲一个关于企鹅的笑话
火山为什么会喷发？
红楼梦的作者是谁？
太阳系有几颗行星？
怎么做番茄炒蛋？
柠檬和青柠有什么区别？
蒙娜丽莎是谁画的？
把“晚安”翻译成法语
给我推荐一部适合全家看的动画片
人体有多少块骨头？
一英里等于多少公里？
天空为什么是蓝色的？
列出南美洲的五条河流
解释一下快速排序的原理
什么是二叉树？
十七乘以二十三等于多少？
你好，今天过得怎么样？
谢谢，你帮了大忙
继续
好的，下一步
能不能再短一点？
这个不对，请重新来一遍
乌龟能活多久？
给鹦鹉起个名字
奶酪是怎么做出来的？
胡萝卜里有哪些维生素？
给小朋友解释光合作用
非洲最高的山是哪座？
给邻居写一封道歉信
“巨大”的近义词有哪些？
地毯上的红酒渍怎么去掉？
西红柿是水果还是蔬菜？
写一段退休聚会的祝酒词
长城有多长？
李白是哪个朝代的诗人？
海水为什么是咸的？
怎么给自行车补胎？
用三句话介绍量子力学
地球离月亮有多远？
猫为什么怕水？
推荐几道清淡的汤
圆周率的前十位是什么？
怎样折一只纸鹤？
写一个童话故事的开头
彩虹有几种颜色？
恐龙是怎么灭绝的？
请把下面的句子改成过去时
围棋的棋盘有多少个交叉点？
`
  .trim()
  .split("\n");

/** More of them, written after the first threshold. The second one, and the words that count little as evidence, were set with them too. */
export const LATER_TURNS: readonly string[] = `
Which instruments play in a string quartet?
What is the boiling point of nitrogen?
Draft a short poem about my grandmother's kitchen
How do bees find their way home?
What is the plural of octopus?
Rewrite this sentence in the passive voice
Explain recursion with a kitchen metaphor
Write a Python function that reverses a linked list
How do I center a div?
What is the difference between a process and a thread?
Which countries border Switzerland?
Suggest a name for a bakery
How long should I boil an egg?
What causes the tides?
Give me a five-minute stretching routine
Who wrote The Old Man and the Sea?
Make a packing list for a camping trip
What time is it in Tokyo?
How many grams are in an ounce?
Could you repeat the last answer in bullet points?
Great, now the second part
No, I meant the other one
What does the word "serendipity" mean?
Tell me something interesting about octopuses
Is it safe to eat raw mushrooms?
弦乐四重奏有哪些乐器？
液氮的沸点是多少度？
写一首关于外婆厨房的小诗
蜜蜂怎么找到回家的路？
把这句话改成被动语态
用做饭打比方讲讲递归
用 Python 写一个反转链表的函数
进程和线程有什么不同？
瑞士和哪些国家接壤？
给面包店想个名字
鸡蛋要煮几分钟？
潮汐是怎么形成的？
老人与海是谁写的？
列一份露营的物品清单
东京现在几点？
一盎司是多少克？
把刚才的回答改成要点
很好，接着写第二部分
不是这个，是另外一个
“缘分”这个词怎么解释？
说一件关于章鱼的趣事
生蘑菇能不能吃？
春联一般怎么写？
冰箱里的异味怎么除？
为什么打雷之前先看到闪电？
`
  .trim()
  .split("\n");

/** A hundred written after that, and measured without changing anything. */
export const UNSEEN_TURNS: readonly string[] = `
What is the chemical symbol for silver?
Write a bedtime story about a brave hedgehog
How far is the moon from the earth?
Give me a recipe for lentil soup
Explain the rules of chess to a beginner
What is the capital of Mongolia?
Why do cats purr?
Calculate 15 percent of 240
Who discovered penicillin?
Write a wedding speech for my sister
How do airplanes stay in the air?
What are the ingredients of hummus?
Tell me about the history of coffee
Translate "where is the station" into Italian
What is the longest river in Europe?
How do I tie a bow tie?
Write a SQL query that finds duplicate emails
What does HTTP status 418 stand for?
Explain Big O notation in simple terms
How do I reverse a string in Java?
What is the difference between stack and heap?
Generate a random password with 16 characters
Which fruits ripen after picking?
How many players are on a volleyball team?
Describe the taste of mango to someone who never had one
What should I wear to a job interview?
Why does bread rise?
Write a cover letter for a summer job at a zoo
What is the meaning of the name Clara?
How do I take care of a cactus?
List the moons of Jupiter
What happened in 1969?
Could you say that in simpler words?
Hmm, I am not sure about that
Perfect, that is all for today
Do it once more but faster
Skip this one
What is a black hole?
Recommend three novels set in Iceland
How does a refrigerator work?
Why do leaves turn red in autumn?
What is the exchange rate of the Swiss franc?
Give me a workout for my back
Explain inflation to a teenager
What instruments did Mozart play?
How do you say cheers in Swedish?
Find an anagram of listen
Which animals sleep standing up?
Write the lyrics of a song about rain
What are the symptoms of a cold?
银的化学符号是什么？
写一个勇敢刺猬的睡前故事
月球离地球有多远？
给我一个扁豆汤的做法
给初学者讲讲国际象棋的规则
蒙古国的首都叫什么？
猫为什么会打呼噜？
二百四十的百分之十五是多少？
青霉素是谁发现的？
帮我写一段妹妹婚礼上的致辞
飞机是怎么飞起来的？
豆腐是用什么做的？
说说咖啡的历史
把“车站在哪里”翻译成意大利语
欧洲最长的河是哪条？
领结怎么打？
写一条查找重复邮箱的 SQL
HTTP 418 是什么意思？
用简单的话讲讲大 O 记号
Java 怎么反转字符串？
栈和堆有什么区别？
生成一个十六位的随机密码
哪些水果摘下来还会成熟？
排球队一共几个人上场？
给没吃过芒果的人形容一下它的味道
面试应该穿什么？
面包为什么会发酵？
写一封去动物园打工的求职信
“若曦”这个名字有什么寓意？
仙人掌怎么养？
木星有哪些卫星？
一九六九年发生了什么？
能说得再简单一点吗？
嗯，我不太确定
很好，今天就到这里
再做一遍，快一点
跳过这一个
黑洞是什么？
推荐三本发生在冰岛的小说
冰箱的工作原理是什么？
秋天树叶为什么变红？
瑞士法郎的汇率是多少？
给我一套锻炼背部的动作
给中学生讲讲通货膨胀
莫扎特会演奏哪些乐器？
瑞典语的干杯怎么说？
唐朝有多少位皇帝？
哪些动物站着睡觉？
写一首关于下雨的歌词
感冒有哪些症状？
`
  .trim()
  .split("\n");
