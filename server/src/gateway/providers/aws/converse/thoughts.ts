import type { ThinkingBlock } from '../../../forms/chat.ts'
import { isObject, objectOf, textOf } from '../../../translate/json/json-values.ts'
import type { Block } from './parts.ts'

// A model verifies its earlier reasoning by the signature: "include the text and its signature unmodified" (the comment
// of ReasoningTextBlock in @aws-sdk/client-bedrock-runtime 3.1162.0). Reasoning without one is not sent: DeepSeek R1
// refuses it (langchain-ai/langchain-aws issue 401, read 2026-11-19).

/** Marks signatures in the gateway's form, so that another company's model is never sent this reasoning. */
const mark = 'bedrock:'
/** Reasoning that the model's vendor encrypted has no text. */
const redactedMark = `${mark}redacted:`

/** A block of reasoning as clients send it back; without a signature where the model does not sign. */
export function thoughtOf({ text = '', signature = '', redacted = '' }: Reasoned): ThinkingBlock {
  if (redacted !== '') return { type: 'thinking', thinking: '', signature: redactedMark + redacted }
  return { type: 'thinking', thinking: text, signature: signature === '' ? '' : mark + signature }
}
export type Reasoned = { text?: string | undefined; signature?: string | undefined; redacted?: string | undefined }

export const isSigned = (thought: ThinkingBlock): boolean => thought.type === 'thinking' && thought.signature !== ''

/** The content of a block of reasoning in a response. */
export function reasonedIn(content: unknown): Reasoned | undefined {
  const reasoning = objectOf(content)
  if (!reasoning) return undefined
  const { text, signature } = objectOf(reasoning.reasoningText) ?? {}
  return { text: textOf(text), signature: textOf(signature), redacted: textOf(reasoning.redactedContent) }
}

/** The block for a thought that a model on Bedrock signed; undefined for all others. */
export function reasoningBlock(thought: unknown): Block | undefined {
  if (!isObject(thought) || thought.type !== 'thinking') return undefined
  const signature = textOf(thought.signature) ?? ''
  if (signature.startsWith(redactedMark))
    return { reasoningContent: { redactedContent: signature.slice(redactedMark.length) } }
  if (!signature.startsWith(mark) || typeof thought.thinking !== 'string') return undefined
  return { reasoningContent: { reasoningText: { text: thought.thinking, signature: signature.slice(mark.length) } } }
}
