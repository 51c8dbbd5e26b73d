import type { LazyPart } from '../form/section-table.ts'

/** The words of these parts are long and few people open them, so that they are loaded with the parts. */
export const failover: readonly LazyPart<'errorLegend'>[] = [
  {
    title: ['Choice of channel', '渠道选择'],
    text: ['How calls are spread over channels of the same priority.', '调用如何分配给优先级相同的渠道。'],
    fields: [
      {
        name: 'ChannelChoice',
        help: [
          'Speed prefers the channel whose latest calls began fastest; one call in ten still goes by weight, so that the other times stay known. Cost prefers the channel that costs least for the call, by the cost set in the channel; without one it is the public price.',
          '速度：优先选择最近调用开始最快的渠道，十分之一的调用仍按权重分配，以便了解其他渠道的速度。成本：优先选择此次调用成本最低的渠道，按渠道中设置的成本计算，未设置时按公开价格。',
        ],
        choices: { weight: ['Weight', '权重'], latency: ['Speed', '速度'], cost: ['Cost', '成本'] },
      },
    ],
  },
  {
    title: ['Conversations', '会话'],
    text: [
      'Providers charge less for a prompt they have in their cache. Keeping the calls of one conversation on the same channel and key makes such hits likely.',
      '服务商对缓存中已有的提示词收费更低。让同一会话的调用使用同一渠道和密钥，更容易命中缓存。',
    ],
    fields: [
      {
        name: 'StickyBy',
        help: [
          'By header: calls with the same value of a header belong together. By first message: calls with the same instructions and the same first message of the user do. A conversation moves on when its channel or key fails.',
          '按请求头：请求头的值相同的调用属于同一会话。按首条消息：系统提示和用户第一条消息都相同的调用属于同一会话。渠道或密钥失败时，会话会转到其他渠道。',
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
        unit: ['minutes after the last call', '分钟（自最后一次调用起）'],
        isShown: ({ StickyBy }) => StickyBy !== 'off',
      },
    ],
  },
  {
    title: ['Full channels', '渠道已满'],
    text: [
      'Channels and their keys can have limits, set in the channel. A call that finds a channel full goes to the next one.',
      '渠道及其密钥可以设置限制（在渠道中设置）。渠道已满时，调用转到下一个渠道。',
    ],
    fields: [
      {
        name: 'ChannelQueueSeconds',
        unit: ['seconds', '秒'],
        help: [
          'How long a call waits while all its channels are full, before it is refused with status 429. Users take turns. 0: no waiting. Stay below the timeouts of clients and proxies.',
          '所有渠道都已满时，调用最多等待的时间，超过后以状态 429 拒绝。各用户轮流获得空位。0 表示不等待。请小于客户端和代理的超时时间。',
        ],
      },
    ],
  },
  {
    title: ['Slow channels', '慢渠道'],
    text: [
      'For streamed chats that must begin quickly. Each channel can have a time of its own.',
      '用于需要尽快开始的流式对话。每个渠道可以单独设置时间。',
    ],
    fields: [
      {
        name: 'HedgeAfterMs',
        unit: ['ms', 'ms'],
        help: [
          'When a stream has not begun by then, the request is also sent to a second channel. The first stream to begin is used, and the other request is cancelled. The user pays once; the provider of the cancelled request may still bill it. 0: never.',
          '流式响应到时仍未开始时，同时向第二个渠道发送请求。采用先开始的响应，另一个请求被取消。用户只付一次费；被取消的请求，其服务商仍可能收费。0 表示从不。',
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
    title: ['When a channel costs more than the call is sold for', '渠道成本高于售价时'],
    text: [
      'Needs channels with a cost. Calls of channels without one are never stopped.',
      '需要先为渠道填写成本。没有成本的渠道不受影响。',
    ],
    fields: [
      {
        name: 'BelowCostGuard',
        help: [
          'Compared by the estimate that is held before the call. When the channel is skipped, another one serves the call; if there is none, the call is refused.',
          '按调用前预扣的估算比较。跳过后若有其他渠道则使用其他渠道，否则拒绝调用。',
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
