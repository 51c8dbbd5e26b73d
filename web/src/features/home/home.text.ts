import { dictionary } from '../../lib/text/text.ts'

export const homeText = dictionary({
  title: ['One road\nto every model.', '一条路，\n通往所有模型。'],
  lead: [
    'One address, one key and one bill for every model provider. See the provider and cost of every request.',
    '一个地址、一个密钥、一张账单，接入所有模型服务。每次请求经由哪个渠道、花了多少钱，都可以查到。',
  ],
  pointAt: ['Point your SDK at', '把 SDK 指向'],
  getKey: ['Get a key', '获取密钥'],
  openConsole: ['Open console', '打开控制台'],
  readReference: ['API reference', '接口文档'],
  facts: ['This installation right now', '本站当前状态'],
  operational: ['Operational', '运行正常'],
  upFor: [
    ({ unit, count }: { unit: 'days' | 'hours' | 'minutes'; count: number }) =>
      count === 0 ? 'just started' : `up for ${count} ${{ days: 'days', hours: 'h', minutes: 'min' }[unit]}`,
    ({ unit, count }) =>
      count === 0 ? '刚刚启动' : `已运行 ${count} ${{ days: '天', hours: '小时', minutes: '分钟' }[unit]}`,
  ],
  version: ['version', '版本'],
  upstreams: ['providers', '个服务商'],
  dialects: [
    ({ names }: { names: string[] }) => `API formats: ${names.join(', ')}`,
    ({ names }) => `种接口格式：${names.join('、')}`,
  ],
  gateTitle: ['{count} providers, one endpoint', '{count} 个服务商，统一入口'],
  gateText: [
    'Use the OpenAI, Anthropic or Gemini API format with any model.',
    '用 OpenAI、Anthropic 或 Gemini 的接口格式使用任意模型。',
  ],
  ownUpstream: ['Your own endpoint', '自定义地址'],
})
