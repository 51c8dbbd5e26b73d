import { dictionary } from '../../lib/text/text.ts'

export const homeText = dictionary({
  en: {
    title: 'One road\nto every model.',
    lead: 'One address, one key and one bill for every model provider. Every call shows which road it took and what it cost.',
    pointAt: 'Point your SDK at',
    baseUrl: 'Base URL',
    copy: 'Copy',
    getKey: 'Get a key',
    openConsole: 'Open console',
    readReference: 'API reference',
    facts: 'This installation right now',
    operational: 'Operational',
    upFor: ({ unit, count }: { unit: 'days' | 'hours' | 'minutes'; count: number }) =>
      count === 0 ? 'just started' : `up for ${count} ${{ days: 'days', hours: 'h', minutes: 'min' }[unit]}`,
    version: 'version',
    upstreams: 'kinds of upstream',
    dialects: ({ names }: { names: string[] }) => `client dialects: ${names.join(', ')}`,
    gateTitle: ({ count }: { count: number }) => `${count} kinds of upstream, one gate`,
    gateText: 'Speak the OpenAI, Anthropic or Gemini dialect; the gateway translates between them.',
    ownUpstream: 'Your own endpoint',
  },
  zh: {
    title: '一条路，\n通往所有模型。',
    lead: '一个地址、一个密钥、一张账单，接入所有模型服务。每一次调用走了哪条路、花了多少钱，都看得见。',
    pointAt: '把 SDK 指向',
    baseUrl: '接口地址',
    copy: '复制',
    getKey: '获取密钥',
    openConsole: '打开控制台',
    readReference: '接口文档',
    facts: '本站当前状态',
    operational: '运行正常',
    upFor: ({ unit, count }) =>
      count === 0 ? '刚刚启动' : `已运行 ${count} ${{ days: '天', hours: '小时', minutes: '分钟' }[unit]}`,
    version: '版本',
    upstreams: '种上游可接入',
    dialects: ({ names }) => `种客户端协议：${names.join('、')}`,
    gateTitle: ({ count }) => `${count} 种上游，一道关口`,
    gateText: '用 OpenAI、Anthropic 或 Gemini 的协议调用，网关负责互相转换。',
    ownUpstream: '自定义地址',
  },
})
