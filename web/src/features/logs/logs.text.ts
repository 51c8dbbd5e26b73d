import { dictionary } from '../../lib/text/text.ts'

type Totals = { calls: string; failures: string; tokens: string }

export const logsText = dictionary({
  title: ['Usage log', '使用日志'],
  ofRequest: ['one request', '单个请求'],
  rpm: ['RPM', 'RPM'],
  tpm: ['TPM', 'TPM'],
  rpmHelp: ['Calls in the last minute', '最近一分钟的调用次数'],
  tpmHelp: ['Tokens in the last minute', '最近一分钟的 Token 数'],
  live: ['Live', '实时'],
  liveHelp: ['Loads new rows every 5 seconds', '每 5 秒加载新记录'],
  exportRows: ['Export', '导出'],
  asCsv: ['CSV, for spreadsheets', 'CSV，用于表格软件'],
  asJsonl: ['JSON Lines, with every detail', 'JSON Lines，包含全部明细'],
  exported: ['Log exported', '日志已导出'],
  speed: ['Elapsed · first token', '用时 · 首字'],
  prompt: ['In', '输入'],
  completion: ['Out', '输出'],
  tokenName: ['Token name', '令牌名称'],
  modelName: ['Model', '模型'],
  modelFilter: ['Model, e.g. gpt-4%', '模型，如 gpt-4%'],
  anyGroup: ['Group', '分组'],

  topUp: ['Top-up', '充值'],
  consumption: ['Usage', '消费'],
  admin: ['Admin', '管理'],
  failure: ['Error', '错误'],
  noStream: ['no stream', '非流'],
  retries: [
    ({ count }: { count: number }) => (count === 1 ? 'Retried once' : `Retried ${count} times`),
    ({ count }) => `重试 ${count} 次`,
  ],
  callPrice: [
    ({ price, ratio }: { price: string; ratio: number }) => `Per call $${price} × ${ratio}`,
    ({ price, ratio }) => `按次 $${price} × ${ratio}`,
  ],
  perMillion: ['Dollars per 1M tokens, group ratio included', '美元 / 1M Token，已含分组倍率'],
  channelTest: ['Channel test', '渠道测试'],
  tokensIn: ['{count} in', '{count} 入'],
  tokensOut: ['{count} out', '{count} 出'],
  open: ['Show details', '展开详情'],
  close: ['Hide details', '收起详情'],

  totals: ['All rows of this filter', '当前筛选的全部记录'],
  totalWords: [
    ({ calls, failures, tokens }: Totals) =>
      `${calls} ${calls === '1' ? 'call' : 'calls'} · ${failures} failed · ${tokens} ${tokens === '1' ? 'token' : 'tokens'}`,
    ({ calls, failures, tokens }) => `${calls} 次调用 · ${failures} 次失败 · ${tokens} Token`,
  ],
  shownMore: ['{from}–{to} of {total}+', '第 {from}–{to} 条，共 {total}+ 条'],
  emptyTitle: ['No rows in this time', '这段时间没有记录'],
  emptyText: [
    'Calls made with your tokens are listed here with their cost.',
    '用你的令牌发起的每次调用都会列在这里，并说明费用和计算方式。',
  ],
  noMatch: ['No rows match', '没有符合条件的记录'],
})
