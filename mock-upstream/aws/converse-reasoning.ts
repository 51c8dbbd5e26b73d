import { createHash } from 'node:crypto'

/** Whether a model signs its reasoning: of the models that reason, OpenAI's and DeepSeek's do not. */
export const signs = (model: string): boolean => !/gpt-oss|deepseek/.test(model)

/** The signature of a text of reasoning, so that a request with it can be checked. */
export const signatureOf = (text: string): string => createHash('sha256').update(`reasoning ${text}`).digest('base64')
