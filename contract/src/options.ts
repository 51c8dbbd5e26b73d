import type { z } from 'zod'
import {
  address,
  chatLinks,
  choice,
  decimal,
  domains,
  errorRules,
  flag,
  groupAmounts,
  groupTexts,
  isBrokenJson,
  type Kind,
  line,
  lineLengthMax,
  modelOverrides,
  modelTierOverrides,
  type OptionBounds,
  pageLengthMax,
  picture,
  quota,
  ratiosByGroup,
  text,
  whole,
  words,
} from './option-kinds.ts'
import { ratioBounds } from './quota.ts'
import { hedgeMs } from './routing/channel-setting.ts'
import { defaultChats } from './system/chat-link.ts'

/**
 * Where the settings page edits an option: its tab and its section, as both stand in the address of the page. An option
 * in `none` is on no page.
 */
export type OptionSection =
  | `operation/${'general' | 'drawing' | 'sensitive-words' | 'log' | 'dashboard' | 'monitoring' | 'failover' | 'quota' | 'chat'}`
  | `operation/${'groups' | 'model-ratios'}`
  | `system/${'server-address' | 'proxies' | 'worker' | 'payment' | 'login' | 'email-whitelist' | 'smtp' | 'oauth'}`
  | `system/${'wechat' | 'telegram' | 'wxpusher' | 'bot-check'}`
  | `other/${'notice' | 'branding' | 'home' | 'about' | 'footer'}`
  | 'none'

/** Who may read an option: everyone through `/api/status`, everyone through a page of its own, or root alone. */
export type OptionAudience = 'status' | 'public' | 'root'

type Option = Kind<OptionBounds, unknown> & { section: OptionSection; audience: OptionAudience; secret: boolean }

// Tokens, which are multiplied by a price.
const tokenCountMax = 1_073_741_823
const moneyUnitsMax = 1_000_000
const minutesOfWeek = 7 * 24 * 60

const option = <const Section extends OptionSection, Row extends Kind<OptionBounds, unknown>>(
  section: Section,
  kind: Row,
  audience: OptionAudience = 'root',
) => ({ ...kind, section, audience, secret: false })
/** Write-only: no response ever contains it. */
const secret = <const Section extends OptionSection>(section: Section) => ({ ...option(section, line()), secret: true })

const everyGroup = { default: 1, vip: 1, svip: 1 }
const mailDomains = 'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com'.split(
  ',',
)

