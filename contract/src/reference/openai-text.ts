import {
  count,
  model,
  outputLimit,
  stop,
  stream,
  systemInstructions,
  temperature,
  texts,
  toolChoice,
  tools,
  topP,
  vectorLength,
} from './fields.ts'
import type { OperationGroup } from './operation.ts'

const usage = { prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 }

export const chat: OperationGroup = {
  id: 'chat',
  title: ['Chat and text (OpenAI)', '聊天与文本（OpenAI）'],
  about: [
    'Every chat model accepts this format. The gateway translates it where the provider uses another one.',
    '所有聊天模型都接受此格式；服务商使用其他格式时，网关自动转换。',
  ],
  operations: [
    {
      id: 'chat-completions',
      method: 'POST',
      path: '/v1/chat/completions',
      title: ['Create a chat completion', '创建聊天补全'],
      isCharged: true,
      models: 'openai',
      hasSdk: true,
      body: {
        as: 'json',
        fields: {
          model,
          messages: {
            type: 'array',
            required: true,
            minItems: 1,
            about: [
              'The conversation. Each message has a `role` and `content`: text, or parts with images and audio.',
              '对话内容。每条消息含 `role` 和 `content`：文本，或包含图片、音频的分段。',
            ],
          },
          stream,
          stream_options: {
            type: 'object',
            about: [
              '`{"include_usage": true}` adds token counts to the stream.',
              '`{"include_usage": true}` 在流中附带 Token 用量。',
            ],
          },
          max_completion_tokens: outputLimit,
          temperature,
          top_p: topP,
          n: count,
          stop,
          tools,
          tool_choice: toolChoice,
          response_format: {
            type: 'object',
            about: [
              'Output format: `{"type": "json_object"}` or a JSON schema.',
              '输出格式：`{"type": "json_object"}` 或 JSON Schema。',
            ],
          },
          reasoning_effort: {
            type: 'string',
            about: [
              'How much a reasoning model thinks, such as `low` or `high`.',
              '推理模型的思考强度，如 `low`、`high`。',
            ],
          },
        },
      },
      example: { model: 'gpt-5.4-mini', body: { messages: [{ role: 'user', content: 'Hello' }] } },
      response: {
        type: 'application/json',
        example: {
          id: 'chatcmpl-8f2a',
          object: 'chat.completion',
          created: 1795060800,
          model: 'gpt-5.4-mini',
          choices: [
            { index: 0, message: { role: 'assistant', content: 'Hello! How can I help?' }, finish_reason: 'stop' },
          ],
          usage,
        },
      },
    },
    {
      id: 'responses',
      method: 'POST',
      path: '/v1/responses',
      title: ['Create a response', '创建响应'],
      about: [
        'OpenAI’s Responses format, with tools and reasoning items.',
        'OpenAI 的 Responses 格式，支持工具和推理条目。',
      ],
      isCharged: true,
      models: 'responses',
      hasSdk: true,
      body: {
        as: 'json',
        fields: {
          model,
          input: {
            type: ['string', 'array'],
            required: true,
            about: ['A text, or a list of items of the conversation.', '一段文本，或对话条目的列表。'],
          },
          instructions: systemInstructions('string'),
          stream,
          max_output_tokens: outputLimit,
          temperature,
          top_p: topP,
          tools,
          tool_choice: toolChoice,
          reasoning: { type: 'object', about: ['Effort and summary of the reasoning.', '推理强度与摘要。'] },
          store: {
            type: 'boolean',
            about: [
              'Whether the provider keeps the response. Set `false` for providers without storage.',
              '服务商是否保存响应。服务商不支持保存时请设为 `false`。',
            ],
          },
          previous_response_id: {
            type: 'string',
            about: ['Continue from an earlier response of yours.', '从自己之前的响应继续。'],
          },
        },
      },
      example: { model: 'gpt-5.4-mini', body: { input: 'Hello' } },
      response: {
        type: 'application/json',
        example: {
          id: 'resp_8f2a',
          object: 'response',
          created_at: 1795060800,
          status: 'completed',
          model: 'gpt-5.4-mini',
          output: [
            {
              id: 'msg_8f2a',
              type: 'message',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: 'Hello! How can I help?', annotations: [] }],
            },
          ],
          usage: { input_tokens: 9, output_tokens: 12, total_tokens: 21 },
        },
      },
    },
    {
      id: 'compact-response',
      method: 'POST',
      path: '/v1/responses/compact',
      title: ['Compact a conversation', '压缩对话'],
      about: [
        'Shortens a long conversation. Only providers with a Responses API support it.',
        '缩短过长的对话，仅限提供 Responses 接口的服务商。',
      ],
      isCharged: true,
      models: 'responses',
      body: {
        as: 'json',
        fields: {
          model,
          input: {
            type: ['string', 'array'],
            required: true,
            about: ['The conversation to shorten.', '需要压缩的对话。'],
          },
          instructions: systemInstructions('string'),
        },
      },
      example: { model: 'gpt-5.4-mini', body: { input: [{ role: 'user', content: 'Hello' }] } },
      response: {
        type: 'application/json',
        example: {
          id: 'resp_8f2a',
          object: 'response.compaction',
          created_at: 1795060800,
          output: [
            { role: 'user', content: 'Hello' },
            { id: 'cmp_8f2a', type: 'compaction', encrypted_content: 'gAAAA…' },
          ],
          usage: { input_tokens: 9, output_tokens: 12, total_tokens: 21 },
        },
      },
    },
    {
      id: 'completions',
      method: 'POST',
      path: '/v1/completions',
      title: ['Create a completion', '创建文本补全'],
      about: ['The older format: a prompt and its continuation.', '旧格式：给出开头，模型续写。'],
      isCharged: true,
      models: 'completions',
      hasSdk: true,
      body: {
        as: 'json',
        fields: {
          model,
          prompt: {
            type: ['string', 'array'],
            required: true,
            maxItems: 128,
            about: ['A text, or up to 128 texts.', '一段文本，或至多 128 段文本。'],
          },
          suffix: { type: 'string', about: ['Text after the gap to fill.', '补全内容之后的文本。'] },
          stream,
          max_tokens: outputLimit,
          temperature,
          top_p: topP,
          n: count,
          stop,
        },
      },
      example: { model: 'gpt-3.5-turbo-instruct', body: { prompt: 'Once upon a time' } },
      response: {
        type: 'application/json',
        example: {
          id: 'cmpl-8f2a',
          object: 'text_completion',
          created: 1795060800,
          model: 'gpt-3.5-turbo-instruct',
          choices: [{ index: 0, text: ' there was a toll gate.', finish_reason: 'stop' }],
          usage,
        },
      },
    },
  ],
}

