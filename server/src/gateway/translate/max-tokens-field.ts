import { familyOf } from './openai-families.ts'

/** A model's name without the prefix some resellers put before it. */
export const bareModel = (model: string): string => model.slice(model.lastIndexOf('/') + 1)

/** OpenAI's reasoning models take fewer parameters than others. */
export const isReasoningModel = (model: string): boolean => familyOf(model)?.reasons ?? false

/** The field for the limit of output tokens in a chat for this model. */
export const maxTokensField = (model: string): 'max_tokens' | 'max_completion_tokens' =>
  isReasoningModel(model) ? 'max_completion_tokens' : 'max_tokens'
