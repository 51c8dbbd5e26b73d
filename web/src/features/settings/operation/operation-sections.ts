import { option, type SectionTable } from '../form/section-table.ts'
import { chatRule } from './chat-links.ts'
import { ratiosRule, usableRule } from './group-maps.ts'
import { pairsRule } from './group-pairs.ts'
import { priceRows } from './pricing/price-options.ts'
import { pricingSection } from './pricing/pricing-section.ts'

/** Fields and parts that have components of their own. */
export type OperationField =
  | 'clearLogs'
  | 'costGuard'
  | 'failover'
  | 'chats'
  | 'chatPlaceholders'
  | 'groupTable'
  | 'groupPairs'
  | 'priceJson'
  | 'resetRatios'
  | 'visualPricing'

/** The options of the gateway: menus, monitoring, logs, prices. The sections that are used most come first. */
export const operationSections: SectionTable<OperationField> = [
  {
    section: 'operation/general',
    title: ['General', '通用'],
    parts: [
      {
        title: ['Money', '金额'],
        text: ['Exchange rate between quota and dollars.', '额度与美元的换算。'],
        fields: [
          option('QuotaPerUnit', ['Quota per dollar', '每美元额度'], {
            help: [
              'Balances are kept in quota. Changing this changes the value of every balance.',
              '所有余额都以额度记账，修改后它们的价值都会改变。',
            ],
          }),
          option('DisplayInCurrencyEnabled', ['Show amounts in dollars', '以美元显示金额'], {
            help: ['When off, amounts are shown in quota.', '关闭后控制台显示额度。'],
          }),
        ],
      },
      {
        title: ['Retries', '重试'],
        text: [
          'If a channel fails before sending any output, another one is tried.',
          '渠道失败且尚未返回内容时，换一个渠道重试。',
        ],
        fields: [
          option('RetryTimes', ['Maximum retries', '最多重试次数'], {
            help: [
              '0 means no retry. Each channel is tried once per request.',
              '0 表示不重试。同一次请求不会重复使用同一个渠道。',
            ],
            unit: ['times', '次'],
          }),
        ],
      },
      {
        title: ['Display', '显示'],
        fields: [
          option('DisplayTokenStatEnabled', ['Report token balance in billing API', '账单接口返回令牌的余额'], {
            help: ['When off, clients see the account balance.', '关闭后，客户端看到的是账户余额。'],
          }),
          option('DefaultCollapseSidebar', ['Collapse side bar by default', '默认收起侧栏'], {
            help: ['Applies until a user changes it.', '用户更改之前有效。'],
          }),
        ],
      },
      {
        title: ['Links', '链接'],
        text: ['Links shown in the console.', '控制台中显示的链接。'],
        fields: [
          option('TopUpLink', ['Top-up link', '兑换码购买链接'], {
            help: ['Opened by “Get a code” in the wallet.', '钱包里的“获取兑换码”会打开它。'],
            optional: true,
          }),
          option('ChatLink', ['Chat address', '聊天页面地址'], {
            help: [
              'Older setting for one chat site. Replaces the chat links when set.',
              '设置单个聊天站点的旧方式。填写后将取代聊天配置。',
            ],
            optional: true,
          }),
          option('ChatLink2', ['Second chat address', '第二个聊天页面地址'], { optional: true }),
        ],
      },
    ],
  },
  pricingSection,
  {
    section: 'operation/model-ratios',
    title: ['Model ratios', '模型倍率'],
    parts: [
      {
        title: ['Prices', '价格'],
        text: [
          'All current prices, including built-in ones. Requests to models without a price are refused.',
          '当前的全部价格，包括内置价格。对没有价格的模型的请求会被拒绝。',
        ],
        fields: [
          'priceJson',
          option('ExposeRatioEnabled', ['Publish the price book', '公开全部价格'], {
            help: [
              'Everyone can read all prices at /api/ratio_config, so that other gateways can import them.',
              '任何人都可以通过 /api/ratio_config 读取全部价格，便于其他网关导入。',
            ],
          }),
        ],
      },
      {
        title: ['Defaults', '默认值'],
        text: ['Fixed prices and all other ratios are kept.', '固定价格和其他倍率不受影响。'],
        fields: ['resetRatios'],
      },
    ],
    options: priceRows,
  },
  {
    section: 'operation/groups',
    title: ['Groups', '分组'],
    parts: [
      {
        title: ['Groups', '分组'],
        text: [
          'A group sets the channels and the price: prices are multiplied by its ratio.',
          '分组决定由哪些渠道提供服务以及价格：所有价格都会乘以倍率。',
        ],
        fields: ['groupTable'],
      },
      {
        title: ['Ratios between groups', '分组间倍率'],
        text: [
          'The ratio that users of a group pay in another group.',
          '某分组的用户使用其他分组时的倍率，代替该分组的倍率。',
        ],
        fields: ['groupPairs'],
      },
      {
        title: ['JSON', 'JSON'],
        text: ['The same settings as text.', '同样的内容，以文本形式便于复制和粘贴。'],
        fields: [
          option('GroupRatio', ['Group ratio', '分组倍率'], {
            help: ['All groups and their ratios.', '有哪些分组，以及它们的倍率。'],
            template: { default: 1 },
            rule: ratiosRule,
          }),
          option('GroupGroupRatio', ['Ratios between groups', '分组间倍率'], {
            help: ['By the group of the user, then the group of the request.', '先按用户所属分组，再按请求的分组。'],
            template: { vip: { default: 0.8 } },
            rule: pairsRule,
          }),
          option('UserUsableGroups', ['Usable groups', '用户可选分组'], {
            help: [
              'Groups that all users can choose, with descriptions.',
              '所有用户都可以选择的分组，以及显示的描述。',
            ],
            template: { default: 'Default' },
            rule: usableRule,
          }),
        ],
      },
    ],
  },
  {
    section: 'operation/quota',
    title: ['Quota', '额度'],
    parts: [
      {
        title: ['Sign-up gifts', '注册赠送'],
        text: ['Amounts given at registration.', '注册时获得的金额。'],
        fields: [
          option('QuotaForNewUser', ['New-user gift', '新用户']),
          option('QuotaForInvitee', ['Invited-user gift', '受邀注册的用户'], {
            help: ['In addition to the new-user gift.', '在新用户赠送之外另行赠送。'],
          }),
          option('QuotaForInviter', ['Inviter reward', '邀请人'], {
            help: [
              'Added to invitation earnings, which can be moved to the balance.',
              '计入邀请收益，可由其划转到余额。',
            ],
          }),
        ],
      },
      {
        title: ['Sales agents', '代理'],
        text: [
          'Agents share in what those pay whom they invite. Terms and payout methods are on their own page.',
          '代理从受邀用户的付款中获得分成。分成规则和收款方式在单独的页面设置。',
        ],
        links: [{ text: ['Agents, terms and payouts', '代理、规则与提现'], to: '/agent/manage' }],
        fields: [
          option('AgentsEnabled', ['Sales agents', '代理功能'], {
            help: [
              'When off, payments bring no shares. Agents keep what they earned.',
              '关闭后，付款不再产生分成，代理的已有收益不受影响。',
            ],
          }),
          option('AgentApplication', ['Applications', '代理申请'], {
            help: ['Administrators can always make a user an agent.', '管理员随时可以将用户设为代理。'],
            choices: {
              closed: ['Closed', '不接受'],
              review: ['An administrator decides', '管理员审核'],
              open: ['Everybody who applies becomes an agent', '申请即成为代理'],
            },
            isShown: ({ AgentsEnabled }) => AgentsEnabled === 'true',
          }),
        ],
      },
      {
        title: ['Estimate', '预估'],
        text: ['The maximum cost is reserved before a request is sent.', '请求发出之前，会先预留可能产生的最高费用。'],
        fields: [
          option('PreConsumedQuota', ['Minimum reservation', '最小预留'], {
            help: ['At least this many tokens are reserved for each request.', '每个请求至少预留这么多 Token。'],
            unit: ['Token', 'Token'],
          }),
          option('DefaultOutputTokens', ['Output limit of unknown models', '未知模型的输出上限'], {
            help: [
              'Reserved when neither the request nor the model sets an output limit.',
              '请求和模型都没有输出 Token 上限时，按此数预留。',
            ],
            unit: ['Token', 'Token'],
          }),
        ],
      },
    ],
  },
  {
    section: 'operation/monitoring',
    title: ['Monitoring', '监控'],
    parts: [
      {
        title: ['Channel health', '渠道健康'],
        text: [
          'Automatic disable and re-enable. Manually disabled channels are not affected.',
          '自动禁用和自动恢复。手动禁用的渠道不受影响。',
        ],
        fields: [
          option('ChannelDisableThreshold', ['Test timeout', '测试超时时间'], {
            help: ['Slower tests count as failed. 0 means no limit.', '测试时超过这个时间即视为失败。0 表示不限。'],
            unit: ['s', '秒'],
          }),
          option('AutomaticDisableChannelEnabled', ['Disable on failure', '失败时自动禁用'], {
            help: [
              'Disables channels with an invalid key, no balance or a timeout.',
              '密钥失效、欠费或超时的渠道会被标为“自动禁用”。',
            ],
          }),
          option('AutomaticEnableChannelEnabled', ['Enable on success', '成功后自动启用'], {
            help: ['Enables auto-disabled channels when a test passes.', '自动禁用的渠道在下次测试通过后恢复。'],
          }),
          option('ChannelPauseFailures', ['Cooldown after consecutive failures', '连续失败后冷却'], {
            help: [
              'Failures in a row until the channel cools down for 30 s to 30 min, or as the provider asks. One request then tests it. 0: never.',
              '连续失败达到此次数后，渠道冷却 30 秒至 30 分钟（依次加长，或按服务商要求），之后用一次请求试探。0 表示不冷却。',
            ],
            unit: ['failures', '次'],
          }),
        ],
      },
      {
        title: ['Low-balance reminder', '余额提醒'],
        text: [
          'Users are notified when their balance falls below this, at most every two hours. They can set their own amount.',
          '余额低于此值时提醒用户，每 2 小时最多一次；用户也可以自己设置。',
        ],
        fields: [option('QuotaRemindThreshold', ['Reminder threshold', '提醒阈值'])],
      },
      {
        title: ['Price increases', '涨价通知'],
        text: [
          'Users of a model are notified before a scheduled price increase. Decreases send nothing.',
          '定时涨价生效前，通知使用过该模型的用户。降价不通知。',
        ],
        fields: [
          option('PriceNoticeEnabled', ['Notify users of price increases', '涨价前通知用户'], {
            help: ['At most one notification per user and day.', '每位用户每天最多一次。'],
          }),
          option('PriceNoticeDays', ['Users of the last', '通知范围'], {
            help: ['Users who sent requests to the model within this time.', '在此期间请求过该模型的用户。'],
            unit: ['days', '天'],
          }),
        ],
      },
      'costGuard',
    ],
    options: [option('BelowCostGuard', ['Sales below cost', '低于成本的请求'])],
  },
  {
    section: 'operation/failover',
    title: ['Failover', '故障转移'],
    parts: ['failover'],
    options: [
      option('ErrorRules', ['Error rules', '错误规则']),
      option('ChannelChoice', ['Choose by', '选择依据']),
      option('StickyBy', ['Keep conversations together', '会话保持']),
      option('StickyHeader', ['Header name', '请求头名称']),
      option('StickyMinutes', ['Keep for', '保持时间']),
      option('ChannelQueueSeconds', ['Wait for a channel', '等待渠道']),
      option('HedgeAfterMs', ['Hedge after', '对冲等待']),
    ],
  },
  {
    section: 'operation/log',
    title: ['Logs', '日志'],
    parts: [
      {
        title: ['Recording', '记录'],
        text: ['What is recorded for each request.', '每次请求写入的内容。'],
        fields: [
          option('LogConsumeEnabled', ['Log every request', '记录每次请求'], {
            help: [
              'When off, requests are charged but do not appear in the usage log or dashboard.',
              '关闭后照常计费，但使用日志和数据看板都不再显示。',
            ],
          }),
          option('PromptRecordsEnabled', ['Allow recording of prompts and responses', '允许记录提示词和响应'], {
            help: [
              'Owners can then record the requests of their tokens, and you those of a group. Records are encrypted. Tell your users: the law may require it.',
              '开启后，用户可以记录自己令牌的请求，你可以记录分组的请求。记录加密保存。请告知用户，当地法律可能有此要求。',
            ],
          }),
        ],
      },
      {
        title: ['Old logs', '历史日志'],
        text: ['Frees disk space. Balances and the audit log are kept.', '清理以释放空间，余额和审计日志不受影响。'],
        fields: ['clearLogs'],
      },
    ],
  },
  {
    section: 'operation/dashboard',
    title: ['Data dashboard', '数据看板'],
    parts: [
      {
        title: ['Collection', '采集'],
        text: ['The dashboard uses hourly totals, not the log.', '数据看板读取的是按小时汇总的数据，而不是日志。'],
        fields: [
          option('DataExportEnabled', ['Data dashboard', '启用数据看板'], {
            help: ['When off, the page is hidden.', '关闭后隐藏此页面。'],
          }),
          option('DataExportInterval', ['Update interval', '页面刷新间隔'], {
            help: ['At least 1 minute.', '不小于 1 分钟。'],
            unit: ['minutes', '分钟'],
          }),
        ],
      },
      {
        title: ['Display', '显示'],
        text: ['Defaults when the page is opened.', '打开页面时默认看到的内容。'],
        fields: [
          option('DataExportDefaultTime', ['Default granularity', '默认时间粒度'], {
            choices: { hour: ['Hour', '小时'], day: ['Day', '天'], week: ['Week', '周'] },
          }),
        ],
      },
    ],
  },
  {
    section: 'operation/chat',
    title: ['Chat links', '聊天配置'],
    parts: [
      {
        title: ['Chat links', '聊天链接'],
        text: [
          'Apps that users can open with a token. Each has a name and an address.',
          '用户可以用自己的令牌打开的应用，每项为名称和地址。',
        ],
        fields: [
          option('Chats', ['Chat links', '聊天链接'], {
            help: [
              'In menu order. Addresses can be web pages or links of installed apps.',
              '按菜单顺序排列，地址可以是网页，也可以是已安装应用的链接。',
            ],
            rule: chatRule,
            control: 'chats',
          }),
        ],
      },
      {
        title: ['Placeholders', '占位符'],
        text: ['Replaced when a user opens the link.', '用户打开链接时会被替换。'],
        fields: ['chatPlaceholders'],
      },
    ],
  },
  {
    section: 'operation/drawing',
    title: ['Drawing', '绘图'],
    parts: [
      {
        title: ['Menu', '菜单'],
        text: [
          'Shows or hides these pages. API requests are not affected.',
          '决定用户能否看到这些页面，不影响接口请求。',
        ],
        fields: [
          option('DrawingEnabled', ['Drawing log', '绘图日志']),
          option('TaskEnabled', ['Async tasks', '异步任务']),
        ],
      },
      {
        title: ['Midjourney requests', 'Midjourney 请求'],
        text: ['How drawing requests are changed before they are sent.', '绘图请求在发往服务商之前如何处理。'],
        fields: [
          option('MjNotifyEnabled', ['Allow callbacks', '允许回调'], {
            help: [
              'Keeps the notification address in the request. The provider then sends requests to it.',
              '保留请求中的通知地址，服务商会向该地址发送请求。',
            ],
          }),
          option('MjAccountFilterEnabled', ['Allow account choice', '允许选择账号'], {
            help: ['Keeps the account filter in the request.', '保留请求中的账号筛选。'],
          }),
          option('MjModeClearEnabled', ['Remove speed modes', '移除速度模式'], {
            help: ['Strips --fast, --relax and --turbo from prompts.', '去掉提示词中的 --fast、--relax 和 --turbo。'],
          }),
          option('MjActionCheckSuccessEnabled', ['Require finished drawings', '只能操作已完成的绘图'], {
            help: ['Upscaling and variations need a drawing that succeeded.', '放大或变换之前，原绘图必须已成功。'],
          }),
        ],
      },
      {
        title: ['Images', '图片'],
        text: ['How finished drawings are delivered.', '绘图结果如何送达用户。'],
        fields: [
          option('MjForwardUrlEnabled', ['Serve images through this server', '通过本服务器提供图片'], {
            help: ['When off, users get the provider’s addresses.', '关闭后，用户得到服务商的原始地址。'],
          }),
        ],
      },
    ],
  },
  {
    section: 'operation/sensitive-words',
    title: ['Sensitive words', '敏感词'],
    parts: [
      {
        title: ['Check', '检查'],
        text: ['Prompts are refused only when both are on.', '两个开关都打开时，才会拒绝提示词。'],
        fields: [
          option('CheckSensitiveEnabled', ['Check for sensitive words', '检查敏感词']),
          option('CheckSensitiveOnPromptEnabled', ['In prompts', '检查提示词'], {
            help: ['Prompts with a listed word are refused and not charged.', '含有敏感词的提示词会在计费之前被拒绝。'],
          }),
        ],
      },
      {
        title: ['Words', '词表'],
        text: [
          'Not case-sensitive. A new console has one test word, test_sensitive.',
          '不区分大小写。初始词表只有一个测试词 test_sensitive。',
        ],
        fields: [
          option('SensitiveWords', ['Word list', '敏感词列表'], {
            help: ['One word or phrase per line.', '每行一个词或短语，空行和重复项会被忽略。'],
            rows: 8,
          }),
        ],
      },
    ],
  },
]
