import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  defaultOptions,
  isOptionKey,
  isSecretOption,
  type OptionKey,
  type OptionValues,
  optionKeys,
  options,
  optionText,
  parseOption,
} from './options.ts'

/** Keys and defaults as operators know them from other servers of this family. */
const all = (text: string, keys: string) => Object.fromEntries(keys.split(' ').map((key) => [key, text]))
const known = {
  ...all(
    'true',
    'DisplayInCurrencyEnabled DisplayTokenStatEnabled DrawingEnabled MjForwardUrlEnabled ' +
      'MjActionCheckSuccessEnabled TaskEnabled CheckSensitiveEnabled CheckSensitiveOnPromptEnabled ' +
      'StopOnSensitiveEnabled LogConsumeEnabled DataExportEnabled PasswordLoginEnabled PasswordRegisterEnabled ' +
      'RegisterEnabled',
  ),
  ...all(
    'false',
    'DefaultCollapseSidebar MjNotifyEnabled MjAccountFilterEnabled MjModeClearEnabled ' +
      'AutomaticDisableChannelEnabled AutomaticEnableChannelEnabled EmailVerificationEnabled GitHubOAuthEnabled ' +
      'LinuxDOOAuthEnabled WeChatAuthEnabled TelegramOAuthEnabled TurnstileCheckEnabled ' +
      'EmailDomainRestrictionEnabled EmailAliasRestrictionEnabled SMTPSSLEnabled',
  ),
  ...all(
    '',
    'TopUpLink FeedbackLink ChatLink ChatLink2 ServerAddress WorkerUrl WorkerValidKey PayAddress EpayId EpayKey ' +
      'CustomCallbackAddress SMTPServer SMTPAccount SMTPFrom SMTPToken GitHubClientId GitHubClientSecret ' +
      'LinuxDOClientId LinuxDOClientSecret WeChatServerAddress WeChatAccountQRCodeImageURL WeChatServerToken ' +
      'TelegramBotName TelegramBotToken TurnstileSiteKey TurnstileSecretKey Notice About HomePageContent Logo ' +
      'Footer',
  ),
  ...all(
    '0',
    'RetryTimes StreamCacheQueueLength QuotaForNewUser QuotaForInviter QuotaForInvitee FileUploadPermission ' +
      'FileDownloadPermission ImageUploadPermission ImageDownloadPermission',
  ),
  ...all('{}', 'ModelRatio ModelPrice CompletionRatio'),
  QuotaPerUnit: '500000',
  SensitiveWords: 'test_sensitive',
  DataExportInterval: '5',
  ChannelDisableThreshold: '5',
  DataExportDefaultTime: 'hour',
  QuotaRemindThreshold: '1000',
  PreConsumedQuota: '500',
  GroupRatio: '{"default":1,"vip":1,"svip":1}',
  TopupGroupRatio: '{"default":1,"vip":1,"svip":1}',
  Price: '7.3',
  MinTopUp: '1',
  EmailDomainWhitelist: 'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com',
  SMTPPort: '587',
  SystemName: 'Turnpike',
  DefaultLanguage: 'zh',
}

const keysWhere = (holds: (key: OptionKey) => boolean) => optionKeys.filter(holds).sort()