export const vectors: OperationGroup = {
  id: 'vectors',
  title: ['Embeddings, ranking, moderation', '嵌入、重排、审核'],
  operations: [
    {
      id: 'embeddings',
      method: 'POST',
      path: '/v1/embeddings',
      also: ['/v1/engines/{model}/embeddings'],
      title: ['Create embeddings', '创建嵌入'],
      isCharged: true,
      models: 'embeddings',
      hasSdk: true,
      body: {
        as: 'json',
        fields: {
          model,
          input: texts,
          dimensions: vectorLength,
          encoding_format: {
            type: 'string',
            enum: ['float', 'base64'],
            about: ['Format of the vectors.', '向量格式。'],
          },
        },
      },
      example: { model: 'text-embedding-3-small', body: { input: 'Hello' } },
      response: {
        type: 'application/json',
        example: {
          object: 'list',
          data: [{ object: 'embedding', index: 0, embedding: [0.0123, -0.0456] }],
          model: 'text-embedding-3-small',
          usage: { prompt_tokens: 1, total_tokens: 1 },
        },
      },
    },
    {
      id: 'rerank',
      method: 'POST',
      path: '/v1/rerank',
      title: ['Rank documents', '文档重排'],
      isCharged: true,
      models: 'rerank',
      hasSdk: true,
      body: {
        as: 'json',
        fields: {
          model,
          query: { type: 'string', required: true, about: ['The question.', '查询内容。'] },
          documents: {
            type: 'array',
            required: true,
            minItems: 1,
            about: ['Texts to rank by relevance.', '按相关度排序的文本。'],
          },
          top_n: { type: 'integer', minimum: 1, about: ['Number of documents to return.', '返回的文档数量。'] },
          return_documents: { type: 'boolean', about: ['Return the texts too.', '同时返回文本。'] },
        },
      },
      example: {
        model: 'jina-reranker-v2-base-multilingual',
        body: { query: 'Which animal barks?', documents: ['The cat', 'The dog'] },
      },
      response: {
        type: 'application/json',
        example: {
          model: 'jina-reranker-v2-base-multilingual',
          results: [{ index: 1, relevance_score: 0.92 }],
          usage: { total_tokens: 12 },
        },
      },
    },
    {
      id: 'moderations',
      method: 'POST',
      path: '/v1/moderations',
      title: ['Check content', '内容审核'],
      isCharged: true,
      models: 'moderations',
      hasSdk: true,
      body: {
        as: 'json',
        fields: {
          model: {
            type: 'string',
            default: 'omni-moderation-latest',
            about: ['Name of a moderation model.', '审核模型的名称。'],
          },
          input: texts,
        },
      },
      example: { model: 'omni-moderation-latest', body: { input: 'Hello' } },
      response: {
        type: 'application/json',
        example: {
          id: 'modr-8f2a',
          model: 'omni-moderation-latest',
          results: [{ flagged: false, categories: { violence: false }, category_scores: { violence: 0.0001 } }],
        },
      },
    },
  ],
}
