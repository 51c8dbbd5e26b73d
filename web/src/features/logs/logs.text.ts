import { formatCount } from '@turnpike/contract/quota'
import { dictionary } from '../../lib/text/text.ts'

type Totals = { requests: number; failures: number; refusals: number; events: number; tokens: number }

const count = (amount: number, one: string, many: string) => `${formatCount(amount)} ${amount === 1 ? one : many}`

export const logsText = dictionary({
  member: ['Member', '成员'],
  memberFilter: ['Member', '成员'],
  title: ['Usage log', '使用日志'],
  ofRequest: ['one request', '单个请求'],
  rpm: ['RPM', 'RPM'],
  tpm: ['TPM', 'TPM'],
  rpmHelp: ['Requests in the last minute', '最近一分钟的请求数'],
  tpmHelp: ['Tokens in the last minute', '最近一分钟的 Token 数'],
  live: ['Live', '实时'],
  liveHelp: ['Loads new rows every 5 seconds', '每 5 秒加载新记录'],
  exportRows: ['Export', '导出'],
  asCsv: ['CSV, for spreadsheets', 'CSV，用于表格软件'],
  asJsonl: ['JSON Lines, with every detail', 'JSON Lines，包含全部明细'],
  exported: ['Log exported', '日志已导出'],
  speed: ['Time · TTFT', '用时 · 首 Token'],
  speedHelp: ['Total time · time to first token', '总用时 · 首 Token 耗时'],
  prompt: ['In', '输入'],
  completion: ['Out', '输出'],
  tokenName: ['Token name', '令牌名称'],
  modelName: ['Model', '模型'],
  costOver: ['Cost over', '费用超过'],
  costOverFilter: ['Cost over $', '费用超过 $'],
  sortedPart: [
    'Only the newest {count} rows are sorted, those since {time}. Choose a shorter time to sort all.',
    '仅排序最新的 {count} 条记录（{time} 之后）。缩短时间范围可排序全部记录。',
  ],
  searchedPart: [
    'Only the newest {count} rows were searched, those since {time}. Choose a shorter time to search all.',
    '仅查找最新的 {count} 条记录（{time} 之后）。缩短时间范围可查找全部记录。',
  ],
  exportLimit: ['The first {count} rows in this order', '按此排序的前 {count} 条'],
  modelFilter: ['Model, e.g. gpt-4%', '模型，如 gpt-4%'],
  anyGroup: ['Group', '分组'],

  topUp: ['Top-up', '充值'],
  consumption: ['Usage', '消费'],
  admin: ['Admin', '管理'],
  failure: ['Error', '错误'],
  noStream: ['non-streaming', '非流式'],
  retries: [
    ({ count }: { count: number }) => (count === 1 ? 'Retried once' : `Retried ${count} times`),
    ({ count }) => `重试 ${count} 次`,
  ],
  callPrice: [
    ({ price, ratio }: { price: string; ratio: number }) => `Per request $${price} × ${ratio}`,
    ({ price, ratio }) => `按次 $${price} × ${ratio}`,
  ],
  cached: ['{share} cached', '缓存 {share}'],
  viaVirtual: ['via {model}', '经 {model}'],
  counted: ['counted here', '本站统计'],
  ended: ['ended early', '提前结束'],
  toUpstream: ['→ {model}', '→ {model}'],
  channelTest: ['Channel test', '渠道测试'],
  tokensIn: ['{count} in', '输入 {count}'],
  tokensOut: ['{count} out', '输出 {count}'],
  open: ['Show details', '展开详情'],
  close: ['Hide details', '收起详情'],

  totals: ['Total for this filter', '合计'],
  totalWords: [
    ({ requests, failures, refusals, events, tokens }: Totals) =>
      [
        count(requests, 'request', 'requests'),
        failures > 0 && `${formatCount(failures)} of them failed`,
        refusals > 0 && `${formatCount(refusals)} refused`,
        events > 0 && count(events, 'other entry', 'other entries'),
        count(tokens, 'token', 'tokens'),
      ]
        .filter(Boolean)
        .join(' · '),
    ({ requests, failures, refusals, events, tokens }) =>
      [
        `${formatCount(requests)} 次请求`,
        failures > 0 && `其中失败 ${formatCount(failures)}`,
        refusals > 0 && `拒绝 ${formatCount(refusals)}`,
        events > 0 && `其他记录 ${formatCount(events)}`,
        `${formatCount(tokens)} Token`,
      ]
        .filter(Boolean)
        .join(' · '),
  ],
  shownMore: ['{from}–{to} of {total}+', '第 {from}–{to} 条，共 {total}+ 条'],
  emptyTitle: ['No rows in this time', '这段时间没有记录'],
  emptyText: [
    'Requests made with your tokens are listed here with their cost.',
    '用你的令牌发起的请求都会列在这里，并说明费用。',
  ],
  noMatch: ['No rows match', '没有符合条件的记录'],
})
