import { z } from 'zod'
import { isRatio, quotaMax } from './quota.ts'

/** Where the settings page edits an option: tab, then card. */
export type OptionSection =
  | `operation/${'general' | 'drawing' | 'sensitive-words' | 'log' | 'dashboard' | 'monitoring' | 'quota' | 'chat'}`
  | `operation/${'groups' | 'model-ratios' | 'compatibility'}`
  | `system/${'server-address' | 'worker' | 'payment' | 'login' | 'email-whitelist' | 'smtp' | 'bot-check'}`
  | `system/${'github' | 'linuxdo' | 'wechat' | 'telegram'}`
  | `other/${'notice' | 'branding' | 'pages'}`

/** Who may read an option: everyone through `/api/status`, everyone through a page of its own, or root alone. */
export type OptionAudience = 'status' | 'public' | 'root'

/** Options are stored as text: decoding checks the text and gives the value, encoding gives the text we store. */
type TextSchema = z.ZodType<unknown, string>
type Kind<Schema extends TextSchema> = { schema: Schema; default: string }
type Option = Kind<TextSchema> & { section: OptionSection; audience: OptionAudience; secret: boolean }

// Lengths count characters. No page of an administrator needs more, and every instance keeps them all in memory.
const lineLengthMax = 4 * 1024
const pageLengthMax = 256 * 1024
const listLengthMax = 1024 * 1024
const tokenCountMax = 1_073_741_823
const moneyUnitsMax = 1_000_000

const kind = <Schema extends TextSchema>(schema: Schema, text: string): Kind<Schema> => ({ schema, default: text })

