import { isOptionText } from '@turnpike/contract/option-kinds'
import { options } from '@turnpike/contract/options'
import { formatCount, ratioBounds } from '@turnpike/contract/quota'
import { isWebAddress } from '@turnpike/contract/web-address'
import type { Words } from '../../../lib/text/words.ts'
import { addressProblem, jsonRule, refusalWords } from '../form/option-problem.ts'
import { option, type Rule, type SectionTable } from '../form/section-table.ts'
import { invalidDomain } from './domain-list.ts'

/** Fields and parts that have components of their own. */
export type SystemField =
  | 'thisAddress'
  | 'missingAddress'
  | 'topupRatios'
  | 'stripeWebhook'
  | 'epayNotice'
  | 'passwordLogin'
  | 'domains'
  | 'testMail'
  | 'githubAddresses'
  | 'linuxdoAddress'
  | 'wechatPicture'
  | 'telegramDomain'
  | 'siteKey'
  | 'configFile'
  | 'proxyList'

const section = (id: string) => `?tab=system&section=${id}`

const switchOn = {
  before: ['Enable it in', '启用开关位于'],
  text: ['Sign-in and registration', '登录与注册'],
  to: section('login'),
} as const

const currencies = Object.fromEntries(
  options.StripeCurrency.choices.map((code): [string, Words] => [code, [code.toUpperCase(), code.toUpperCase()]]),
)

const ratioMax = formatCount(ratioBounds.max)
const topupRule = jsonRule((value) =>
  isOptionText(options.TopupGroupRatio, JSON.stringify(value))
    ? undefined
    : [
        `Enter group names with a multiplier from 0 to ${ratioMax}, such as {"default": 1, "vip": 0.8}`,
        `请填写分组名和倍率（0 到 ${ratioMax}），例如 {"default": 1, "vip": 0.8}`,
      ],
)

// The server stores half an address, because other clients of this family send one; this form edits a whole one.
const callbackRule: Rule = (text) => (text === '' || isWebAddress(text) ? undefined : addressProblem)

const domainsRule: Rule = (text) => {
  const invalid = invalidDomain(text)
  return invalid === undefined
    ? undefined
    : [`“${invalid}” is not a domain such as example.com`, `“${invalid}”不是域名，请写成 example.com 这样`]
}

const pictureHelp: Words = [
  'An https address; browsers block other images.',
  '需要 https 地址，其他图片会被浏览器拦截。',
]
const pictureRule: Rule = (text) => (isWebAddress(text) && text.startsWith('http:') ? pictureHelp : undefined)

const botNameRule: Rule = (text) =>
  text.trim().startsWith('@') ? ['Enter the name without the @', '请输入不带 @ 的名称'] : undefined

