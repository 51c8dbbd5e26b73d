import type { FaqEntry } from '@turnpike/contract/system/faq'

/** The questions that the operator of the demo answers. */
export const demoFaq: readonly FaqEntry[] = [
  {
    question: 'How do I send my first request?',
    answer: `Create a token under [Tokens](/token), then set the base URL and the key in your client:

\`\`\`sh
curl https://turnpike.example/v1/chat/completions \\
  -H "Authorization: Bearer sk-…" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "Hello"}]}'
\`\`\`

[Connect](/connect) has the settings of 20 clients and coding agents.`,
    question_zh: '如何发出第一个请求？',
    answer_zh: `在[令牌](/token)页面新建令牌，然后在客户端中填写接口地址和密钥：

\`\`\`sh
curl https://turnpike.example/v1/chat/completions \\
  -H "Authorization: Bearer sk-…" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "你好"}]}'
\`\`\`

[接入](/connect)页面有 20 种客户端和编程助手的配置。`,
  },
  {
    question: 'Which models can I use, and what do they cost?',
    answer:
      'The [price list](/pricing) shows every model with the price of your group. Tokens that were read from a cache cost less.',
    question_zh: '可以使用哪些模型，价格是多少？',
    answer_zh: '[模型价格](/pricing)列出所有模型及你所在分组的价格。命中缓存的 Token 价格更低。',
  },
  {
    question: 'When is a request charged?',
    answer: `A request **reserves** its estimated cost and is charged for what it used when it ends.

- A request that fails costs nothing.
- If you cancel, you pay for what the model had written until then.`,
    question_zh: '请求何时扣费？',
    answer_zh: `请求开始时**预留**估算的费用，结束后按实际用量扣费。

- 失败的请求不收费。
- 中途取消的请求，只收取模型已生成部分的费用。`,
  },
  {
    question: 'What does “Too many requests” mean?',
    answer:
      'Your group has a limit of requests per minute. Wait for the time in the header `Retry-After`, or ask us for a higher limit.',
    question_zh: '提示“请求过于频繁”是什么意思？',
    answer_zh: '你所在的分组限制了每分钟的请求次数。请等待响应头 `Retry-After` 中的时间，或联系我们提高限制。',
  },
  {
    question: 'Do you store my prompts?',
    answer:
      'No. The usage log keeps the time, model, number of tokens and cost of a request, and neither its prompt nor its response.',
    question_zh: '会保存我的提示词吗？',
    answer_zh: '不会。使用日志只记录请求的时间、模型、Token 数量和费用，不记录提示词和响应。',
  },
  {
    question: '',
    answer: '',
    question_zh: '可以开发票吗？',
    answer_zh: '可以。请在付款后把订单号和抬头发送到 billing@turnpike.example，三个工作日内开具。',
  },
]