/** Every administrator option. The database holds the options that were ever saved; the others have their default. */
export const options = {
  TopUpLink: option('operation/general', address(), 'status'),
  ChatLink: option('operation/general', address(), 'status'),
  ChatLink2: option('operation/general', address(), 'status'),
  QuotaPerUnit: option('operation/general', decimal(500_000, { min: 0.000001 }), 'status'),
  DisplayInCurrencyEnabled: option('operation/general', flag(true), 'status'),
  RetryTimes: option('operation/general', whole(0, { max: 100 })),
  DisplayTokenStatEnabled: option('operation/general', flag(true)),
  DefaultCollapseSidebar: option('operation/general', flag(false), 'status'),

  McpEnabled: option('system/server-address', flag(false), 'status'),

  DrawingEnabled: option('operation/drawing', flag(true), 'status'),
  TaskEnabled: option('operation/drawing', flag(true), 'status'),
  MjNotifyEnabled: option('operation/drawing', flag(false), 'status'),
  MjAccountFilterEnabled: option('operation/drawing', flag(false)),
  MjModeClearEnabled: option('operation/drawing', flag(false)),
  MjActionCheckSuccessEnabled: option('operation/drawing', flag(true)),
  MjForwardUrlEnabled: option('operation/drawing', flag(true)),

  CheckSensitiveEnabled: option('operation/sensitive-words', flag(true)),
  CheckSensitiveOnPromptEnabled: option('operation/sensitive-words', flag(true)),
  SensitiveWords: option('operation/sensitive-words', words(['test_sensitive'])),

  LogConsumeEnabled: option('operation/log', flag(true)),
  PromptRecordsEnabled: option('operation/log', flag(false), 'status'),

  DataExportEnabled: option('operation/dashboard', flag(true), 'status'),
  DataExportInterval: option('operation/dashboard', whole(5, { min: 1, max: minutesOfWeek }), 'status'),
  DataExportDefaultTime: option('operation/dashboard', choice('hour', 'day', 'week'), 'status'),

  ChannelDisableThreshold: option('operation/monitoring', decimal(5)), // seconds; 0 means no limit
  AutomaticDisableChannelEnabled: option('operation/monitoring', flag(false)),
  AutomaticEnableChannelEnabled: option('operation/monitoring', flag(false)),
  ChannelPauseFailures: option('operation/monitoring', whole(0, { max: 1000 })), // 0 means never
  ErrorRules: option('operation/failover', errorRules()),
  ChannelChoice: option('operation/failover', choice('weight', 'latency', 'cost')),
  StickyBy: option('operation/failover', choice('off', 'header', 'prefix')),
  StickyHeader: option('operation/failover', line('x-session-id')),
  StickyMinutes: option('operation/failover', whole(60, { min: 1, max: 7 * 24 * 60 })),
  HedgeAfterMs: option('operation/failover', whole(0, { max: hedgeMs.max })), // 0 means never
  ChannelQueueSeconds: option('operation/failover', whole(0, { max: 60 })), // 0 means no waiting

  QuotaRemindThreshold: option('operation/monitoring', quota(1000)),
  PriceNoticeEnabled: option('operation/monitoring', flag(true)),
  PriceNoticeDays: option('operation/monitoring', whole(30, { min: 1, max: 365 })),
  BelowCostGuard: option('operation/monitoring', choice('off', 'warn', 'refuse')),

  QuotaForNewUser: option('operation/quota', quota(0)),
  QuotaForInvitee: option('operation/quota', quota(0)),
  QuotaForInviter: option('operation/quota', quota(0)),
  AgentsEnabled: option('operation/quota', flag(false), 'status'),
  AgentApplication: option('operation/quota', choice('closed', 'review', 'open'), 'status'),
  PreConsumedQuota: option('operation/quota', whole(500, { max: tokenCountMax })),
  DefaultOutputTokens: option('operation/quota', whole(16_384, { min: 1, max: tokenCountMax })),

  Chats: option('operation/chat', chatLinks(defaultChats), 'status'),

  GroupRatio: option('operation/groups', groupAmounts(everyGroup)),
  /** What the users of a group pay in another group instead of its ratio. */
  GroupGroupRatio: option('operation/groups', ratiosByGroup()),
  UserUsableGroups: option('operation/groups', groupTexts({ default: '默认分组', vip: 'VIP 分组' })),

  // The price book ships with the server; these hold only the administrator's differences from it, and null for a removed
  // price. Clients read and save whole maps: see the option endpoints.
  ModelPrice: option('operation/model-ratios', modelOverrides(ratioBounds)),
  ModelRatio: option('operation/model-ratios', modelOverrides()),
  CompletionRatio: option('operation/model-ratios', modelOverrides()),
  CacheRatio: option('operation/model-ratios', modelOverrides()),
  CreateCacheRatio: option('operation/model-ratios', modelOverrides()),
  ImageRatio: option('operation/model-ratios', modelOverrides()),
  ImageCompletionRatio: option('operation/model-ratios', modelOverrides()),
  AudioRatio: option('operation/model-ratios', modelOverrides()),
  AudioCompletionRatio: option('operation/model-ratios', modelOverrides()),
  ModelTiers: option('operation/model-ratios', modelTierOverrides()),
  /** Whether everyone may read the price book. */
  ExposeRatioEnabled: option('operation/model-ratios', flag(false)),

  // Nothing reads these, and no page shows them. They are kept so that the options of another server of this family can
  // be carried over one by one without a refusal, and exported again.
  StopOnSensitiveEnabled: option('none', flag(true)),
  StreamCacheQueueLength: option('none', whole(0)),
  FileUploadPermission: option('none', whole(0)),
  FileDownloadPermission: option('none', whole(0)),
  ImageUploadPermission: option('none', whole(0)),
  ImageDownloadPermission: option('none', whole(0)),

  ServerAddress: option('system/server-address', address(), 'status'),

  ProxyEchoAddress: option('system/proxies', address('https://api.ipify.org')),

  WorkerUrl: option('system/worker', address()),
  WorkerValidKey: secret('system/worker'),

  PayAddress: option('system/payment', address()),
  EpayId: option('system/payment', line()),
  EpayKey: secret('system/payment'),
  // Clients of this family send these two at every keystroke: half an address is stored and checked when it is used,
  // and an empty minimum reads as 1.
  CustomCallbackAddress: option('system/payment', text(lineLengthMax)),
  Price: option('system/payment', decimal(7.3), 'status'),
  StripeSecretKey: secret('system/payment'),
  StripeWebhookSecret: secret('system/payment'),
  StripeCurrency: option('system/payment', choice('usd', 'eur', 'gbp', 'cny', 'hkd', 'sgd', 'aud', 'cad')),
  StripeUnitPrice: option('system/payment', decimal(1)),
  MinTopUp: option('system/payment', whole(1, { max: moneyUnitsMax, blank: 1 }), 'status'),
  TopupGroupRatio: option('system/payment', groupAmounts(everyGroup)),

  PasswordLoginEnabled: option('system/login', flag(true)),
  PasswordRegisterEnabled: option('system/login', flag(true)),
  EmailVerificationEnabled: option('system/login', flag(false), 'status'),
  GitHubOAuthEnabled: option('system/login', flag(false), 'status'),
  LinuxDOOAuthEnabled: option('system/login', flag(false), 'status'),
  WeChatAuthEnabled: option('system/login', flag(false), 'status'),
  TelegramOAuthEnabled: option('system/login', flag(false), 'status'),
  OidcEnabled: option('system/login', flag(false), 'status'),
  SecondFactorRequired: option('system/login', choice('none', 'administrators', 'everybody')),
  PasskeyEnabled: option('system/login', flag(false), 'status'),
  RegisterEnabled: option('system/login', flag(true)),
  OrganizationCreation: option('system/login', choice('everyone', 'admins', 'nobody')),
  TurnstileCheckEnabled: option('system/login', flag(false), 'status'),
  MailCodeMinutes: option('system/login', whole(10, { min: 1, max: 60 }), 'status'),

  EmailDomainRestrictionEnabled: option('system/email-whitelist', flag(false)),
  EmailAliasRestrictionEnabled: option('system/email-whitelist', flag(false)),
  EmailDomainWhitelist: option('system/email-whitelist', domains(mailDomains)),

  SMTPServer: option('system/smtp', line()),
  SMTPPort: option('system/smtp', whole(587, { min: 1, max: 65_535 })),
  SMTPAccount: option('system/smtp', line()),
  SMTPFrom: option('system/smtp', line()),
  SMTPToken: secret('system/smtp'),
  SMTPSSLEnabled: option('system/smtp', flag(false)),

  GitHubClientId: option('system/oauth', line(), 'status'),
  GitHubClientSecret: secret('system/oauth'),
  LinuxDOClientId: option('system/oauth', line(), 'status'),
  LinuxDOClientSecret: secret('system/oauth'),
  WeChatServerAddress: option('system/wechat', address()),
  WeChatServerToken: secret('system/wechat'),
  WeChatAccountQRCodeImageURL: option('system/wechat', address(), 'status'),
  TelegramBotName: option('system/telegram', line(), 'status'),
  TelegramBotToken: secret('system/telegram'),
  WxPusherAppToken: secret('system/wxpusher'),
  TurnstileSiteKey: option('system/bot-check', line(), 'status'),
  TurnstileSecretKey: secret('system/bot-check'),

  Notice: option('other/notice', text(pageLengthMax), 'public'),
  SystemName: option('other/branding', line('Turnpike'), 'status'),
  /** Of browsers whose language is none of the console's, and of mails that no request causes. */
  DefaultLanguage: option('other/branding', choice('zh', 'en'), 'status'),
  Logo: option('other/branding', picture(), 'status'),
  /** Where users tell the operator what they miss; in the help menu. */
  FeedbackLink: option('other/branding', address(), 'status'),
  Footer: option('other/footer', text(pageLengthMax), 'status'),
  HomePageContent: option('other/home', text(pageLengthMax), 'public'),
  About: option('other/about', text(pageLengthMax), 'public'),
} as const satisfies Record<string, Option>

