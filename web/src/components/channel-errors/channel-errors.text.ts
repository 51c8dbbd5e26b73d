import { dictionary } from '../../lib/text/text.ts'

export const channelErrorsText = dictionary({
  title: ['Errors of {name}', '{name} 的错误'],
  lastTest: ['Last failed test or refused request', '最近一次测试失败或被拒绝的请求'],
  autoDisabled: ['Disabled automatically', '已自动禁用'],
  failedOf: ['{failed} of {total} requests failed', '{total} 次请求中 {failed} 次失败'],
  http: ['HTTP {status}', 'HTTP {status}'],
  times: ['{count} times', '{count} 次'],
  none: ['No errors in the last requests', '最近的请求没有错误'],
  noneText: ['The last 50 requests of each channel are kept.', '每个渠道保留最近 50 次请求的记录。'],
  openLog: ['Open log', '查看日志'],
  checkRoute: ['Route check', '路由诊断'],
  disableModel: ['Disable this model on this channel', '在此渠道禁用该模型'],
  disableChannel: ['Disable channel', '禁用渠道'],
  onlyModel: ['The only model of this channel', '此渠道唯一的模型'],
  notListed: ['No longer a model of this channel', '已不是此渠道的模型'],
  modelDisabled: ['{model} disabled on {name}', '已在 {name} 禁用 {model}'],
  modelDisabledMany: ['{model} disabled on {count channel}', '已在 {count} 个渠道禁用 {model}'],
  channelDisabled: ['{name} disabled', '{name} 已禁用'],
})
