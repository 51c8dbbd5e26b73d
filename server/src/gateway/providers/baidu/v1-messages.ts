import type { ChatMessage, JsonObject } from '../../forms/chat.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { plainText } from '../../translate/text/plain-text.ts'

type Turn = JsonObject & { role: 'user' | 'assistant' | 'function'; content: string }

/** The text of a turn that the format requires and the conversation lacks. */
const openingWords = 'Hi'
const goOnWords = 'Continue'
const agreeingWords = 'Okay'

function textOfMessage({ content }: ChatMessage): string {
  if (!content) return ''
  const text = plainText(content)
  if (text === undefined) throw unsupported('This channel takes texts only', 'messages')
  return text
}

/** A turn has at most one call: further calls become their own turns, each before its result. */
function turnsOf(messages: readonly ChatMessage[]): Turn[] {
  const results = new Map(
    messages.filter(({ role }) => role === 'tool').map((message) => [message.tool_call_id, textOfMessage(message)]),
  )
  return messages.flatMap((message): Turn[] => {
    const { role, tool_calls = [] } = message
    if (role === 'user') return [{ role, content: textOfMessage(message) }]
    if (role !== 'assistant') return []
    const content = textOfMessage(message)
    const withResults = tool_calls.filter(({ id }) => results.has(id))
    if (withResults.length === 0) return content === '' ? [] : [{ role, content }]
    return withResults.flatMap((call, index): Turn[] => [
      { role, content: index === 0 ? content : '', function_call: { ...call.function } },
      { role: 'function', name: call.function.name, content: results.get(call.id) ?? '' },
    ])
  })
}

const isPlain = (turn: Turn): boolean => turn.role !== 'function' && turn.function_call === undefined

/** Turns of the model alternate with turns of the user and results of functions. */
function alternate(turns: readonly Turn[]): Turn[] {
  const spoken: Turn[] = []
  for (const turn of turns) {
    const last = spoken.at(-1)
    const isModel = turn.role === 'assistant'
    if (last && isPlain(last) && isPlain(turn) && last.role === turn.role) {
      spoken[spoken.length - 1] = { ...last, content: `${last.content}\n${turn.content}` }
      continue
    }
    if (isModel && (!last || last.role === 'assistant'))
      spoken.push({ role: 'user', content: last ? goOnWords : openingWords })
    if (!isModel && last && last.role !== 'assistant') spoken.push({ role: 'assistant', content: agreeingWords })
    spoken.push(turn)
  }
  if (spoken.at(-1)?.role === 'assistant') spoken.push({ role: 'user', content: goOnWords })
  return spoken.length > 0 ? spoken : [{ role: 'user', content: openingWords }]
}

/** The conversation in the older format: instructions apart, an odd number of turns, the last one not the model's. */
export function toTurns(messages: readonly ChatMessage[]): { system: string | undefined; messages: JsonObject[] } {
  const instructions = messages.filter(({ role }) => role === 'system' || role === 'developer').map(textOfMessage)
  return {
    system: instructions.length > 0 ? instructions.join('\n') : undefined,
    messages: alternate(turnsOf(messages)),
  }
}
