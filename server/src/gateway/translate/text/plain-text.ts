import type { ChatMessage, ContentPart } from '../../forms/chat.ts'

const textOfPart = (part: ContentPart): string | undefined => {
  if (part.type === 'text' && typeof part.text === 'string') return part.text
  // What a model once refused with is, to any other model, something it said.
  if (part.type === 'refusal' && typeof part.refusal === 'string') return part.refusal
  return undefined
}

/** The text of content that holds nothing else; undefined for pictures, files and nothing at all. */
export function plainText(content: ChatMessage['content'], separator = '\n'): string | undefined {
  if (typeof content === 'string') return content
  const texts = content?.map(textOfPart)
  return texts?.every((text) => text !== undefined) ? texts.join(separator) : undefined
}
