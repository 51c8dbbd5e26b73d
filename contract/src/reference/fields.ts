import type { Field, Words } from './operation.ts'

const tokensMax = 1_073_741_823

export const text = (en: string, zh: string): Field => ({ type: 'string', about: [en, zh] })
export const required = (field: Field): Field => ({ ...field, required: true })

/** Fields that several operations have. */
export const model: Field = {
  type: 'string',
  required: true,
  about: ['Name of a model that the API key may use.', '模型名称，须在 API 密钥可用的模型之内。'],
}
/** For operations with a usual model. */
export const optionalModel = (usual: string): Field => ({ type: 'string', default: usual, about: model.about })
export const stream: Field = {
  type: 'boolean',
  default: false,
  about: ['Send the response as server-sent events.', '以 SSE 事件流返回响应。'],
}
export const temperature: Field = {
  type: 'number',
  minimum: 0,
  maximum: 2,
  about: ['Randomness. Lower values give more predictable text.', '随机性，值越低输出越确定。'],
}
/** For operations whose highest temperature is 1. */
export const lowTemperature: Field = { type: 'number', minimum: 0, maximum: 1, about: ['Randomness.', '随机性。'] }
export const topP: Field = {
  type: 'number',
  minimum: 0,
  maximum: 1,
  about: ['Nucleus sampling: share of the most likely tokens.', '核采样：只从累计概率达到该值的 Token 中选取。'],
}
export const outputLimit: Field = {
  type: 'integer',
  minimum: 1,
  maximum: tokensMax,
  about: ['Maximum number of output tokens.', '输出 Token 数上限。'],
}
export const count: Field = {
  type: 'integer',
  minimum: 1,
  maximum: 128,
  default: 1,
  about: ['Number of results. Each is charged.', '结果数量，每个结果都计费。'],
}
export const stop: Field = {
  type: ['string', 'array'],
  about: ['Text, or list of texts, at which the output stops.', '遇到这些文本时停止输出，可为一个或一组。'],
}
export const tools: Field = {
  type: 'array',
  about: ['Functions that the model may call.', '模型可以调用的函数。'],
}
export const toolChoice: Field = {
  type: ['string', 'object'],
  about: [
    'Which tool the model calls: `auto`, `none`, `required`, or one tool.',
    '指定工具：`auto`、`none`、`required` 或某个工具。',
  ],
}
const instructions: Words = ['System instructions.', '系统指令。']
/** Each format has a type of its own for them. */
export const systemInstructions = (type: Field['type']): Field => ({ type, about: instructions })
export const texts: Field = {
  type: ['string', 'array'],
  required: true,
  about: ['A text, or a list of texts.', '一段或一组文本。'],
}
export const vectorLength: Field = { type: 'integer', minimum: 1, about: ['Length of each vector.', '向量长度。'] }
export const imagePrompt = text('Description of the image.', '图片描述。')
export const taskId = required(text('Id of the task.', '任务 ID。'))
export const taskIds: Field = {
  type: 'array',
  required: true,
  maxItems: 500,
  about: ['Ids of the tasks.', '任务 ID 列表。'],
}
