import { model, systemInstructions, tools, vectorLength } from './fields.ts'
import { type Field, type Fields, jsonBody, jsonResponse, type OperationGroup } from './operation.ts'

const contents: Field = {
  type: 'array',
  required: true,
  minItems: 1,
  about: [
    'The conversation. Each entry has a `role` and `parts`: text, images, function calls.',
    '对话内容。每项含 `role` 和 `parts`：文本、图片或函数调用。',
  ],
}
const generation: Fields = {
  contents,
  systemInstruction: systemInstructions('object'),
  generationConfig: {
    type: 'object',
    about: [
      'Settings such as `maxOutputTokens`, `temperature`, `topP`, `candidateCount` (at most 128).',
      '生成设置，如 `maxOutputTokens`、`temperature`、`topP`、`candidateCount`（至多 128）。',
    ],
  },
  tools,
  toolConfig: { type: 'object', about: ['Which tool the model calls.', '指定模型使用的工具。'] },
  safetySettings: { type: 'array', about: ['Thresholds of the safety filters.', '安全过滤阈值。'] },
}
const parameters = { model }
const hello = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }
const content = { parts: [{ text: 'Hello' }] }
const base = '/v1beta/models/{model}'
const older = '/v1/models/{model}'

export const gemini: OperationGroup = {
  id: 'gemini',
  title: ['Google Gemini', 'Google Gemini'],
  about: [
    'For Gemini CLI and Google’s SDKs. Every chat model supports this format.',
    '供 Gemini CLI 和 Google SDK 使用；所有聊天模型都支持此格式。',
  ],
  operations: [
    {
      id: 'generate-content',
      method: 'POST',
      path: `${base}:generateContent`,
      also: [`${older}:generateContent`],
      title: ['Generate content', '生成内容'],
      key: 'google',
      isCharged: true,
      models: 'gemini',
      hasSdk: true,
      parameters,
      body: jsonBody(generation),
      example: { model: 'gemini-2.5-flash', body: hello },
      response: jsonResponse({
        candidates: [{ content: { role: 'model', parts: [{ text: 'Hello! How can I help?' }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 12, totalTokenCount: 21 },
        modelVersion: 'gemini-2.5-flash',
      }),
    },
    {
      id: 'stream-generate-content',
      method: 'POST',
      path: `${base}:streamGenerateContent`,
      also: [`${older}:streamGenerateContent`],
      title: ['Generate content as a stream', '流式生成内容'],
      key: 'google',
      isCharged: true,
      models: 'gemini',
      hasSdk: true,
      parameters: {
        ...parameters,
        alt: {
          type: 'string',
          enum: ['sse'],
          about: [
            '`sse` for server-sent events; otherwise one JSON array.',
            '`sse` 返回 SSE 事件，否则返回 JSON 数组。',
          ],
        },
      },
      body: jsonBody(generation),
      example: { model: 'gemini-2.5-flash', parameters: { alt: 'sse' }, body: hello },
      response: {
        type: 'text/event-stream',
        example:
          'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"Hello! "}]}}]}\n\ndata: {"candidates":[{"content":{"role":"model","parts":[{"text":"How can I help?"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":12,"totalTokenCount":21}}\n\n',
      },
    },
    {
      id: 'gemini-count-tokens',
      method: 'POST',
      path: `${base}:countTokens`,
      also: [`${older}:countTokens`],
      title: ['Count tokens', '计算 Token 数'],
      key: 'google',
      models: 'gemini',
      parameters,
      body: jsonBody({ contents }),
      example: { model: 'gemini-2.5-flash', body: hello },
      response: jsonResponse({ totalTokens: 9 }),
    },
    {
      id: 'embed-content',
      method: 'POST',
      path: `${base}:embedContent`,
      also: [`${older}:embedContent`],
      title: ['Create an embedding', '创建嵌入'],
      key: 'google',
      isCharged: true,
      models: 'embeddings',
      parameters,
      body: jsonBody({
        content: { type: 'object', required: true, about: ['The text, as `parts`.', '文本，放在 `parts` 中。'] },
        outputDimensionality: vectorLength,
      }),
      example: { model: 'text-embedding-3-small', body: { content } },
      response: jsonResponse({ embedding: { values: [0.0123, -0.0456] } }),
    },
    {
      id: 'batch-embed-contents',
      method: 'POST',
      path: `${base}:batchEmbedContents`,
      also: [`${older}:batchEmbedContents`],
      title: ['Create several embeddings', '批量创建嵌入'],
      key: 'google',
      isCharged: true,
      models: 'embeddings',
      parameters,
      body: jsonBody({
        requests: {
          type: 'array',
          required: true,
          minItems: 1,
          maxItems: 100,
          about: [
            'Up to 100 requests, each with `model` and `content`.',
            '至多 100 个请求，各含 `model` 和 `content`。',
          ],
        },
      }),
      example: {
        model: 'text-embedding-3-small',
        body: { requests: [{ model: 'models/text-embedding-3-small', content }] },
      },
      response: jsonResponse({ embeddings: [{ values: [0.0123, -0.0456] }] }),
    },
  ],
}
