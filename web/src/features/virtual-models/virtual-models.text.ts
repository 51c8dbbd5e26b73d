import { membersMax, virtualModelBounds } from '@turnpike/contract/routing/virtual-models'
import { type Count, type Name, plural } from '../../components/text/phrase.ts'
import { dictionary } from '../../lib/text/text.ts'

const nameMax = virtualModelBounds.name.lengthMax
const descriptionMax = virtualModelBounds.description.charactersMax

export const virtualModelsText = dictionary({
  title: ['Virtual models', '虚拟模型'],
  facts: [
    ({ total, on }: { total: number; on: number }) => `${total} total · ${on} enabled`,
    ({ total, on }) => `共 ${total} 个 · ${on} 个已启用`,
  ],
  create: ['Create virtual model', '新建虚拟模型'],
  mode: ['Choice', '选择方式'],
  order: ['In order', '按顺序'],
  weight: ['By weight', '按权重'],
  fallbackOnly: ['fallback', '备用'],
  removeQuestion: [({ name }: Name) => `Delete “${name}”?`, ({ name }) => `删除“${name}”？`],
  removeText: [
    'Calls of this name are refused from now on, unless a channel serves a model of the same name.',
    '删除后，对该名称的调用将被拒绝，除非有渠道提供同名模型。',
  ],
  removed: [({ name }: Name) => `${name} deleted`, ({ name }) => `${name} 已删除`],
  disabledOne: [({ name }: Name) => `${name} disabled`, ({ name }) => `${name} 已禁用`],
  saved: [({ name }: Name) => `${name} saved`, ({ name }) => `${name} 已保存`],
  emptyTitle: ['No virtual models yet', '还没有虚拟模型'],
  emptyText: [
    'A virtual model is a name that you sell, such as “our-best”, with a list of real models behind it. You change the list at any time, your customers change nothing. A call is charged as the model that served it.',
    '虚拟模型是你出售的一个名称，例如“our-best”，背后是一组真实模型。你可以随时更换这组模型，客户无需改动。每次调用按实际提供服务的模型计费。',
  ],
  warnings: [({ count }: Count) => plural(count, 'warning'), ({ count }) => `${count} 条提醒`],

  warningsTitle: ['Warnings', '提醒'],
  createTitle: ['Create virtual model', '新建虚拟模型'],
  editTitle: ['Edit virtual model', '编辑虚拟模型'],
  nameHelp: [
    'Customers call this name like any other model. Tokens can be limited to it.',
    '客户像调用其他模型一样使用这个名称。令牌也可以限定为这个名称。',
  ],
  nameProblem: [
    `1 to ${nameMax} characters, without commas and without spaces at the ends`,
    `须为 1 至 ${nameMax} 个字符，不含逗号，首尾无空格`,
  ],
  description: ['Note', '备注'],
  descriptionHelp: ['Only administrators see it.', '仅管理员可见。'],
  descriptionProblem: [`At most ${descriptionMax} characters`, `最多 ${descriptionMax} 个字符`],
  switchText: ['While it is off, calls of this name are refused.', '关闭期间，对该名称的调用将被拒绝。'],
  modeHelpOrder: [
    'The first model that suits serves the call. The models below it are its fallbacks.',
    '由第一个合适的模型提供服务，排在后面的模型为其备用。',
  ],
  modeHelpWeight: [
    'Calls are shared out by weight. When the chosen model fails, the others are its fallbacks.',
    '调用按权重分配。选中的模型失败时，其余模型为其备用。',
  ],
  groupsHelp: ['Whose users may call it. Leave it empty for all groups.', '哪些分组的用户可以调用。留空表示全部分组。'],
  modelsHelp: ['A call is charged as the model that serves it.', '每次调用按实际提供服务的模型计费。'],
  member: [({ number }: { number: number }) => `Model ${number}`, ({ number }) => `模型 ${number}`],
  memberWeight: [
    ({ number }: { number: number }) => `Weight of model ${number}`,
    ({ number }) => `模型 ${number} 的权重`,
  ],
  share: [({ percent }: { percent: string }) => `${percent}%`, ({ percent }) => `${percent}%`],
  modelPlaceholder: ['Choose or type a model', '选择或输入模型'],
  addMember: ['Add model', '添加模型'],
  moveUp: [({ name }: Name) => `Move ${name} up`, ({ name }) => `上移 ${name}`],
  moveDown: [({ name }: Name) => `Move ${name} down`, ({ name }) => `下移 ${name}`],
  removeMember: [({ name }: Name) => `Remove ${name}`, ({ name }) => `移除 ${name}`],
  placed: [
    ({ name, place, count }: { name: string; place: number; count: number }) =>
      `${name} is now number ${place} of ${count}`,
    ({ name, place, count }) => `${name} 现在是第 ${place} 个，共 ${count} 个`,
  ],
  modelProblem: ['Enter the name of a model', '请输入模型名称'],
  twiceProblem: ['This model is in the list already', '列表中已有该模型'],
  weightProblem: ['A whole number from 0 to 1000', '须为 0 至 1000 的整数'],
  countProblem: [`Choose 1 to ${membersMax} models`, `请选择 1 至 ${membersMax} 个模型`],
  conditions: ['Conditions', '条件'],
  conditionsSet: [({ count }: Count) => plural(count, 'condition'), ({ count }) => `${count} 个条件`],
  conditionsHelp: [
    'The model is left out of a call that does not meet these. Empty fields do not matter.',
    '不满足条件的调用会跳过该模型。留空则不限制。',
  ],
  prompt_tokens_min: ['Prompt, at least', '提示词不少于'],
  prompt_tokens_max: ['Prompt, at most', '提示词不超过'],
  price_max: ['Price, at most', '价格不超过'],
  first_token_ms_max: ['Time to first token, at most', '首字用时不超过'],
  tokens: ['tokens', 'Token'],
  dollars: ['$ per 1M input tokens', '$ / 百万输入 Token'],
  milliseconds: ['ms', '毫秒'],
  priceHelp: [
    'With the group’s ratio. Of models charged per call: the price of a call.',
    '已乘分组倍率。按次计费的模型为单次价格。',
  ],
  speedHelp: [
    'The middle of the newest calls on its fastest channel. One call in twenty measures a slow model anew.',
    '最快渠道最近调用的中位数。每二十次调用中有一次会重新测量较慢的模型。',
  ],
  numberProblem: [
    ({ min, max }: { min: string; max: string }) => `A number from ${min} to ${max}`,
    ({ min, max }) => `须为 ${min} 至 ${max} 的数`,
  ],
  crossedProblem: ['Below the smallest prompt', '小于提示词的最小值'],
  fallback: ['Try the next model after', '出现以下情况时换下一个模型'],
  fallbackHelp: [
    'When all channels of a model have failed like this and nothing was sent to the customer yet. The customer pays once, for the model that served.',
    '模型的所有渠道均如此失败，且尚未向客户发送任何内容时生效。客户只为提供服务的模型付费一次。',
  ],
  rate_limited: ['Rate limit', '限流'],
  rate_limitedHelp: ['The upstream takes no more calls at the moment.', '上游暂时不接受更多调用。'],
  server_error: ['Server error', '上游错误'],
  server_errorHelp: [
    'The upstream returns 5xx, cannot be reached, or its response cannot be read.',
    '上游返回 5xx、无法连接，或响应无法识别。',
  ],
  timeout: ['No response in time', '超时未响应'],
  timeoutHelp: [
    'The upstream may have done the work, and may charge you for it.',
    '上游可能已经完成，并可能向你收费。',
  ],
  account: ['Upstream account', '上游账户'],
  accountHelp: ['The upstream refuses the key, or the account is empty.', '上游拒绝密钥，或账户余额不足。'],
  no_channel: ['No channel', '无渠道'],
  no_channelHelp: ['No channel can serve the model at the moment.', '暂时没有渠道可以提供该模型。'],
  content_refused: ['Content filter', '内容过滤'],
  content_refusedHelp: [
    'The upstream refuses the content of the request. Another upstream may accept it.',
    '上游拒绝请求的内容，其他上游可能会接受。',
  ],
  too_long: ['Too long', '过长'],
  too_longHelp: ['The request does not fit into the model.', '请求超出模型的长度。'],
  balance: ['Balance too small', '余额不足'],
  balanceHelp: [
    'The customer’s balance does not cover this model; a cheaper one further down may be covered.',
    '客户余额不足以使用该模型，后面更便宜的模型可能可以。',
  ],
  isReal: [
    'A channel serves a model of the same name. Calls of this name go to the virtual model; to keep the real one, add it to the list.',
    '已有渠道提供同名模型。对该名称的调用将由虚拟模型处理；如需保留真实模型，请将其加入列表。',
  ],
  noChannel: ['No channel serves this model', '没有渠道提供该模型'],
  noChannelInGroups: ['No channel serves this model in the chosen groups', '所选分组中没有渠道提供该模型'],
  noPrice: ['This model has no price, so it is left out', '该模型没有价格，因此会被跳过'],
})