const flag = (initial: boolean) =>
  kind(z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' }), String(initial))

/** `blank` is what an empty text means; without it, an empty text is refused. */
type Bounds = { min?: number; max?: number; blank?: number }
function whole(initial: number, { min = 0, max = quotaMax, blank }: Bounds = {}) {
  const text = z.string().regex(blank === undefined ? /^(0|[1-9]\d*)$/ : /^(|0|[1-9]\d*)$/)
  const decode = (digits: string) => (digits === '' && blank !== undefined ? blank : Number(digits))
  return kind(z.codec(text, z.int().min(min).max(max), { decode, encode: String }), String(initial))
}

const decimal = (initial: number, { min = 0 }: { min?: number } = {}) =>
  kind(z.codec(z.string().refine(isRatio), z.number().min(min), { decode: Number, encode: String }), String(initial))

const choice = <const Values extends [string, ...string[]]>(...values: Values) => kind(z.enum(values), values[0])

const text = (lengthMax: number) => kind(z.string().max(lengthMax), '')

const hasControlCharacter = (value: string) => /\p{Cc}/u.test(value)
const lineText = z
  .string()
  .max(lineLengthMax)
  .refine((value) => !hasControlCharacter(value))
const line = (initial = '') => kind(lineText, initial)

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s\\/][^\s\\]*$/i.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}
const withoutTrailingSlash = (value: string) => (/[?#]/.test(value) ? value : value.replace(/\/+$/, ''))
function address() {
  const written = lineText.refine((value) => value === '' || isWebAddress(value))
  return kind(z.codec(written, z.string(), { decode: withoutTrailingSlash, encode: withoutTrailingSlash }), '')
}

/** A picture may also be a file of this server. */
const picture = () =>
  kind(
    lineText.refine((value) => value === '' || /^\/(?![/\\])\S*$/.test(value) || isWebAddress(value)),
    '',
  )

/** A text that lists things. Blanks and repetitions are dropped, so the stored text is the list in its plainest form. */
function list(separator: { read: RegExp; write: string }, item: z.ZodType<string, string>, initial: string[]) {
  const decode = (value: string) => [...new Set(value.split(separator.read).map((part) => part.trim()))].filter(Boolean)
  const encode = (parts: string[]) => parts.join(separator.write)
  return kind(z.codec(z.string().max(listLengthMax), z.array(item), { decode, encode }), encode(initial))
}
const byLine = { read: /\r?\n/, write: '\n' }
const byComma = { read: /[,，]/, write: ',' }
const word = z.string()
const domain = z
  .string()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u)

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Names in these objects are chosen by people: without a prototype, `constructor` is a name like any other. */
const withoutPrototype = (_: string, value: unknown) =>
  isMap(value) ? Object.assign(Object.create(null), value) : value

function json<Value>(checked: z.ZodType<Value, Value>, initial: Value) {
  return kind(
    z.codec(z.string().max(listLengthMax), checked, {
      decode(value, context) {
        try {
          return JSON.parse(value, withoutPrototype) // `checked` comes next
        } catch {
          context.issues.push({ code: 'custom', input: value, message: 'option_json_invalid' })
          return z.NEVER
        }
      },
      encode: (value) => JSON.stringify(value),
    }),
    JSON.stringify(initial),
  )
}

const isName = (lengthMax: number) => (name: string) =>
  name !== '' && name.length <= lengthMax && name === name.trim() && !hasControlCharacter(name)
const isModelName = isName(256)
const isGroupName = (name: string) => isName(64)(name) && !name.includes(',') // channels list their groups by comma
const isAmount = (value: unknown): value is number => typeof value === 'number' && isRatio(value)
const isLine = (value: unknown): value is string => lineText.safeParse(value).success

const mapOf = <Value>(isKey: (name: string) => boolean, isValue: (value: unknown) => value is Value) =>
  z.custom<Record<string, Value>>(
    (map) => isMap(map) && Object.entries(map).every(([name, value]) => isKey(name) && isValue(value)),
  )
const isOverride = (value: unknown): value is number | null => value === null || isAmount(value)
const modelOverrides = mapOf(isModelName, isOverride)
const groupAmounts = mapOf(isGroupName, isAmount)
const groupNames = mapOf(isGroupName, isLine)

/** Schemes a browser runs or reads by itself; every other one opens the app that registered it. */
const activeSchemes = new Set(['javascript', 'vbscript', 'data', 'file', 'blob', 'filesystem', 'about', 'view-source'])
function isChatLink(link: unknown): link is string {
  const [, scheme] = (isLine(link) && /^([a-z][a-z0-9+.-]*):\/\/[^\s/\\]/i.exec(link)) || []
  return scheme !== undefined && !activeSchemes.has(scheme.toLowerCase())
}
const chats = z.array(mapOf(isModelName, isChatLink).refine((entry) => Object.keys(entry).length === 1)).max(100)
const chatExamples: Record<string, string>[] = [
  { NextChat: 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{address}"}' },
  {
    LobeChat:
      'https://chat-preview.lobehub.com/?settings={"keyVaults":{"openai":{"apiKey":"{key}","baseURL":"{address}/v1"}}}',
  },
  { AMA: 'ama://set-api-key?server={address}&key={key}' },
  { OpenCat: 'opencat://team/join?domain={address}&token={key}' },
]

function option<Schema extends TextSchema>(
  section: OptionSection,
  made: Kind<Schema>,
  audience: OptionAudience = 'root',
) {
  return { ...made, section, audience, secret: false }
}
/** Write-only: no answer ever carries it. */
const secret = (section: OptionSection) => ({ ...option(section, line()), secret: true })

const everyGroup = { default: 1, vip: 1, svip: 1 }
const mailDomains = 'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com'.split(
  ',',
)

/** Every administrator option. The database holds only what was ever saved; the rest is read from here. */
export const options = {
  TopUpLink: option('operation/general', address(), 'status'),
  ChatLink: option('operation/general', address(), 'status'),
  ChatLink2: option('operation/general', address(), 'status'),
  QuotaPerUnit: option('operation/general', decimal(500_000, { min: 0.000001 }), 'status'),
  RetryTimes: option('operation/general', whole(0, { max: 100 })),
  DisplayInCurrencyEnabled: option('operation/general', flag(true), 'status'),
  DisplayTokenStatEnabled: option('operation/general', flag(true)),
  DefaultCollapseSidebar: option('operation/general', flag(false), 'status'),

  DrawingEnabled: option('operation/drawing', flag(true), 'status'),
  TaskEnabled: option('operation/drawing', flag(true), 'status'),
  MjNotifyEnabled: option('operation/drawing', flag(false), 'status'),
  MjAccountFilterEnabled: option('operation/drawing', flag(false)),
  MjForwardUrlEnabled: option('operation/drawing', flag(true)),
  MjModeClearEnabled: option('operation/drawing', flag(false)),
  MjActionCheckSuccessEnabled: option('operation/drawing', flag(true)),

  CheckSensitiveEnabled: option('operation/sensitive-words', flag(true)),
  CheckSensitiveOnPromptEnabled: option('operation/sensitive-words', flag(true)),
  SensitiveWords: option('operation/sensitive-words', list(byLine, word, ['test_sensitive'])),

  LogConsumeEnabled: option('operation/log', flag(true)),

  DataExportEnabled: option('operation/dashboard', flag(true), 'status'),
  DataExportInterval: option('operation/dashboard', whole(5, { min: 1, max: 10_080 })), // minutes; a week at most
  DataExportDefaultTime: option('operation/dashboard', choice('hour', 'day', 'week'), 'status'),

  ChannelDisableThreshold: option('operation/monitoring', decimal(5)), // seconds; 0 means no limit
  QuotaRemindThreshold: option('operation/monitoring', whole(1000)),
  AutomaticDisableChannelEnabled: option('operation/monitoring', flag(false)),
  AutomaticEnableChannelEnabled: option('operation/monitoring', flag(false)),

  QuotaForNewUser: option('operation/quota', whole(0)),
  PreConsumedQuota: option('operation/quota', whole(500, { max: tokenCountMax })), // tokens, and multiplied by a price
  QuotaForInviter: option('operation/quota', whole(0)),
  QuotaForInvitee: option('operation/quota', whole(0)),

  Chats: option('operation/chat', json(chats, chatExamples), 'status'),

  GroupRatio: option('operation/groups', json(groupAmounts, everyGroup)),
  UserUsableGroups: option('operation/groups', json(groupNames, { default: '默认分组', vip: 'VIP 分组' })),

  // The price book ships with the server; these three hold only what an administrator sets differently, and null for what
  // they took out. Clients read and save whole maps: see the option endpoints.
  ModelRatio: option('operation/model-ratios', json(modelOverrides, {})),
  ModelPrice: option('operation/model-ratios', json(modelOverrides, {})),
  CompletionRatio: option('operation/model-ratios', json(modelOverrides, {})),

  // Nothing reads these. They are kept, on a card that says so, so that the options of another server of this family
  // can be carried over one by one without a refusal.
  StopOnSensitiveEnabled: option('operation/compatibility', flag(true)),
  StreamCacheQueueLength: option('operation/compatibility', whole(0)),
  FileUploadPermission: option('operation/compatibility', whole(0)),
  FileDownloadPermission: option('operation/compatibility', whole(0)),
  ImageUploadPermission: option('operation/compatibility', whole(0)),
  ImageDownloadPermission: option('operation/compatibility', whole(0)),

  ServerAddress: option('system/server-address', address(), 'status'),

  WorkerUrl: option('system/worker', address()),
  WorkerValidKey: secret('system/worker'),

  PayAddress: option('system/payment', address()),
  EpayId: option('system/payment', line()),
  EpayKey: secret('system/payment'),
  // These two arrive once per keystroke: half an address is stored too and checked when used, and nothing reads as 1.
  CustomCallbackAddress: option('system/payment', text(lineLengthMax)),
  MinTopUp: option('system/payment', whole(1, { max: moneyUnitsMax, blank: 1 }), 'status'),
  Price: option('system/payment', decimal(7.3), 'status'),
  TopupGroupRatio: option('system/payment', json(groupAmounts, everyGroup)),

  PasswordLoginEnabled: option('system/login', flag(true)),
  PasswordRegisterEnabled: option('system/login', flag(true)),
  EmailVerificationEnabled: option('system/login', flag(false), 'status'),
  GitHubOAuthEnabled: option('system/login', flag(false), 'status'),
  LinuxDOOAuthEnabled: option('system/login', flag(false), 'status'),
  WeChatAuthEnabled: option('system/login', flag(false), 'status'),
  TelegramOAuthEnabled: option('system/login', flag(false), 'status'),
  RegisterEnabled: option('system/login', flag(true)),
  TurnstileCheckEnabled: option('system/login', flag(false), 'status'),

  EmailDomainRestrictionEnabled: option('system/email-whitelist', flag(false)),
  EmailAliasRestrictionEnabled: option('system/email-whitelist', flag(false)),
  EmailDomainWhitelist: option('system/email-whitelist', list(byComma, domain, mailDomains)),

  SMTPServer: option('system/smtp', line()),
  SMTPPort: option('system/smtp', whole(587, { min: 1, max: 65_535 })),
  SMTPAccount: option('system/smtp', line()),
  SMTPFrom: option('system/smtp', line()),
  SMTPToken: secret('system/smtp'),
  SMTPSSLEnabled: option('system/smtp', flag(false)),

  GitHubClientId: option('system/github', line(), 'status'),
  GitHubClientSecret: secret('system/github'),
  LinuxDOClientId: option('system/linuxdo', line(), 'status'),
  LinuxDOClientSecret: secret('system/linuxdo'),
  WeChatServerAddress: option('system/wechat', address()),
  WeChatServerToken: secret('system/wechat'),
  WeChatAccountQRCodeImageURL: option('system/wechat', address(), 'status'),
  TelegramBotName: option('system/telegram', line(), 'status'),
  TelegramBotToken: secret('system/telegram'),
  TurnstileSiteKey: option('system/bot-check', line(), 'status'),
  TurnstileSecretKey: secret('system/bot-check'),

  Notice: option('other/notice', text(pageLengthMax), 'public'),
  SystemName: option('other/branding', line('Turnpike'), 'status'),
  Logo: option('other/branding', picture(), 'status'),
  Footer: option('other/branding', text(pageLengthMax), 'status'),
  HomePageContent: option('other/pages', text(pageLengthMax), 'public'),
  About: option('other/pages', text(pageLengthMax), 'public'),
} as const satisfies Record<string, Option>

export type OptionKey = keyof typeof options
/** What the rest of the program reads: `RetryTimes` is a number, `GroupRatio` an object. */
export type OptionValues = { [Key in OptionKey]: z.output<(typeof options)[Key]['schema']> }
/** `text` is what to store: the same value in its plainest spelling. */
export type ParsedOption<Key extends OptionKey> =
  | { ok: true; value: OptionValues[Key]; text: string }
  | { ok: false; error: 'option_invalid' | 'option_json_invalid' }

export const optionKeys = Object.keys(options) as OptionKey[] // the table is closed: it has these keys and no other
export const isOptionKey = (key: string): key is OptionKey => Object.hasOwn(options, key)
export const isSecretOption = (key: string) => isOptionKey(key) && options[key].secret

export function parseOption<Key extends OptionKey>(key: Key, text: string): ParsedOption<Key> {
  if (!isOptionKey(key)) return { ok: false, error: 'option_invalid' }
  const schema: TextSchema = options[key].schema
  const parsed = schema.safeParse(text)
  // The value came out of the schema that stands under this key.
  if (parsed.success) return { ok: true, value: parsed.data as OptionValues[Key], text: schema.encode(parsed.data) }
  const isBrokenJson = parsed.error.issues.some((issue) => issue.message === 'option_json_invalid')
  return { ok: false, error: isBrokenJson ? 'option_json_invalid' : 'option_invalid' }
}

/** A value as the text that is stored. */
export function optionText<Key extends OptionKey>(key: Key, value: OptionValues[Key]): string {
  const schema: TextSchema = options[key].schema
  return schema.encode(value)
}

/** What every option means until someone saves it. */
export function defaultOptions(): OptionValues {
  // Every row is decoded under its own key, which is what the type says.
  return Object.fromEntries(
    optionKeys.map((key) => [key, options[key].schema.parse(options[key].default)]),
  ) as OptionValues
}