export type OptionKey = keyof typeof options
/** The options that one section of the settings page edits. */
export type OptionsIn<Section extends OptionSection> = {
  [Key in OptionKey]: (typeof options)[Key]['section'] extends Section ? Key : never
}[OptionKey]
/** What the rest of the program reads: `RetryTimes` is a number, `GroupRatio` an object. */
export type OptionValues = { [Key in OptionKey]: z.output<(typeof options)[Key]['schema']> }
/** `text` is what to store: the same value in its plainest spelling. */
export type ParsedOption<Key extends OptionKey> =
  | { ok: true; value: OptionValues[Key]; text: string }
  | { ok: false; error: 'option_invalid' | 'option_json_invalid' }

export const optionKeys = Object.keys(options) as OptionKey[] // the table is closed: it has these keys and no other
export const isOptionKey = (key: string): key is OptionKey => Object.hasOwn(options, key)
export const isSecretOption = (key: string) => isOptionKey(key) && options[key].secret

/** Texts, links, looks, and addresses and names without which a feature is off. */
const harmless: ReadonlySet<OptionKey> = new Set<OptionKey>([
  'TopUpLink',
  'FeedbackLink',
  'ChatLink',
  'ChatLink2',
  'Chats',
  'ServerAddress',
  'CustomCallbackAddress',
  'DisplayInCurrencyEnabled',
  'DisplayTokenStatEnabled',
  'DefaultCollapseSidebar',
  'MjNotifyEnabled',
  'MjAccountFilterEnabled',
  'MjModeClearEnabled',
  'MjActionCheckSuccessEnabled',
  'MjForwardUrlEnabled',
  'DataExportInterval',
  'DataExportDefaultTime',
  'RetryTimes',
  'ChannelDisableThreshold',
  'QuotaRemindThreshold',
  'StopOnSensitiveEnabled',
  'StreamCacheQueueLength',
  'FileUploadPermission',
  'FileDownloadPermission',
  'ImageUploadPermission',
  'ImageDownloadPermission',
  'PayAddress',
  'EpayId',
  'MailCodeMinutes',
  'SMTPServer',
  'SMTPPort',
  'SMTPAccount',
  'SMTPFrom',
  'GitHubClientId',
  'LinuxDOClientId',
  'WeChatServerAddress',
  'WeChatAccountQRCodeImageURL',
  'TelegramBotName',
  'TurnstileSiteKey',
  'Notice',
  'SystemName',
  'DefaultLanguage',
  'Logo',
  'Footer',
  'HomePageContent',
  'About',
])
/**
 * Whether the default is safe where the stored value cannot be read. Every option that is not listed decides about
 * money or access, so its default must not replace a damaged value. Secrets are safe: a feature without its secret
 * refuses.
 */
export const isHarmlessOption = (key: OptionKey): boolean => options[key].secret || harmless.has(key)
export const optionsIn = <Section extends OptionSection>(section: Section) =>
  optionKeys.filter((key): key is OptionsIn<Section> => options[key].section === section)

export function parseOption<Key extends OptionKey>(key: Key, text: string): ParsedOption<Key> {
  if (!isOptionKey(key)) return { ok: false, error: 'option_invalid' }
  const { schema }: Option = options[key]
  const parsed = schema.safeParse(text)
  // The value was decoded by the schema of this key.
  if (parsed.success) return { ok: true, value: parsed.data as OptionValues[Key], text: schema.encode(parsed.data) }
  return { ok: false, error: isBrokenJson(options[key], text) ? 'option_json_invalid' : 'option_invalid' }
}

/** A value as the text that is stored. */
export function optionText<Key extends OptionKey>(key: Key, value: OptionValues[Key]): string {
  const { schema }: Option = options[key]
  return schema.encode(value)
}

/** The values of a fresh installation. */
export function defaultOptions(): OptionValues {
  // Every row is decoded under its own key, which is what the type says.
  return Object.fromEntries(
    optionKeys.map((key) => [key, options[key].schema.parse(options[key].default)]),
  ) as OptionValues
}
