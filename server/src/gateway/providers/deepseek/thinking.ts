import type { ChatRequest } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'

/** Whether the model thinks, at which effort, and the explicit `type` where one must be sent. */
export type Thinking = { isOn: boolean; type?: 'enabled' | 'disabled'; effort?: string }

/** Two retired models, replaced by one with a thinking switch. */
const retired: Readonly<Record<string, Thinking>> = {
  'deepseek-chat': { isOn: false, type: 'disabled' },
  'deepseek-reasoner': { isOn: true, type: 'enabled' },
}
const successor = 'deepseek-flash'

/** The thinking setting in a model's name: `-none` switches it off, `-max` sets the highest effort. */
export function namedThinking(name: string): { model: string; thinking?: Thinking } {
  if (Object.hasOwn(retired, name)) return { model: successor, thinking: retired[name] }
  if (name.endsWith('-none'))
    return { model: name.slice(0, -'-none'.length), thinking: { isOn: false, type: 'disabled' } }
  if (name.endsWith('-max')) return { model: name.slice(0, -'-max'.length), thinking: { isOn: true, effort: 'max' } }
  return { model: name }
}

/** The request's own setting wins over the name's; without either the model thinks. */
export function thinkingOf(ask: ChatRequest, model: string): Thinking {
  if (isObject(ask.thinking)) return { isOn: ask.thinking.type !== 'disabled', effort: ask.reasoning_effort }
  if (ask.reasoning_effort === 'none') return { isOn: false, type: 'disabled' }
  const named = namedThinking(model).thinking
  return ask.reasoning_effort === undefined ? (named ?? { isOn: true }) : { isOn: true, effort: ask.reasoning_effort }
}
