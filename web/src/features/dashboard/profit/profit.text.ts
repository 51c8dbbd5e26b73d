import { dictionary } from '../../../lib/text/text.ts'

export const profitText = dictionary({
  revenue: ['Revenue', '收入'],
  revenueNote: ['{calls} requests, refunds deducted', '{calls} 次请求，已扣除退款'],
  cost: ['Cost', '成本'],
  costNote: ['known for {percent} of revenue', '占收入 {percent} 的请求成本已知'],
  costUnknown: ['no channel has a cost', '还没有渠道填写成本'],
  noCostsTitle: ['No channel has a cost', '还没有渠道填写成本'],
  shares: ['Agent shares', '代理分成'],
  sharesNote: ['less what was taken back', '已减去扣回的分成'],
  sharesLine: ['Agent shares, of all sales', '代理分成（不按行分摊）'],
  marginNote: ['{percent} of revenue with a known cost', '占成本已知收入的 {percent}'],
  below: ['Sold below cost', '低于成本'],
  belowNote: ['{calls} requests', '{calls} 次请求'],
  by: ['Group by', '汇总方式'],
  day: ['Day', '日期'],
  unknown: ['Unknown cost', '成本未知'],
  marginShare: ['Margin %', '毛利率'],
  gone: ['#{id}, deleted', '#{id}，已删除'],
  exportCsv: ['Export as CSV', '导出为 CSV'],
  exported: ['Export saved', '已导出'],
  none: ['No requests in this range', '此范围内没有请求'],
  noneText: [
    'Revenue, cost and margin of each channel, model, user and day appear here. Choose a longer range.',
    '这里显示每个渠道、模型、用户和每天的收入、成本与毛利。可以选择更长的时间范围。',
  ],
  noCosts: [
    'Set what a channel costs in its editor, under “Cost”. Requests from then on have a margin.',
    '在渠道编辑页的“成本”中填写成本，此后的请求就有毛利。',
  ],
  openChannels: ['Open channels', '打开渠道'],
  more: ['{shown} of {total} rows; the export has all of them.', '显示 {total} 行中的 {shown} 行；导出文件包含全部。'],
})
