export type Encoding = 'o200k_base' | 'cl100k_base'

/** `openai/gpt-4o`, `ft:gpt-4o:team::id` and `gpt-4o` have the same tokenizer. */
export const bareName = (model: string): string => model.slice(model.lastIndexOf('/') + 1).replace(/^ft:/, '')

/** OpenAI's model names; older models keep the older encoding. */
const olderNames = /^(gpt-4(-|$)|gpt-3|text-embedding-(3|ada))/
const newerNames = /^(gpt-|chatgpt-|o[134](-|$)|codex-|computer-use-)/

/** The public encoding of a model; undefined where its tokenizer is not public. */
export function encodingOf(model: string): Encoding | undefined {
  const name = bareName(model)
  if (olderNames.test(name)) return 'cl100k_base'
  return newerNames.test(name) ? 'o200k_base' : undefined
}
