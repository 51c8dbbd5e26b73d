import type { Name } from '../../components/text/phrase.ts'
import { dictionary } from '../../lib/text/text.ts'

export const providersText = dictionary({
  title: ['Identity providers', '身份提供方'],
  facts: [
    'Sign-in with OpenID Connect: Entra ID, Okta, Keycloak, Google Workspace and others.',
    '通过 OpenID Connect 登录：Entra ID、Okta、Keycloak、Google Workspace 等。',
  ],
  toSettings: ['Sign-in settings', '登录设置'],
  add: ['Add a provider', '添加身份提供方'],
  editTitle: [({ name }: Name) => `Edit ${name}`, ({ name }) => `编辑 ${name}`],
  removeTitle: [({ name }: Name) => `Delete ${name}?`, ({ name }) => `删除 ${name}？`],
  removeText: [
    'Nobody signs in with it any more. Users who have no other method are locked out. Their identities stay bound, so adding it again restores them.',
    '之后无法再用它登录，没有其他登录方式的用户将无法登录。绑定关系会保留，重新添加后即可恢复。',
  ],
  removed: [({ name }: Name) => `${name} deleted`, ({ name }) => `${name} 已删除`],
  saved: [({ name }: Name) => `${name} saved`, ({ name }) => `${name} 已保存`],
  save: ['Check and save', '检查并保存'],
  emptyTitle: ['No identity providers yet', '还没有身份提供方'],
  emptyText: [
    'Add one to let people of your organisation sign in with the account they have.',
    '添加后，组织成员可以用已有的账户登录。',
  ],
  off: ['Identity providers are switched off', '身份提供方登录已关闭'],
  offText: [
    'Switch them on in the sign-in settings to show their buttons.',
    '请在登录设置中开启，登录页才会显示按钮。',
  ],
  registers: ['Unknown users get an account', '未知用户会自动创建账户'],
  knownOnly: ['Only users who bound it', '仅限已绑定的用户'],
  nameHelp: ['On the button of the sign-in page.', '显示在登录页的按钮上。'],
  nameProblem: ['Enter 1 to 40 characters', '请输入 1 到 40 个字符'],
  slug: ['Short name', '短名称'],
  slugHelp: [
    'Lower-case letters, digits and hyphens. It cannot be changed later.',
    '小写字母、数字和连字符，之后不能修改。',
  ],
  slugProblem: ['Use lower-case letters, digits and hyphens only', '只能使用小写字母、数字和连字符'],
  address: ['Redirect address', '回调地址'],
  addressHelp: [
    'Enter it at the provider as the allowed redirect (callback) address.',
    '请在身份提供方处填写为允许的回调（重定向）地址。',
  ],
  issuer: ['Issuer', 'Issuer'],
  issuerHelp: [
    'Or the address of its discovery document. It is read when you save.',
    '也可以填写发现文档的地址，保存时会读取。',
  ],
  issuerProblem: ['Enter an address with http or https', '请输入 http 或 https 地址'],
  client_id: ['Client ID', 'Client ID'],
  client_idHelp: ['The provider gives it to you for this application.', '由身份提供方为此应用分配。'],
  client_idProblem: ['Enter the client ID', '请输入 Client ID'],
  secret: ['Client secret', 'Client Secret'],
  secretHelp: [
    'Stored encrypted and never shown. Enter it again when the issuer changes.',
    '加密保存，不会显示。更换 Issuer 后需要重新填写。',
  ],
  secretKept: ['Stored; leave empty to keep it', '已保存，留空则不变'],
  registration: ['Create accounts', '创建账户'],
  registrationText: [
    'An unknown user gets an account at the first sign-in, while registration is allowed. When off, users sign in another way first and bind it.',
    '在允许注册时，未知用户首次登录会自动创建账户。关闭后，用户需先用其他方式登录并绑定。',
  ],
  scopes: ['Scopes', 'Scopes'],
  scopesHelp: ['Scopes to request from the provider, separated by spaces.', '向身份提供方请求的范围，用空格分隔。'],
  scopesProblem: ['Scopes are words separated by spaces', 'Scopes 是用空格分隔的单词'],
  username_claim: ['User name claim', '用户名声明'],
  username_claimHelp: [
    'New accounts take their user name from it, where it fits and is free.',
    '新账户的用户名取自此声明，前提是符合规则且未被占用。',
  ],
  username_claimProblem: ['Enter the name of a claim', '请输入声明的名称'],
  group_claim: ['Group claim', '分组声明'],
  group_claimHelp: [
    'Its values are looked up below at every sign-in. Leave empty to keep groups as they are.',
    '每次登录时按其值查找下面的对应关系。留空则不改变分组。',
  ],
  group_claimProblem: ['Enter the name of a claim', '请输入声明的名称'],
  groups: ['Groups', '分组对应'],
  groupsHelp: [
    'One per line: value of the claim = group here. The first line that fits counts. Groups decide about prices.',
    '每行一个：声明的值 = 此处的分组。采用第一个符合的行。分组决定价格。',
  ],
  groupsProblem: ['Write each line as: value = group', '每行请写成：值 = 分组'],
})
