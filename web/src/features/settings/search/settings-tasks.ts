import type { OptionKey, OptionSection } from '@turnpike/contract/options'
import type { Words } from '../../../lib/text/words.ts'

const taskGroups = {
  payments: ['Take payments', '收款'],
  signIn: ['Let people sign in', '登录与注册'],
  prices: ['Set prices', '设置价格'],
  limits: ['Limit and protect', '限制与防护'],
  reliability: ['Keep requests running', '保障请求成功'],
  brand: ['Brand', '品牌与内容'],
  running: ['Run the server', '运维'],
} satisfies Record<string, Words>

type SettingsTask = {
  id: string
  /** The heading above it. */
  group: Words
  label: Words
  /** Other words for the same task. */
  also?: readonly string[]
  to: string
}

type Section = Exclude<OptionSection, 'none'> | 'system/config-file'

/** A section, or the field of an option in it. */
function settings(section: Section, option?: OptionKey): string {
  const [tab = '', name = ''] = section.split('/')
  return `/setting?${new URLSearchParams({ tab, section: name, ...(option && { option }) })}`
}

const { payments, signIn, prices, limits, reliability, brand, running } = taskGroups

/** What people come to the settings for, and where it is done. */
export const settingsTasks: readonly SettingsTask[] = [
  {
    id: 'stripe',
    group: payments,
    label: ['Take card payments with Stripe', '用 Stripe 收银行卡付款'],
    also: ['checkout webhook credit card 信用卡'],
    to: settings('system/payment', 'StripeSecretKey'),
  },
  {
    id: 'epay',
    group: payments,
    label: ['Take Alipay and WeChat Pay with Epay', '用易支付收支付宝和微信付款'],
    also: ['merchant 商户 alipay wechat pay'],
    to: settings('system/payment', 'PayAddress'),
  },
  {
    id: 'topup-price',
    group: payments,
    label: ['Set the price of $1 of balance', '设置 1 美元余额的售价'],
    also: ['exchange rate 汇率 minimum top-up 充值'],
    to: settings('system/payment', 'Price'),
  },
  {
    id: 'oidc',
    group: signIn,
    label: ['Sign-in with OpenID Connect (SSO)', '用 OpenID Connect（SSO）登录'],
    also: ['oidc okta keycloak entra azure ad google single sign-on 单点登录 企业登录 identity provider'],
    to: '/setting/providers',
  },
  {
    id: 'github',
    group: signIn,
    label: ['Sign-in with GitHub', '用 GitHub 登录'],
    also: ['oauth'],
    to: settings('system/oauth', 'GitHubClientId'),
  },
  {
    id: 'linuxdo',
    group: signIn,
    label: ['Sign-in with LINUX DO', '用 LINUX DO 登录'],
    also: ['oauth'],
    to: settings('system/oauth', 'LinuxDOClientId'),
  },
  {
    id: 'wechat',
    group: signIn,
    label: ['Sign-in with WeChat', '用微信登录'],
    to: settings('system/wechat', 'WeChatServerAddress'),
  },
  {
    id: 'telegram',
    group: signIn,
    label: ['Sign-in with Telegram', '用 Telegram 登录'],
    to: settings('system/telegram', 'TelegramBotName'),
  },
  {
    id: 'passkeys',
    group: signIn,
    label: ['Sign-in with passkeys', '用通行密钥登录'],
    also: ['webauthn face id fingerprint 指纹'],
    to: settings('system/login', 'PasskeyEnabled'),
  },
  {
    id: 'registration',
    group: signIn,
    label: ['Open or close registration', '开放或关闭注册'],
    also: ['sign up'],
    to: settings('system/login', 'RegisterEnabled'),
  },
  {
    id: 'model-prices',
    group: prices,
    label: ['Set model prices', '设置模型价格'],
    also: ['ratio 倍率 定价'],
    to: '/prices',
  },
  {
    id: 'scheduled-prices',
    group: prices,
    label: ['Change prices on a date, or import a price list', '定时调价或导入价目表'],
    also: ['schedule 生效时间'],
    to: '/price-book',
  },
  {
    id: 'plans',
    group: prices,
    label: ['Sell plans by the month', '按月出售套餐'],
    also: ['subscription 订阅 包月 套餐'],
    to: '/plans',
  },
  {
    id: 'groups',
    group: prices,
    label: ['Give groups a discount', '给分组打折'],
    also: ['vip multiplier 倍率'],
    to: settings('operation/groups'),
  },
  {
    id: 'new-users',
    group: prices,
    label: ['Give new users a balance', '给新用户赠送余额'],
    also: ['trial credit 注册赠送 free'],
    to: settings('operation/quota', 'QuotaForNewUser'),
  },
  {
    id: 'invitations',
    group: prices,
    label: ['Reward invitations', '奖励邀请'],
    also: ['referral affiliate 邀请 返利'],
    to: settings('operation/quota', 'QuotaForInviter'),
  },
  {
    id: 'agents',
    group: prices,
    label: ['Let sales agents share in payments', '让代理从付款中获得分成'],
    also: ['reseller affiliate commission dividend payout withdrawal 分销 分成 佣金 返佣 提现 代理'],
    to: settings('operation/quota', 'AgentsEnabled'),
  },
  {
    id: 'second-factor',
    group: limits,
    label: ['Require a second factor', '要求两步验证'],
    also: ['2fa totp mfa'],
    to: settings('system/login', 'SecondFactorRequired'),
  },
  {
    id: 'bots',
    group: limits,
    label: ['Block bots at sign-in', '拦截机器人'],
    also: ['turnstile captcha 验证码'],
    to: settings('system/bot-check', 'TurnstileSiteKey'),
  },
  {
    id: 'email-domains',
    group: limits,
    label: ['Allow only some email domains', '只允许部分邮箱域名'],
    also: ['whitelist 白名单'],
    to: settings('system/email-whitelist', 'EmailDomainRestrictionEnabled'),
  },
  {
    id: 'words',
    group: limits,
    label: ['Refuse prompts with sensitive words', '拒绝含敏感词的提示词'],
    also: ['moderation 审核'],
    to: settings('operation/sensitive-words', 'CheckSensitiveEnabled'),
  },
  {
    id: 'below-cost',
    group: limits,
    label: ['Stop sales below cost', '阻止低于成本的请求'],
    also: ['margin loss 亏损 毛利'],
    to: settings('operation/monitoring', 'BelowCostGuard'),
  },
  {
    id: 'retries',
    group: reliability,
    label: ['Retry failed requests on another channel', '失败后换渠道重试'],
    also: ['failover 故障转移'],
    to: settings('operation/general', 'RetryTimes'),
  },
  {
    id: 'auto-disable',
    group: reliability,
    label: ['Disable failing channels automatically', '自动禁用失败的渠道'],
    also: ['health cooldown 冷却'],
    to: settings('operation/monitoring', 'AutomaticDisableChannelEnabled'),
  },
  {
    id: 'routing',
    group: reliability,
    label: ['Choose channels by speed or cost', '按速度或成本选择渠道'],
    also: ['routing latency 延迟 路由'],
    to: settings('operation/failover', 'ChannelChoice'),
  },
  {
    id: 'name',
    group: brand,
    label: ['Change the name and logo', '修改名称和 Logo'],
    also: ['branding white label'],
    to: settings('other/branding', 'SystemName'),
  },
  {
    id: 'notice',
    group: brand,
    label: ['Show a notice to everybody', '发布公告'],
    also: ['announcement maintenance 维护'],
    to: settings('other/notice', 'Notice'),
  },
  {
    id: 'home',
    group: brand,
    label: ['Replace the home page', '替换首页'],
    to: settings('other/home', 'HomePageContent'),
  },
  {
    id: 'faq',
    group: brand,
    label: ['Answer frequently asked questions', '解答常见问题'],
    also: ['faq help 帮助'],
    to: '/faq',
  },
  {
    id: 'footer',
    group: brand,
    label: ['Change the footer', '修改页脚'],
    also: ['imprint icp 备案'],
    to: settings('other/footer', 'Footer'),
  },
  {
    id: 'feedback',
    group: brand,
    label: ['Receive feedback from users', '接收用户反馈'],
    to: settings('other/branding', 'FeedbackLink'),
  },
  {
    id: 'chat-apps',
    group: brand,
    label: ['Offer chat apps to users', '为用户提供聊天应用'],
    also: ['cherry studio lobechat nextchat'],
    to: settings('operation/chat', 'Chats'),
  },
  {
    id: 'address',
    group: running,
    label: ['Set the public address', '设置服务器地址'],
    also: ['domain url 域名'],
    to: settings('system/server-address', 'ServerAddress'),
  },
  {
    id: 'mail',
    group: running,
    label: ['Send email', '发送邮件'],
    also: ['smtp mail'],
    to: settings('system/smtp', 'SMTPServer'),
  },
  {
    id: 'backup',
    group: running,
    label: ['Back up or move the configuration', '备份或迁移配置'],
    also: ['export import yaml restore backup 导出 导入 恢复'],
    to: settings('system/config-file'),
  },
  {
    id: 'old-logs',
    group: running,
    label: ['Delete old logs', '删除旧日志'],
    also: ['disk space retention 磁盘 清理'],
    to: settings('operation/log'),
  },
  {
    id: 'prompts',
    group: running,
    label: ['Record prompts and responses', '记录提示词和响应'],
    to: settings('operation/log', 'PromptRecordsEnabled'),
  },
  {
    id: 'proxies',
    group: running,
    label: ['Send requests through a proxy', '通过代理发送请求'],
    also: ['socks http proxy'],
    to: settings('system/proxies'),
  },
  {
    id: 'agents',
    group: running,
    label: ['Let AI agents use the console (MCP)', '允许 AI 智能体使用控制台（MCP）'],
    to: settings('system/server-address', 'McpEnabled'),
  },
]
