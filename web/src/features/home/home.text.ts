import { dictionary } from '../../lib/text/text.ts'

export const homeText = dictionary({
  en: {
    title: 'One road\nto every model.',
    lead: 'One address, one key and one bill for every model provider. See the provider and cost of every call.',
    pointAt: 'Point your SDK at',
    copy: 'Copy',
    getKey: 'Get a key',
    openConsole: 'Open console',
    readReference: 'API reference',
    facts: 'This installation right now',
    operational: 'Operational',
    upFor: ({ unit, count }: { unit: 'days' | 'hours' | 'minutes'; count: number }) =>
      count === 0 ? 'just started' : `up for ${count} ${{ days: 'days', hours: 'h', minutes: 'min' }[unit]}`,
    version: 'version',
    upstreams: 'providers',
    dialects: ({ names }: { names: string[] }) => `API formats: ${names.join(', ')}`,
    gateTitle: ({ count }: { count: number }) => `${count} providers, one endpoint`,
    gateText: 'Use the OpenAI, Anthropic or Gemini API format with any model.',
    ownUpstream: 'Your own endpoint',
  },
  zh: {
    title: '一条路，\n通往所有模型。',
    lead: '一个地址、一个密钥、一张账单，接入所有模型服务。每次调用经由哪个渠道、花了多少钱，都可以查到。',
    pointAt: '把 SDK 指向',
    copy: '复制',
    getKey: '获取密钥',
    openConsole: '打开控制台',
    readReference: '接口文档',
    facts: '本站当前状态',
    operational: '运行正常',
    upFor: ({ unit, count }) =>
      count === 0 ? '刚刚启动' : `已运行 ${count} ${{ days: '天', hours: '小时', minutes: '分钟' }[unit]}`,
    version: '版本',
    upstreams: '个服务商',
    dialects: ({ names }) => `种接口格式：${names.join('、')}`,
    gateTitle: ({ count }) => `${count} 个服务商，统一入口`,
    gateText: '用 OpenAI、Anthropic 或 Gemini 的接口格式调用任意模型。',
    ownUpstream: '自定义地址',
  },
})
