import type { ChatMessage, ContentPart, JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { plainText } from '../../translate/text/plain-text.ts'

type Turn = JsonObject & { Role: string; Content?: string; Contents?: JsonObject[] }

function partOf(part: ContentPart): JsonObject {
  if (part.type === 'text') return { Type: 'text', Text: part.text }
  if (part.type === 'image_url' && isObject(part.image_url))
    return { Type: 'image_url', ImageUrl: { Url: part.image_url.url } }
  throw unsupported(`This channel cannot send content of the type ${part.type}`, 'messages')
}

function contentOf({ content }: ChatMessage): Pick<Turn, 'Content' | 'Contents'> {
  const text = plainText(content ?? '')
  if (text !== undefined || !Array.isArray(content)) return { Content: text ?? '' }
  return { Contents: content.map(partOf) }
}

function turnOf(message: ChatMessage): Turn {
  const { role, tool_calls, tool_call_id } = message
  const content = contentOf(message)
  if (role === 'tool') return { Role: role, ...content, ToolCallId: tool_call_id }
  if (role !== 'assistant' || !tool_calls?.length) return { Role: role, ...content }
  const ToolCalls = tool_calls.map(({ id, function: called }, Index) => ({
    Id: id,
    Type: 'function',
    Function: { Name: called.name, Arguments: called.arguments },
    Index,
  }))
  return { Role: role, ...content, ToolCalls }
}

const partsOf = ({ Content, Contents }: Turn): JsonObject[] => Contents ?? [{ Type: 'text', Text: Content ?? '' }]

const mayJoin = (first: Turn, second: Turn): boolean =>
  first.Role === second.Role && ['user', 'assistant'].includes(first.Role) && !first.ToolCalls && !second.ToolCalls

function joined(first: Turn, second: Turn): Turn {
  if (first.Contents || second.Contents) return { Role: first.Role, Contents: [...partsOf(first), ...partsOf(second)] }
  return { Role: first.Role, Content: `${first.Content}\n${second.Content}` }
}

/** One system message comes first, and no role has two messages in a row. */
export function toTurns(messages: readonly ChatMessage[]): Turn[] {
  const isInstruction = ({ role }: ChatMessage) => role === 'system' || role === 'developer'
  const instructions = messages.filter(isInstruction).map(({ content }) => plainText(content ?? '') ?? '')
  const turns: Turn[] = instructions.length > 0 ? [{ Role: 'system', Content: instructions.join('\n') }] : []
  for (const message of messages.filter((each) => !isInstruction(each))) {
    const turn = turnOf(message)
    const last = turns.at(-1)
    if (last && mayJoin(last, turn)) turns[turns.length - 1] = joined(last, turn)
    else turns.push(turn)
  }
  return turns
}
