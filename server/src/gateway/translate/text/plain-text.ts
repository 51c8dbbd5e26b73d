import type { ChatMessage, ContentPart } from '../../forms/chat.ts'

const textOfPart = (part: ContentPart): string | undefined => {
  if (part.type === 'text' && typeof part.text === 'string') return part.text
  // For another model an earlier refusal is ordinary text.
  if (part.type === 'refusal' && typeof part.refusal === 'string') return part.refusal
  return undefined
}

/** The text of content that is only text; undefined for absent content and content with other parts. */
export function plainText(content: ChatMessage['content'], separator = '\n'): string | undefined {
  if (typeof content === 'string') return content
  const texts = content?.map(textOfPart)
  return texts?.every((text) => text !== undefined) ? texts.join(separator) : undefined
}
