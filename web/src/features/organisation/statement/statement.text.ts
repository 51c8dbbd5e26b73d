import { formatCount } from '@turnpike/contract/quota'
import { dictionary } from '../../../lib/text/text.ts'

export const statementText = dictionary({
  title: ['Statement', '对账单'],
  of: ['Statement of {month}', '{month}对账单'],
  month: ['Month', '月份'],
  csv: ['Download CSV', '下载 CSV'],
  print: ['Print', '打印'],
  saved: ['Statement saved', '对账单已保存'],
  opening: ['Opening balance', '期初余额'],
  closing: ['Closing balance', '期末余额'],
  closingNow: ['Balance so far', '目前余额'],
  noMovements: ['No change in this month.', '本月没有变动。'],
  entries: [
    ({ count }: { count: number }) => (count === 1 ? '1 entry' : `${formatCount(count)} entries`),
    ({ count }) => `${formatCount(count)} 笔`,
  ],
  byMember: ['By member', '按成员'],
  byModel: ['By model', '按模型'],
  byBoth: ['By member and model', '按成员和模型'],
  member: ['Member', '成员'],
  outputTokens: ['Output tokens', '输出 Token'],
  tokensOf: ['{input} input · {output} output', '输入 {input} · 输出 {output}'],
  noRequests: ['No requests in this month.', '本月没有请求。'],
  zone: ['Times in {zone}.', '时区：{zone}。'],
  hours: [
    'Requests count in the hour in which they ended. Requests that are still running are not included.',
    '请求按结束时所在的小时统计，不含进行中的请求。',
  ],
  forbiddenTitle: ['Your role does not show the statement', '你的角色不能查看对账单'],
  forbiddenText: ['Ask an owner or administrator of the organization.', '请联系组织的所有者或管理员。'],
})
