import { personBounds } from '@turnpike/contract/identity/user-admin'
import { dictionary } from '../../../lib/text/text.ts'

const displayNameMax = personBounds.display_name.charactersMax

export const accountText = dictionary({
  facts: ['Balance and use', '余额与用量'],
  used: ['Total used', '历史消耗'],
  openLog: ['Open usage log', '打开使用日志'],
  quota: ['{amount} quota', '{amount} 额度'],
  profile: ['Profile', '个人资料'],
  profileText: ['Shown in the console.', '你在控制台中显示的信息。'],
  displayName: ['Display name', '显示名称'],
  displayNameHelp: [`Up to ${displayNameMax} characters`, `不超过 ${displayNameMax} 个字符`],
  displayNameMissing: ['Enter a display name', '请输入显示名称'],
  save: ['Save', '保存'],
  nameSaved: ['Display name saved', '显示名称已保存'],
  startPage: ['Start page', '起始页'],
  startPageHelp: ['Opens after you sign in with this browser.', '在此浏览器登录后打开的页面。'],
  startTokens: ['Tokens', '令牌'],
  startOverview: ['Overview', '总览'],
  models: ['Available models', '可用模型'],
  modelsText: ['Models you can use. Click a name to copy it.', '你的账户可以使用的模型，点击名称即可复制。'],
  model: ['Model name', '模型名称'],
  noModels: [
    'No models yet. An administrator must add a channel for your group.',
    '还没有可用的模型。管理员为你的分组添加渠道后会显示在这里。',
  ],
  more: ['Show {count} more', '展开其余 {count} 个'],
})