/** The options of the server itself: its address, payment, sign-in methods, mail. The sections that are used most come first. */
export const systemSections: SectionTable<SystemField> = [
  {
    section: 'system/server-address',
    title: ['Server address', '服务器地址'],
    parts: [
      {
        title: ['Server address', '服务器地址'],
        text: ['The public address of this server.', '用户和其他服务访问本服务器所用的地址。'],
        fields: [
          option('ServerAddress', ['Server address', '服务器地址'], {
            help: [
              'Used in emails, chat links, payments and third-party sign-in.',
              '用于邮件、聊天链接、支付和第三方登录。',
            ],
            placeholder: 'https://api.example.com',
          }),
          'thisAddress',
        ],
      },
      {
        title: ['Agents', '智能体'],
        text: ['AI agents use this console over MCP.', 'AI 智能体通过 MCP 使用本控制台。'],
        links: [{ text: ['Connect an agent', '接入智能体'], to: '/agents' }],
        fields: [
          option('McpEnabled', ['Console for agents', '允许智能体接入'], {
            help: [
              'Agents use the access token and the rights of a user. They only read, unless the token allows changes.',
              '智能体使用用户的访问令牌，权限与该用户相同。除非令牌允许修改，否则只能读取。',
            ],
          }),
        ],
      },
    ],
  },
  {
    section: 'system/payment',
    title: ['Payment', '支付'],
    // The payment provider sends people back to this server: nothing about payment is saved before it has an address.
    obstacle: ({ ServerAddress }) => (ServerAddress === '' ? refusalWords('server_address_missing') : undefined),
    parts: [
      {
        title: ['Payment provider', '支付服务商'],
        text: [
          'Online top-up through an Epay provider. Available when address, merchant ID and key are set.',
          '通过易支付类服务商在线充值。填好地址、商户 ID 和密钥后即可使用。',
        ],
        fields: [
          'missingAddress',
          option('PayAddress', ['Payment address', '支付地址'], {
            help: ['Leave empty to offer no online top-up.', '留空则不提供在线充值。'],
            placeholder: 'https://pay.example.com',
          }),
          [option('EpayId', ['Merchant ID', '商户 ID']), option('EpayKey', ['Merchant key', '商户密钥'])],
          option('CustomCallbackAddress', ['Callback address', '回调地址'], {
            help: [
              'Where the provider reports payments. Defaults to the server address.',
              '服务商通知付款结果的地址，留空则使用服务器地址。',
            ],
            optional: true,
            rule: callbackRule,
          }),
          'epayNotice',
        ],
      },
      {
        title: ['Stripe', 'Stripe'],
        text: [
          'Card payments through Stripe Checkout. Available when both secrets are set.',
          '通过 Stripe Checkout 用银行卡付款。两个密钥都填好后即可使用。',
        ],
        fields: [
          [
            option('StripeSecretKey', ['Secret key', '密钥（Secret key）']),
            option('StripeWebhookSecret', ['Webhook signing secret', 'Webhook 签名密钥'], {
              help: ['From the webhook that you create in Stripe.', '在 Stripe 创建 Webhook 后获得。'],
            }),
          ],
          'stripeWebhook',
          [
            option('StripeCurrency', ['Currency', '货币'], { choices: currencies }),
            option('StripeUnitPrice', ['Stripe price', 'Stripe 单价'], {
              help: ['Price of $1 of balance.', '充值 1 美元余额需要支付的金额。'],
              unit: ['per $1', '每 $1'],
            }),
          ],
        ],
      },
      {
        title: ['Top-up prices', '充值价格'],
        text: ['What users pay, by group.', '用户充值的价格，可按分组设置。'],
        fields: [
          [
            option('Price', ['Price', '单价'], {
              help: ['Price of $1 of balance.', '充值 1 美元余额需要支付的金额。'],
              unit: ['per $1', '每 $1'],
              prefix: '¥',
            }),
            option('MinTopUp', ['Minimum top-up', '最低充值金额'], {
              help: ['Smallest amount per top-up.', '一次充值的最小金额。'],
              prefix: '$',
            }),
          ],
          option('TopupGroupRatio', ['Top-up multipliers of groups', '充值分组倍率'], {
            help: [
              '0.8 means 80 % of the price. Groups not listed pay the full price.',
              '倍率为 0.8 的分组只付单价的 80 %。未列出的分组按原价支付。',
            ],
            rule: topupRule,
            control: 'topupRatios',
          }),
        ],
      },
    ],
  },
  {
    section: 'system/login',
    title: ['Sign-in and registration', '登录与注册'],
    parts: [
      {
        title: ['Sign-in methods', '登录方式'],
        text: ['Users who rely on a disabled method can’t sign in.', '只能用已关闭方式登录的用户将无法登录。'],
        fields: [
          option('PasswordLoginEnabled', ['Password sign-in', '密码登录'], {
            help: ['With the username or the email address.', '使用用户名或邮箱。'],
            control: 'passwordLogin',
          }),
          option('OidcEnabled', ['Identity providers (OpenID Connect)', '身份提供方（OpenID Connect）'], {
            help: ['Sign-in with the accounts of an organization.', '使用组织的账户登录。'],
            setUp: '/setting/providers',
          }),
          option('PasskeyEnabled', ['Passkeys', '通行密钥'], {
            help: [
              'Users can sign in with a passkey alone. If the host of the server address changes, users must add new passkeys.',
              '用户可以单独用通行密钥登录。服务器地址的域名更换后，用户需要重新添加。',
            ],
            setUp: section('server-address'),
          }),
          option('GitHubOAuthEnabled', ['GitHub sign-in', 'GitHub 登录'], { setUp: section('oauth') }),
          option('LinuxDOOAuthEnabled', ['LINUX DO sign-in', 'LINUX DO 登录'], { setUp: section('oauth') }),
          option('WeChatAuthEnabled', ['WeChat sign-in', '微信登录'], { setUp: section('wechat') }),
          option('TelegramOAuthEnabled', ['Telegram sign-in', 'Telegram 登录'], {
            help: [
              'Only for accounts with Telegram bound. It creates no accounts.',
              '供已绑定账户的用户使用，不会创建新账户。',
            ],
            setUp: section('telegram'),
          }),
        ],
      },
      {
        title: ['Registration', '注册'],
        text: ['Who can register and create organizations.', '谁可以注册，谁可以创建组织。'],
        fields: [
          option('RegisterEnabled', ['Allow registration', '允许新用户注册'], {
            help: ['When off, nobody can register.', '关闭后，任何人都不能注册。'],
          }),
          option('PasswordRegisterEnabled', ['Registration with a password', '密码注册'], {
            help: ['When off, only third-party registration is possible.', '关闭后，只能通过第三方注册。'],
          }),
          option('EmailVerificationEnabled', ['Email verification', '邮箱验证'], {
            help: [
              'Registration requires a code sent by email. Set up email first.',
              '注册时需要填写发送到邮箱的验证码。需要先配置邮件。',
            ],
            setUp: section('smtp'),
          }),
          option('MailCodeMinutes', ['Email code validity', '邮件验证码有效期'], {
            help: [
              'For registration and for binding an address. Codes already sent are not affected.',
              '用于注册和绑定邮箱。已发送的验证码不受影响。',
            ],
            unit: ['minutes', '分钟'],
          }),
          option('OrganizationCreation', ['Who may create organizations', '谁可以创建组织'], {
            help: [
              'The members of an organization spend one balance. Existing organizations stay.',
              '组织的成员共用一个余额。已有的组织不受影响。',
            ],
            choices: {
              everyone: ['Everybody', '所有人'],
              admins: ['Administrators', '管理员'],
              nobody: ['Nobody', '不允许'],
            },
          }),
        ],
      },
      {
        title: ['Protection', '防护'],
        text: ['Against stolen passwords and bots.', '防范密码泄露和机器人。'],
        fields: [
          option('SecondFactorRequired', ['Required second factor', '必须使用两步验证'], {
            help: [
              'An authenticator app or a passkey. They must set one up before continuing. API keys keep working.',
              '身份验证器应用或通行密钥。须先完成设置才能继续。API 密钥不受影响。',
            ],
            choices: {
              none: ['Nobody', '不要求'],
              administrators: ['Administrators', '管理员'],
              everybody: ['Everybody', '所有人'],
            },
          }),
          option('TurnstileCheckEnabled', ['Bot check', '人机验证'], {
            help: ['For sign-in, registration and public email forms.', '用于登录、注册和公开的邮件表单。'],
            setUp: section('bot-check'),
          }),
        ],
      },
    ],
  },
  {
    section: 'system/email-whitelist',
    title: ['Email whitelist', '邮箱白名单'],
    parts: [
      {
        title: ['Email whitelist', '邮箱白名单'],
        text: ['Email addresses allowed for registration and binding.', '哪些邮箱可以用来注册和绑定。'],
        fields: [
          option('EmailDomainRestrictionEnabled', ['Listed domains only', '仅限名单内的域名'], {
            help: ['Other domains are refused.', '其他域名的邮箱会被拒绝。'],
          }),
          option('EmailDomainWhitelist', ['Allowed domains', '允许的域名'], {
            help: [
              'Press Enter, comma or space to add a domain. You can paste several.',
              '按回车、逗号或空格添加域名，也可以一次粘贴多个。',
            ],
            control: 'domains',
            rule: domainsRule,
          }),
          option('EmailAliasRestrictionEnabled', ['No aliases', '禁止别名'], {
            help: ['Refuses addresses with a plus sign or dot before the @.', '拒绝 @ 之前含有加号或点的地址。'],
          }),
        ],
      },
    ],
  },
  {
    section: 'system/smtp',
    title: ['Email (SMTP)', '邮件（SMTP）'],
    parts: [
      {
        title: ['Email server', '邮件服务器'],
        text: ['Sends codes, password resets and notifications.', '验证码、密码重置和通知都通过它发送。'],
        fields: [
          [
            option('SMTPServer', ['SMTP server', 'SMTP 服务器'], { placeholder: 'smtp.example.com' }),
            option('SMTPPort', ['SMTP port', 'SMTP 端口']),
            option('SMTPAccount', ['SMTP account', 'SMTP 账号']),
            option('SMTPToken', ['SMTP password', 'SMTP 密码'], {
              help: ['Or the app password from your email provider.', '或邮件服务商提供的授权码。'],
            }),
          ],
          option('SMTPFrom', ['Sender address', '发件地址'], {
            help: ['Defaults to the account.', '默认为 SMTP 账号。'],
            optional: true,
            placeholder: 'console@example.com',
          }),
          option('SMTPSSLEnabled', ['SSL from the start', '直接使用 SSL'], {
            help: [
              'Always on for port 465. When off, STARTTLS is used if available.',
              '端口 465 始终使用。关闭时，服务器支持 STARTTLS 即用它加密连接。',
            ],
          }),
        ],
      },
      {
        title: ['Test email', '测试邮件'],
        text: ['Checks the saved settings.', '确认已保存的设置可以使用。'],
        fields: ['testMail'],
      },
    ],
  },
  {
    section: 'system/oauth',
    title: ['OAuth apps', 'OAuth 应用'],
    parts: [
      {
        title: ['OpenID Connect', 'OpenID Connect'],
        text: [
          'Sign-in with the accounts of an organization: Keycloak, Entra ID, Okta, Google.',
          '使用组织的账户登录，例如 Keycloak、Entra ID、Okta、Google。',
        ],
        links: [{ text: ['Identity providers', '身份提供方'], to: '/setting/providers' }],
        fields: [],
      },
      {
        title: ['GitHub', 'GitHub'],
        text: ['Create an OAuth app with these two addresses.', '用以下两个地址创建一个 OAuth 应用。'],
        links: [
          { text: ['GitHub developer settings', 'GitHub 开发者设置'], to: 'https://github.com/settings/developers' },
          switchOn,
        ],
        fields: [
          'githubAddresses',
          [
            option('GitHubClientId', ['GitHub client ID', 'GitHub Client ID']),
            option('GitHubClientSecret', ['GitHub client secret', 'GitHub Client Secret']),
          ],
        ],
      },
      {
        title: ['LinuxDO', 'LinuxDO'],
        text: ['Create an app with this callback address.', '用以下回调地址创建一个应用。'],
        links: [{ text: ['LINUX DO Connect', 'LINUX DO Connect'], to: 'https://connect.linux.do' }, switchOn],
        fields: [
          'linuxdoAddress',
          [
            option('LinuxDOClientId', ['LINUX DO client ID', 'LINUX DO Client ID']),
            option('LinuxDOClientSecret', ['LINUX DO client secret', 'LINUX DO Client Secret']),
          ],
        ],
      },
    ],
  },
  {
    section: 'system/wechat',
    title: ['WeChat', '微信'],
    parts: [
      {
        title: ['WeChat', '微信'],
        text: [
          'Users scan the QR code of an official account and enter the code it sends. Needs a WeChat server.',
          '用户扫描公众号的二维码，再输入收到的验证码。配套的服务器负责确认身份。',
        ],
        links: [switchOn],
        fields: [
          option('WeChatServerAddress', ['WeChat server address', '微信服务器地址'], {
            placeholder: 'https://wechat.example.com',
          }),
          option('WeChatServerToken', ['WeChat server token', '微信服务器令牌']),
          option('WeChatAccountQRCodeImageURL', ['QR code image', '二维码图片'], {
            help: pictureHelp,
            rule: pictureRule,
          }),
          'wechatPicture',
        ],
      },
    ],
  },
  {
    section: 'system/telegram',
    title: ['Telegram', 'Telegram'],
    parts: [
      {
        title: ['Telegram', 'Telegram'],
        text: [
          'Get the name and token from BotFather, and set this server’s domain with /setdomain.',
          '名称和令牌由 BotFather 提供，还需用 /setdomain 设置本服务器的域名。',
        ],
        links: [switchOn],
        fields: [
          'telegramDomain',
          [
            option('TelegramBotName', ['Bot name', '机器人名称'], {
              help: ['Without the @.', '不带 @。'],
              rule: botNameRule,
            }),
            option('TelegramBotToken', ['Bot token', '机器人令牌']),
          ],
        ],
      },
    ],
  },
  {
    section: 'system/wxpusher',
    title: ['WxPusher', 'WxPusher'],
    parts: [
      {
        title: ['WxPusher', 'WxPusher'],
        text: [
          'Users bind their WeChat by a QR code and are notified there. Create an application and copy its token.',
          '用户扫码绑定微信后，可在微信中收到通知。请创建一个应用并复制它的 appToken。',
        ],
        links: [{ text: ['WxPusher console', 'WxPusher 管理后台'], to: 'https://wxpusher.zjiecode.com/admin/' }],
        fields: [
          option('WxPusherAppToken', ['App token', '应用 appToken'], {
            help: [
              'Starts with AT_. Without it users can only enter a push token of their own.',
              '以 AT_ 开头。未填写时，用户只能填写自己的推送凭证。',
            ],
          }),
        ],
      },
    ],
  },
  {
    section: 'system/bot-check',
    title: ['Bot check', '人机验证'],
    parts: [
      {
        title: ['Bot check', '人机验证'],
        text: [
          'Cloudflare Turnstile blocks bots. Create a widget for this server’s domain.',
          'Cloudflare Turnstile 可阻止机器人。请为本服务器的域名创建一个组件。',
        ],
        links: [
          {
            text: ['Cloudflare dashboard', 'Cloudflare 控制台'],
            to: 'https://dash.cloudflare.com/?to=/:account/turnstile',
          },
          switchOn,
        ],
        fields: [
          option('TurnstileSiteKey', ['Site key', '站点密钥'], { help: ['Public.', '公开。'], control: 'siteKey' }),
          option('TurnstileSecretKey', ['Secret key', '私密密钥']),
        ],
      },
    ],
  },
  {
    section: 'system/proxies',
    title: ['Proxies', '代理'],
    parts: [
      'proxyList',
      {
        title: ['Exit address', '出口地址'],
        text: ['Proxy tests ask this service for the exit address.', '测试代理时，向此服务查询出口地址。'],
        fields: [
          option('ProxyEchoAddress', ['Service address', '服务地址'], {
            help: [
              'Must return the client’s IP address, as text or in a JSON object.',
              '须以文本或 JSON 对象返回客户端的 IP 地址。',
            ],
            placeholder: options.ProxyEchoAddress.default,
          }),
        ],
      },
    ],
  },
  {
    section: 'system/worker',
    title: ['Worker proxy', 'Worker 代理'],
    parts: [
      {
        title: ['Worker proxy', 'Worker 代理'],
        text: [
          'Fetches images and files in requests, so other sites do not see this server’s address.',
          '请求中引用的图片和文件经它下载，其他网站不会看到本服务器。',
        ],
        fields: [
          option('WorkerUrl', ['Worker address', 'Worker 地址'], {
            help: ['Leave empty to fetch them directly.', '留空则直接下载。'],
            placeholder: 'https://worker.example.com',
          }),
          option('WorkerValidKey', ['Worker key', 'Worker 密钥'], {
            help: ['Authenticates requests to the worker.', '让 Worker 确认请求来自你。'],
          }),
        ],
      },
    ],
  },
  { section: 'system/config-file', title: ['Configuration file', '配置文件'], parts: ['configFile'] },
]
