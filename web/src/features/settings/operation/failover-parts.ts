import type { LazyPart } from '../form/section-table.ts'

/** The words of these parts are long and few people open them, so that they are loaded with the parts. */
export const failover: readonly LazyPart<'errorLegend'>[] = [
  {
    title: ['Channel choice', '渠道选择'],
    text: ['How requests are spread over channels of the same priority.', '请求如何分配给优先级相同的渠道。'],
    fields: [
      {
        name: 'ChannelChoice',
        help: [
          'Speed prefers channels with the fastest recent responses; 10 % of requests still go by weight. Cost prefers the cheapest channel, by its cost or the public price.',
          '速度：优先选择最近响应最快的渠道，10% 的请求仍按权重分配。成本：优先选择成本最低的渠道，未设置成本的按公开价格。',
        ],
        choices: { weight: ['Weight', '权重'], latency: ['Speed', '速度'], cost: ['Cost', '成本'] },
      },
    ],
  },
  {
    title: ['Conversations', '会话'],
    text: [
      'Providers charge less for cached prompts. Keeping a conversation on one channel and key makes cache hits likely.',
      '服务商对缓存的提示词收费更低。同一会话使用同一渠道和密钥，更容易命中缓存。',
    ],
    fields: [
      {
        name: 'StickyBy',
        help: [
          'By header: same header value. By first message: same instructions and first user message. If its channel or key fails, a conversation moves to another one.',
          '按请求头：值相同的请求属于同一会话。按首条消息：系统提示和首条用户消息都相同。渠道或密钥失败时，会话转到其他渠道。',
        ],
        choices: {
          off: ['Off', '关闭'],
          header: ['By header', '按请求头'],
          prefix: ['By first message', '按首条消息'],
        },
      },
      {
        name: 'StickyHeader',
        help: ['The request header that names the conversation.', '标识会话的请求头。'],
        isShown: ({ StickyBy }) => StickyBy === 'header',
      },
      {
        name: 'StickyMinutes',
        unit: ['minutes after the last request', '分钟（自最后一次请求起）'],
        isShown: ({ StickyBy }) => StickyBy !== 'off',
      },
    ],
  },
  {
    title: ['Full channels', '渠道已满'],
    text: [
      'Channels and their keys can have limits. When a channel is at its limit, requests go to the next one.',
      '渠道及其密钥可以设置限制（在渠道中设置）。达到上限时，请求转到下一个渠道。',
    ],
    fields: [
      {
        name: 'ChannelQueueSeconds',
        unit: ['seconds', '秒'],
        help: [
          'How long a request waits while all channels are full. Then it is refused with status 429. 0: no waiting. Stay below the timeouts of clients and proxies.',
          '所有渠道都已满时，请求最多等待的时间，超过后以状态 429 拒绝。0 表示不等待。请小于客户端和代理的超时时间。',
        ],
      },
    ],
  },
  {
    title: ['Slow channels', '慢渠道'],
    text: [
      'For streamed chats that must start quickly. Each channel can have its own time.',
      '用于需要尽快开始的流式对话。每个渠道可以单独设置时间。',
    ],
    fields: [
      {
        name: 'HedgeAfterMs',
        unit: ['ms', 'ms'],
        help: [
          'Without output by then, the request is also sent to a second channel. The first response is used. Users pay once; you may be billed for both. 0: never.',
          '到时仍无输出时，同时向第二个渠道发送请求，采用先到的响应。用户只付一次费，但两个服务商都可能收费。0 表示不启用。',
        ],
      },
    ],
  },
  {
    title: ['Errors of providers', '服务商的错误'],
    text: [
      'What happens when a provider returns an error. Without rules, Turnpike decides by the kind of error.',
      '服务商返回错误时的处理方式。没有规则时按错误类型处理。',
    ],
    fields: [
      {
        name: 'ErrorRules',
        rows: 6,
        help: [
          'One rule per line: status, action, and optionally a text that the error contains. The first match counts.',
          '每行一条规则：状态码、处理方式，以及可选的错误文本。以第一条匹配的规则为准。',
        ],
      },
      'errorLegend',
    ],
  },
]

export const costGuard: readonly LazyPart<never>[] = [
  {
    title: ['When a channel costs more than the price', '渠道成本高于售价时'],
    text: [
      'Requires channels with a cost. Other channels are not affected.',
      '需要先为渠道填写成本。没有成本的渠道不受影响。',
    ],
    fields: [
      {
        name: 'BelowCostGuard',
        help: [
          'Uses the estimate that is reserved before the request. A skipped channel is replaced by the next one. Without another channel, the request is refused.',
          '按请求前预留的估算比较。跳过后使用其他渠道；没有其他渠道时，请求会被拒绝。',
        ],
        choices: {
          off: ['Nothing', '不处理'],
          warn: ['Show a notice', '显示提醒'],
          refuse: ['Skip the channel', '跳过该渠道'],
        },
      },
    ],
  },
]
