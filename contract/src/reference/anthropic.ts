import { lowTemperature, model, outputLimit, required, stream, systemInstructions, tools, topP } from './fields.ts'
import { type Fields, jsonBody, jsonResponse, type OperationGroup } from './operation.ts'

const conversation: Fields = {
  model,
  messages: {
    type: 'array',
    required: true,
    minItems: 1,
    about: [
      'The conversation. Each message has a `role` and `content`: text, or blocks.',
      '对话内容。每条消息含 `role` 和 `content`：文本或内容块。',
    ],
  },
  system: systemInstructions(['string', 'array']),
  tools,
  tool_choice: {
    type: 'object',
    about: [
      'Which tool the model calls: `{"type": "auto"}`, `any`, `tool` or `none`.',
      '指定工具：`{"type": "auto"}`、`any`、`tool` 或 `none`。',
    ],
  },
  thinking: { type: 'object', about: ['Whether and how much the model thinks.', '是否思考及思考强度。'] },
}

export const anthropic: OperationGroup = {
  id: 'anthropic',
  title: ['Anthropic Messages', 'Anthropic Messages'],
  about: [
    'For Claude Code and Anthropic’s SDKs. Every chat model supports this format.',
    '供 Claude Code 和 Anthropic SDK 使用；所有聊天模型都支持此格式。',
  ],
  operations: [
    {
      id: 'messages',
      method: 'POST',
      path: '/v1/messages',
      title: ['Create a message', '创建消息'],
      key: 'anthropic',
      isCharged: true,
      models: 'anthropic',
      hasSdk: true,
      body: jsonBody({
        ...conversation,
        max_tokens: required(outputLimit),
        stream,
        temperature: lowTemperature,
        top_p: topP,
        stop_sequences: { type: 'array', about: ['Texts at which the output stops.', '遇到这些文本时停止输出。'] },
      }),
      example: { model: 'claude-sonnet-5', body: { max_tokens: 1024, messages: [{ role: 'user', content: 'Hello' }] } },
      response: jsonResponse({
        id: 'msg_8f2a',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-5',
        content: [{ type: 'text', text: 'Hello! How can I help?' }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 9, output_tokens: 12 },
      }),
    },
    {
      id: 'count-tokens',
      method: 'POST',
      path: '/v1/messages/count_tokens',
      title: ['Count the tokens of a message', '计算消息的 Token 数'],
      key: 'anthropic',
      models: 'anthropic',
      body: jsonBody(conversation),
      example: { model: 'claude-sonnet-5', body: { messages: [{ role: 'user', content: 'Hello' }] } },
      response: jsonResponse({ input_tokens: 9 }),
    },
  ],
}
