import { dictionary } from '../../../lib/text/text.ts'

export const detailText = dictionary({
  charged: ['How this was charged', '这笔费用怎么算'],
  perToken: ['per token · prices as of request start', '按量计费 · 价格取自请求开始时'],
  perCall: ['per call · price as of request start', '按次计费 · 价格取自请求开始时'],
  tier: ['Price tier:', '价格档位：'],
  part: ['Part', '计费项'],
  tokens: ['Tokens', 'Token'],
  weighted: ['Weighted', '加权'],
  price: ['Price / 1M', '单价 / 1M'],
  cache_read: ['Cached input', '缓存读取'],
  cache_write_5m: ['Cache write, 5 min', '缓存写入（5 分钟）'],
  cache_write_1h: ['Cache write, 1 h', '缓存写入（1 小时）'],
  image_input: ['Image input', '图片输入'],
  audio_input: ['Audio input', '音频输入'],
  audio_output: ['Audio output', '音频输出'],
  image_output: ['Image output', '图片输出'],
  web_search: ['Web search', '网页搜索'],
  web_search_preview: ['Web search', '网页搜索'],
  file_search: ['File search', '文件搜索'],
  google_search: ['Google search', '谷歌搜索'],
  sonar_low: ['Search request, low context', '搜索请求（低上下文）'],
  sonar_medium: ['Search request, medium context', '搜索请求（中上下文）'],
  sonar_high: ['Search request, high context', '搜索请求（高上下文）'],
  sonar_pro_low: ['Search request, low context', '搜索请求（低上下文）'],
  sonar_pro_medium: ['Search request, medium context', '搜索请求（中上下文）'],
  sonar_pro_high: ['Search request, high context', '搜索请求（高上下文）'],
  pro_search_low: ['Pro Search, low context', 'Pro Search（低上下文）'],
  pro_search_medium: ['Pro Search, medium context', 'Pro Search（中上下文）'],
  pro_search_high: ['Pro Search, high context', 'Pro Search（高上下文）'],
  research_search: ['Web search', '网页搜索'],
  image_generation: ['Image generation', '图片生成'],
  container_1g: ['Code container, 1 GB', '代码容器（1 GB）'],
  container_4g: ['Code container, 4 GB', '代码容器（4 GB）'],
  container_16g: ['Code container, 16 GB', '代码容器（16 GB）'],
  container_64g: ['Code container, 64 GB', '代码容器（64 GB）'],
  size: ['size', '尺寸'],
  seconds: ['seconds', '秒'],
  quality: ['quality', '质量'],
  toolCalls: [
    ({ count, price }: { count: string; price: string }) => `${count} × $${price} / 1,000`,
    ({ count, price }) => `${count} × $${price} / 1,000 次`,
  ],
  reasoning: ['Reasoning: {count} of the output tokens', '输出中有 {count} 个思考 Token'],
  weightedTokens: ['weighted tokens', '加权 Token'],
  modelRatio: ['model ratio', '模型倍率'],
  tierRatio: ['ratio of the tier', '档位倍率'],
  groupRatio: [
    ({ group }: { group: string }) => (group ? `group ${group}` : 'group ratio'),
    ({ group }) => (group ? `分组 ${group}` : '分组倍率'),
  ],
  tools: ['tools, in quota', '工具（额度）'],
  quota: ['quota, rounded', '额度（四舍五入）'],
  leastQuota: ['quota, minimum', '额度（最低收费）'],
  dividedBy: ['÷ {rate}', '÷ {rate}'],
  callPrice: ['price per call', '单次价格'],
  calls: ['calls', '次数'],
  minimum: ['Less than 1 quota, the minimum charge.', '实际金额不足 1 额度，按最低 1 额度收费。'],
  free: ['This model is free.', '该模型免费。'],
  notSum: [
    'The exact amount exceeds the limit, so the held amount was charged.',
    '实际金额超出余额可记录的上限，按预扣的额度收费。',
  ],

  client_gone: [
    'The client disconnected. Only delivered output is charged.',
    '客户端提前断开，只收取已送达部分的费用。',
  ],
  failed: ['The response was interrupted. Only delivered output is charged.', '响应中途中断，只收取已送达部分的费用。'],
  timeout: [
    'The upstream timed out. Only delivered output is charged.',
    '上游长时间没有响应，只收取已送达部分的费用。',
  ],
  out_of_quota: [
    'The quota ran out during the response. Only delivered output is charged.',
    '响应途中额度用尽，只收取已送达部分的费用。',
  ],
  over_limit: [
    'The response exceeded the output token limit and was stopped. Only delivered output is charged.',
    '响应超出输出上限，已停止，只收取已送达部分的费用。',
  ],
  stopped: ['The response was stopped. Only delivered output is charged.', '响应已被停止，只收取已送达部分的费用。'],
  counted: [
    'The upstream reported no valid token count, so tokens were counted here.',
    '上游没有报告 Token 数，或数值不可信，因此由本站统计。',
  ],

  route: ['Route', '经过'],
  untried: ['Not tried', '未尝试'],
  explain: ['Explain this route', '说明此路由'],
  succeeded: ['success', '成功'],
  bad_key: ['key refused', '密钥无效'],
  no_balance: ['no balance', '余额不足'],
  no_permission: ['no permission', '没有权限'],
  no_model: ['model unknown', '没有该模型'],
  rate_limited: ['rate limited', '限流'],
  overloaded: ['overloaded', '上游过载'],
  timed_out: ['timed out', '超时'],
  network: ['no connection', '连接失败'],
  bad_request: ['request refused', '请求被拒绝'],
  content_refused: ['content refused', '内容被拒绝'],
  too_long: ['request too long', '请求过长'],
  bad_response: ['unreadable response', '响应无法识别'],
  unsupported: ['not supported', '不支持'],

  virtualModel: ['Requested model', '请求的模型'],
  afterFailed: ['(after {models} failed)', '（{models} 失败之后）'],
  path: ['Path', '路径'],
  timing: ['Time to first token / total', '首字用时 / 总时长'],
  totalTime: ['Total', '总时长'],
  stream: ['stream', '流式'],
  noStream: ['no stream', '非流'],
  speed: ['Speed', '速度'],
  perSecond: ['{count} tokens/s', '{count} tokens/s'],
  upstreamModel: ['Upstream model', '上游模型'],
  cost: ['Cost', '成本'],
  conversion: ['Conversion', '格式转换'],
  statusCode: ['Status code', '状态码'],
  older: ['The parts of the charge were not recorded.', '没有记录计费明细。'],

  bar: ['Time of the call', '调用用时'],
  sent: ['until sent', '到发出'],
  responded: ['until response', '到响应'],
  firstToken: ['until first token', '到首字'],
  rest: ['until the end', '到结束'],
})

type Texts = (typeof detailText)['en']
/** The texts without parameters. */
type PlainKey = {
  [Key in keyof Texts]: Texts[Key] extends `${string}{${string}` | (() => string) ? never : Key
}[keyof Texts]

/** Whether a name that the server sent has words here; one of a newer version is shown as it is. */
export const isDetailKey = (name: string): name is PlainKey => {
  const text = Object.hasOwn(detailText.en, name) && detailText.en[name as keyof Texts]
  return typeof text === 'string' && !text.includes('{')
}
