import { dictionary } from '../../lib/text/text.ts'

/** What administrators change; the names are those of the audit log. */
export const resourceText = dictionary({
  channel: ['Channel', '渠道'],
  virtual_model: ['Virtual model', '虚拟模型'],
  model_list: ['Model monitoring', '模型监测'],
  user: ['User', '用户'],
  plan: ['Plan', '套餐'],
  subscription: ['Subscription', '订阅'],
  code: ['Redemption code', '兑换码'],
  call: ['Request', '请求'],
  option: ['Setting', '设置'],
  price: ['Price', '价格'],
  price_source: ['Price source', '价格来源'],
  price_proposal: ['Price proposal', '价格建议'],
  applied_prices: ['Applied price', '已应用的价格'],
  order: ['Order', '订单'],
  proxy: ['Proxy', '代理'],
  group: ['Group', '分组'],
  oidc: ['Identity provider', '身份提供方'],
  faq: ['Questions', '常见问题'],
  config: ['Configuration', '配置'],
  log: ['Usage log', '使用日志'],
  import: ['Import', '导入'],
})

/** What they did with it. */
export const verbText = dictionary({
  create: ['added', '新增'],
  update: ['edited', '编辑'],
  delete: ['deleted', '删除'],
  copy: ['copied', '复制'],
  enable: ['enabled', '启用'],
  disable: ['disabled', '禁用'],
  promote: ['promoted', '提升'],
  demote: ['demoted', '降级'],
  revert: ['restored', '恢复'],
  undo: ['change undone', '撤销修改'],
  complete: ['completed', '补单'],
  cancel: ['cancelled', '取消'],
  schedule: ['change scheduled', '定时修改'],
  reschedule: ['change rescheduled', '调整定时修改'],
  unschedule: ['change cancelled', '取消定时修改'],
  accept: ['accepted', '接受'],
  ignore: ['ignored', '忽略'],
  apply: ['applied', '应用'],
  clear: ['cleared', '清理'],
  refund: ['refunded', '退款'],
  resume: ['resumed', '恢复使用'],
  disable_model: ['model disabled', '禁用模型'],
  give: ['given', '赠送'],
  extend: ['extended', '延长'],
  invalidate: ['ended', '终止'],
  reset: ['usage reset', '重置用量'],
  reset_window: ['usage reset', '重置用量'],
  save: ['edited', '编辑'],
  change: ['changed', '修改'],
})

/** Noun and verb in one. */
export const actText = dictionary({
  act: [({ what, did }: { what: string; did: string }) => `${what} ${did}`, ({ what, did }) => `${what}：${did}`],
})
