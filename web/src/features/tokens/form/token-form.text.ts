import { tokenBounds } from '@turnpike/contract/identity/token'
import { formatCount } from '@turnpike/contract/quota'
import { dictionary } from '../../../lib/text/text.ts'
import { batchMax, batchNameMax } from './batch-names.ts'

const nameMax = tokenBounds.name.charactersMax
const addressesMax = formatCount(tokenBounds.allow_ips.lengthMax)

export const tokenFormText = dictionary({
  createTitle: ['Create token', '新建令牌'],
  editTitle: ['Edit token', '编辑令牌'],
  create: ['Create token', '创建令牌'],
  createMany: ['Create {count} tokens', '创建 {count} 个令牌'],
  creating: ['Created {created} of {wanted}', '已创建 {created} / {wanted}'],
  saved: ['Token saved', '令牌已保存'],
  nameHelp: ['Shown in your usage log.', '显示在你的使用日志中。'],
  nameMissing: ['Enter a name for the token', '请输入令牌名称'],
  nameLong: [`Use at most ${nameMax} characters`, `名称最多 ${nameMax} 个字符`],
  nameControl: ['Use no line breaks, tabs or other control characters', '名称不能包含换行、制表符等控制字符'],
  nameLongForSuffix: [
    `Use at most ${batchNameMax} characters: each further name gets a suffix`,
    `批量创建时名称最多 ${batchNameMax} 个字符，因为后面会加后缀`,
  ],
  quotaLeft: ['Remaining quota', '剩余额度'],
  quotaHelp: ['Requests stop when the limit is reached.', '额度用完后，请求会被拒绝。'],
  quotaUnlimitedHelp: ['The token can spend your whole balance.', '令牌可以用到账户余额为止。'],
  quotaInvalid: ['Enter an amount that is not negative', '请输入不小于 0 的金额'],
  unlimited: ['Unlimited quota', '无限额度'],
  expiry: ['Expires', '过期时间'],
  expiryNever: ['Never expires', '永不过期'],
  expiryFormat: ['Write the time as 2027-01-31 18:00:00', '过期时间格式错误，请按 2027-01-31 18:00:00 填写'],
  expiryPast: ['Choose a future time', '请选择一个将来的时间'],
  expiryShortcuts: ['Presets', '常用时间'],
  yes: ['Yes', '是'],
  no: ['No', '否'],
  month: ['30 days', '30 天'],
  ownGroup: ['Your own group', '你所在的分组'],
  groupGone: ['No longer available to you', '已不再对你开放'],
  limit: ['Limit to certain models', '限制可用模型'],
  limitHelp: ['When off, all models in the group are allowed.', '关闭时可调用该分组的全部模型。'],
  models: ['Allowed models', '允许的模型'],
  modelsPlaceholder: ['Choose models', '选择模型'],
  modelsMissing: ['Choose at least one model', '请至少选择一个模型'],
  addresses: ['Allowed IP addresses', '允许的 IP'],
  addressesHelp: ['One address or range per line. Leave empty to allow all.', '每行一个地址或网段；留空不限。'],
  addressesLong: [`Use at most ${addressesMax} characters`, `最多 ${addressesMax} 个字符`],
  /** The descriptions of groups that no administrator has changed. */
  shippedDefault: ['Default group', '默认分组'],
  shippedVip: ['VIP group', 'VIP 分组'],
  count: ['Number of tokens', '数量'],
  countHelp: ['A random suffix is added to each name after the first.', '多于 1 个时，名称后会加 6 位随机字符。'],
  countInvalid: [`Enter a whole number from 1 to ${batchMax}`, `请输入 1 到 ${batchMax} 的整数`],
  counts: ['Presets', '常用数量'],
})
