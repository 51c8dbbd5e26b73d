import type { ChatRequest } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'

/** Whether the model thinks, how hard, and the word for it where one has to be said. */
export type Thinking = { isOn: boolean; type?: 'enabled' | 'disabled'; effort?: string }

/** Two models were retired in favour of one that can be told to think or not. */
const retired: Readonly<Record<string, Thinking>> = {
  'deepseek-chat': { isOn: false, type: 'disabled' },
  'deepseek-reasoner': { isOn: true, type: 'enabled' },
}
const successor = 'deepseek-flash'

/** What a model's name says of thinking: `-none` turns it off, `-max` up. */
export function namedThinking(name: string): { model: string; thinking?: Thinking } {
  if (Object.hasOwn(retired, name)) return { model: successor, thinking: retired[name] }
  if (name.endsWith('-none'))
    return { model: name.slice(0, -'-none'.length), thinking: { isOn: false, type: 'disabled' } }
  if (name.endsWith('-max')) return { model: name.slice(0, -'-max'.length), thinking: { isOn: true, effort: 'max' } }
  return { model: name }
}

/** The request's own words come first, then the name's; silence means that the model thinks. */
export function thinkingOf(ask: ChatRequest, model: string): Thinking {
  if (isObject(ask.thinking)) return { isOn: ask.thinking.type !== 'disabled', effort: ask.reasoning_effort }
  if (ask.reasoning_effort === 'none') return { isOn: false, type: 'disabled' }
  const named = namedThinking(model).thinking
  return ask.reasoning_effort === undefined ? (named ?? { isOn: true }) : { isOn: true, effort: ask.reasoning_effort }
}