function assertRefused(key: OptionKey, texts: readonly string[]) {
  for (const text of texts)
    assert.equal(parseOption(key, text).ok, false, `${key} = ${JSON.stringify(text.slice(0, 80))}`)
}
function assertTaken<Key extends OptionKey>(key: Key, text: string, value: OptionValues[Key], stored = text) {
  assert.deepEqual(plain(parseOption(key, text)), { ok: true, value, text: stored }, `${key} = ${text}`)
}
/** Without prototypes, two objects are compared by what they hold. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('every option of the family is there with its default, and those of ours', () => {
  const defaults = Object.fromEntries(optionKeys.map((key) => [key, options[key].default]))
  const { Chats, UserUsableGroups, DefaultOutputTokens, MailCodeMinutes, WxPusherAppToken, ...more } = defaults
  const { OidcEnabled, PasskeyEnabled, SecondFactorRequired, OrganizationCreation, ...signIn } = more
  assert.equal(OrganizationCreation, 'everyone')
  const { BelowCostGuard, PromptRecordsEnabled, ChannelQueueSeconds, HedgeAfterMs, ...failover } = signIn
  const { ChannelChoice, ChannelPauseFailures, ErrorRules, StickyBy, StickyHeader, StickyMinutes, ...others } = failover
  assert.deepEqual([BelowCostGuard, PromptRecordsEnabled], ['off', 'false'])
  assert.deepEqual([ChannelQueueSeconds, HedgeAfterMs], ['0', '0'])
  assert.deepEqual([ChannelChoice, ChannelPauseFailures, ErrorRules, StickyBy], ['weight', '0', '', 'off'])
  assert.deepEqual([StickyHeader, StickyMinutes], ['x-session-id', '60'])
  assert.deepEqual([OidcEnabled, PasskeyEnabled, SecondFactorRequired], ['false', 'false', 'none'])
  const { CacheRatio, CreateCacheRatio, ImageRatio, ImageCompletionRatio, ModelTiers, ...fine } = others
  const { AudioRatio, AudioCompletionRatio, GroupGroupRatio, ExposeRatioEnabled, ProxyEchoAddress, ...plain } = fine
  assert.equal(ProxyEchoAddress, 'https://api.ipify.org')
  assert.deepEqual([CacheRatio, CreateCacheRatio, ImageRatio, ImageCompletionRatio, ModelTiers], Array(5).fill('{}'))
  assert.deepEqual([AudioRatio, AudioCompletionRatio, GroupGroupRatio], ['{}', '{}', '{}'])
  const { PriceNoticeEnabled, PriceNoticeDays, ...unnoticed } = plain
  assert.deepEqual([PriceNoticeEnabled, PriceNoticeDays], ['true', '30'])
  const { AgentsEnabled, AgentApplication, ...unshared } = unnoticed
  assert.deepEqual([AgentsEnabled, AgentApplication], ['false', 'closed'])
  const { StripeSecretKey, StripeWebhookSecret, StripeCurrency, StripeUnitPrice, McpEnabled, ...rest } = unshared
  assert.deepEqual([McpEnabled, ExposeRatioEnabled], ['false', 'false'])
  assert.deepEqual(rest, known)
  assert.deepEqual([DefaultOutputTokens, MailCodeMinutes, WxPusherAppToken], ['16384', '10', ''])
  assert.deepEqual([StripeSecretKey, StripeWebhookSecret, StripeCurrency, StripeUnitPrice], ['', '', 'usd', '1'])
  assert.deepEqual(Object.keys(JSON.parse(UserUsableGroups ?? '')), ['default', 'vip'])
  assert.deepEqual(
    JSON.parse(Chats ?? '').flatMap((chat: object) => Object.keys(chat)),
    ['NextChat', 'LobeChat', 'AMA', 'OpenCat'],
  )
})

test('every default is a value, stored in its plainest spelling already', () => {
  const values = defaultOptions()
  for (const key of optionKeys)
    assert.deepEqual(parseOption(key, options[key].default), {
      ok: true,
      value: values[key],
      text: options[key].default,
    })
  assert.deepEqual(Object.keys(values), optionKeys)
})

test('values come typed', () => {
  const values = defaultOptions()
  const retryTimes: number = values.RetryTimes
  const granularity: 'hour' | 'day' | 'week' = values.DataExportDefaultTime
  const ratio: number | undefined = values.GroupRatio.default
  assert.deepEqual([retryTimes, granularity, ratio], [0, 'hour', 1])
  assert.deepEqual([values.RegisterEnabled, values.Price, values.SensitiveWords], [true, 7.3, ['test_sensitive']])
})

test('every caller gets new defaults', () => {
  defaultOptions().GroupRatio.default = 9
  assert.equal(defaultOptions().GroupRatio.default, 1)
})

test('the secrets are these and no other', () => {
  const secrets = ['EpayKey', 'GitHubClientSecret', 'LinuxDOClientSecret', 'SMTPToken', 'StripeSecretKey']
  assert.deepEqual(keysWhere(isSecretOption), [
    ...secrets,
    'StripeWebhookSecret',
    'TelegramBotToken',
    'TurnstileSecretKey',
    'WeChatServerToken',
    'WorkerValidKey',
    'WxPusherAppToken',
  ])
  assert.ok(optionKeys.every((key) => !options[key].secret || options[key].audience === 'root'))
})

test('everyone may read what the status and the public pages show, and nothing else', () => {
  const inStatus =
    'AgentApplication AgentsEnabled Chats ChatLink ChatLink2 DataExportDefaultTime DataExportEnabled DataExportInterval DefaultCollapseSidebar DefaultLanguage ' +
    'DisplayInCurrencyEnabled DrawingEnabled EmailVerificationEnabled FeedbackLink Footer GitHubClientId GitHubOAuthEnabled LinuxDOClientId LinuxDOOAuthEnabled ' +
    'Logo MailCodeMinutes McpEnabled MinTopUp MjNotifyEnabled OidcEnabled PasskeyEnabled Price PromptRecordsEnabled QuotaPerUnit ServerAddress SystemName TaskEnabled TelegramBotName ' +
    'TelegramOAuthEnabled TopUpLink TurnstileCheckEnabled TurnstileSiteKey WeChatAccountQRCodeImageURL WeChatAuthEnabled'
  assert.deepEqual(
    keysWhere((key) => options[key].audience === 'status'),
    inStatus.split(' ').sort(),
  )
  assert.deepEqual(
    keysWhere((key) => options[key].audience === 'public'),
    ['About', 'HomePageContent', 'Notice'],
  )
})

test('names from the prototype of objects are no options', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '', 'systemname', 'Unknown']) {
    assert.equal(isOptionKey(name), false, name)
    assert.equal(isSecretOption(name), false, name)
    // A caller could name a key that the table does not have.
    assert.equal(parseOption(name as OptionKey, '1').ok, false, name)
  }
})

test('a switch is the text true or false', () => {
  assertTaken('RegisterEnabled', 'true', true)
  assertTaken('RegisterEnabled', 'false', false)
  assertRefused('RegisterEnabled', ['', 'True', 'FALSE', '1', '0', 'yes', 'on', ' true', 'true ', 'null', 'undefined'])
})

test('an integer is digits, from zero to the largest safe one', () => {
  assertTaken('QuotaForNewUser', '0', 0)
  assertTaken('QuotaForNewUser', '9007199254740991', Number.MAX_SAFE_INTEGER)
  assertRefused('QuotaForNewUser', ['', ' ', '-1', '-0', '+1', '1.0', '1.5', '1e3', '0x10', '01', ' 1', '1 ', '1\n'])
  assertRefused('QuotaForNewUser', ['1,000', 'NaN', '٣', '9007199254740992', '9007199254740993', '9'.repeat(5000)])
})

test('an integer that multiplies or waits keeps its own bounds', () => {
  assertTaken('SMTPPort', '1', 1)
  assertTaken('SMTPPort', '65535', 65_535)
  assertRefused('SMTPPort', ['0', '65536', ''])
  assertTaken('DataExportInterval', '1', 1)
  assertRefused('DataExportInterval', ['0', '10081', ''])
  assertTaken('RetryTimes', '100', 100)
  assertRefused('RetryTimes', ['101'])
  assertTaken('PreConsumedQuota', '1073741823', 1_073_741_823)
  assertRefused('PreConsumedQuota', ['1073741824'])
})

test('a decimal lies between 0 and 1,000,000 and has at most six fractional digits', () => {
  assertTaken('Price', '0', 0)
  assertTaken('Price', '7.300', 7.3, '7.3')
  assertTaken('Price', '0.000001', 0.000001)
  assertTaken('Price', '1000000', 1_000_000)
  assertTaken('ChannelDisableThreshold', '2.5', 2.5)
  assertRefused('Price', ['-0.1', '1000000.1', '0.0000001', '1e-7', '1e3', 'Infinity', 'NaN'])
  assertRefused('Price', ['', '.5', '5.', '1,5', ' 1', '01'])
})

test('one dollar is always some quota', () => {
  assertTaken('QuotaPerUnit', '0.5', 0.5)
  assertRefused('QuotaPerUnit', ['0', '0.0', '0.000000', '-1', ''])
})

test('the granularity of the dashboard is hour, day or week', () => {
  assertTaken('DataExportDefaultTime', 'week', 'week')
  assertRefused('DataExportDefaultTime', ['', 'month', 'Hour', 'hour '])
})

test('what arrives once per keystroke is never in the way', () => {
  assertTaken('MinTopUp', '', 1, '1')
  assertTaken('MinTopUp', '25', 25)
  assertRefused('MinTopUp', ['-', '1.', '1000001', ' '])
  for (const address of ['', 'h', 'http:/', 'ftp://x', 'https://pay.example.com/'])
    assertTaken('CustomCallbackAddress', address, address)
})

test('an address is http or https and loses its trailing slash', () => {
  assertTaken('ServerAddress', '', '')
  assertTaken('ServerAddress', 'https://api.example.com', 'https://api.example.com')
  assertTaken('ServerAddress', 'http://10.0.0.1:3000/', 'http://10.0.0.1:3000', 'http://10.0.0.1:3000')
  assertTaken('WorkerUrl', 'https://w.example.com/a//', 'https://w.example.com/a', 'https://w.example.com/a')
  assertTaken('TopUpLink', 'https://shop.example.com/?back=/', 'https://shop.example.com/?back=/')
  const notWeb = ['example.com', '//example.com', '/path', 'ftp://a.com', 'javascript:alert(1)', 'data:text/html,x']
  const odd = [
    'http:a.com',
    'https:/a.com',
    'https:///a.com',
    'https://',
    'http://[',
    'https://a b.com',
    ' https://a.com',
  ]
  const hidden = ['https://a\\b', 'https://user:password@example.com', 'https://user@example.com', 'https://a\n.com']
  for (const key of keysWhere((name) => /Address$|Link2?$|Url$|URL$/.test(name)))
    if (key !== 'CustomCallbackAddress') assertRefused(key, [...notWeb, ...odd, ...hidden])
})

test('a logo is an address or a file of this server', () => {
  assertTaken('Logo', '/logo.png', '/logo.png')
  assertTaken('Logo', 'https://cdn.example.com/logo.svg', 'https://cdn.example.com/logo.svg')
  assertRefused('Logo', ['logo.png', '//a.com/x.png', '/\\a.com', 'javascript:alert(1)', 'data:image/png;x'])
})

test('a line has no line breaks and an end', () => {
  assertTaken('SystemName', '收费站 & Co', '收费站 & Co')
  assertTaken('SMTPToken', ' p4ss word ', ' p4ss word ')
  assertTaken('EpayId', 'x'.repeat(4096), 'x'.repeat(4096))
  for (const key of ['SystemName', 'SMTPServer', 'SMTPToken', 'EpayId'] as const)
    assertRefused(key, ['a\nb', 'a\r\nBcc: b', 'a\u0000', 'x'.repeat(4097)])
})

test('pages may be long, but not without end', () => {
  for (const key of ['Notice', 'About', 'HomePageContent', 'Footer'] as const) {
    assertTaken(key, '# Hello\n<b>页</b>\n', '# Hello\n<b>页</b>\n')
    assert.equal(parseOption(key, 'x'.repeat(256 * 1024)).ok, true)
    assertRefused(key, ['x'.repeat(256 * 1024 + 1)])
  }
})

test('blocked words are one per line, trimmed, without blanks and repetitions', () => {
  assertTaken('SensitiveWords', ' one\r\n\n two words \none\n', ['one', 'two words'], 'one\ntwo words')
  assertTaken('SensitiveWords', '', [])
  assertRefused('SensitiveWords', ['x'.repeat(1024 * 1024 + 1)])
})

test('mail domains are a list of domains', () => {
  assertTaken(
    'EmailDomainWhitelist',
    'QQ.com, a.org，例子.中国,,',
    ['qq.com', 'a.org', '例子.中国'],
    'qq.com,a.org,例子.中国',
  )
  assertTaken('EmailDomainWhitelist', '', [])
  assertRefused('EmailDomainWhitelist', ['gmail', '@qq.com', 'a@qq.com', 'qq..com', 'https://qq.com', 'a b.com'])
})

test('ratios and prices are an object of decimals', () => {
  const notObjects = ['', 'x', '{', 'null', '1', '"a"', '[]', '[1]', 'true', '{"a":1,}', "{'a':1}"]
  const wrongValues = ['"1"', 'true', '[]', '{}', '-1', '-0.5', '1e-7', '0.0000001', '1000000.5', '1e999']
  for (const key of ['GroupRatio', 'TopupGroupRatio', 'ModelRatio', 'ModelPrice', 'CompletionRatio'] as const) {
    assertTaken(key, ' { "a" : 1.50, "b":0, "c":1e6 } ', { a: 1.5, b: 0, c: 1_000_000 }, '{"a":1.5,"b":0,"c":1000000}')
    assertTaken(key, '{"a":0.000001}', { a: 0.000001 })
    assertTaken(key, '{}', {})
    assertRefused(key, [...notObjects, ...wrongValues.map((value) => `{"a":${value}}`)])
    assertRefused(key, ['{"":1}', '{" a":1}', '{"a ":1}', '{"a\\n":1}', `{"${'a'.repeat(257)}":1}`])
    assertRefused(key, [`{"a":${' '.repeat(1024 * 1024)}1}`, '['.repeat(200_000)])
  }
})

test('a model can be taken out of the shipped prices, a group cannot have no ratio', () => {
  for (const key of ['ModelRatio', 'ModelPrice', 'CompletionRatio'] as const)
    assertTaken(key, '{"a":null}', { a: null })
  for (const key of ['GroupRatio', 'TopupGroupRatio'] as const) assertRefused(key, ['{"a":null}'])
})

test('a value and its text are two spellings of one thing', () => {
  const values = defaultOptions()
  for (const key of optionKeys) assert.equal(optionText(key, values[key]), options[key].default)
})

test('text that is no JSON is told apart from JSON that is no value', () => {
  assert.deepEqual(parseOption('ModelRatio', '{"a":1'), { ok: false, error: 'option_json_invalid' })
  assert.deepEqual(parseOption('ModelRatio', '{"a":-1}'), { ok: false, error: 'option_invalid' })
  assert.deepEqual(parseOption('RetryTimes', 'x'), { ok: false, error: 'option_invalid' })
})

test('a name from the prototype of objects is a group or a model only when it is listed', () => {
  const { GroupRatio, UserUsableGroups } = defaultOptions()
  for (const name of ['constructor', '__proto__', 'toString'])
    assert.deepEqual([GroupRatio[name], UserUsableGroups[name]], [undefined, undefined], name)

  const listed = parseOption('ModelRatio', '{"__proto__":2,"constructor":3}')
  assert.ok(listed.ok)
  assert.deepEqual(Object.entries(listed.value), [
    ['__proto__', 2],
    ['constructor', 3],
  ])
  assert.equal(listed.text, '{"__proto__":2,"constructor":3}')
  assert.equal(listed.value.toString, undefined)
})

test('a group can be named in a comma list', () => {
  assertTaken('GroupRatio', '{"内部":0.8}', { 内部: 0.8 })
  assertRefused('GroupRatio', ['{"a,b":1}', `{"${'a'.repeat(65)}":1}`])
  assertTaken('UserUsableGroups', '{"default":"","vip":"VIP, 更快"}', { default: '', vip: 'VIP, 更快' })
  assertRefused('UserUsableGroups', ['{"vip":1}', '{"vip":null}', '["vip"]', '{"a,b":"x"}', '{"vip":"a\\nb"}', '"vip"'])
})

test('a chat link opens a page or an app and never runs', () => {
  const chat = (link: string) => JSON.stringify([{ Chat: link }])
  for (const link of [
    'https://a.com/?key={key}',
    'http://localhost:8080/#/{"a": "{key}"}',
    'opencat://team/join?x={key}',
  ])
    assertTaken('Chats', chat(link), [{ Chat: link }])

  for (const scheme of 'javascript JavaScript vbscript data file FILE blob filesystem about view-source'.split(' '))
    assertRefused('Chats', [chat(`${scheme}:x`), chat(`${scheme}://x/%0aalert(1)`)])
  const disguised = [' javascript://x', '\tjavascript://x', 'java\nscript://x', '\u0001javascript://x', '{key}://x', '']
  assertRefused('Chats', disguised.map(chat))
  assertRefused('Chats', ['a.com', '//a.com', 'https:x', 'https:///x', 'app:'].map(chat))
})

test('a chat entry is one name and one link', () => {
  assertTaken('Chats', '[]', [])
  assertTaken('Chats', '[{"A":"https://a.example"},{"A":"b://b"}]', [{ A: 'https://a.example' }, { A: 'b://b' }])
  assertRefused('Chats', ['', '{}', 'null', '[null]', '[[]]', '["b://b"]', '[{}]', '[{"A":1}]', '[{"":"b://b"}]'])
  assertRefused('Chats', ['[{"A":"b://b","C":"d://d"}]', '{"A":"b://b"}', `[${Array(101).fill('{"A":"b://b"}')}]`])
})
