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
export function thinkingOf(request: ChatRequest, model: string): Thinking {
  if (isObject(request.thinking))
    return { isOn: request.thinking.type !== 'disabled', effort: request.reasoning_effort }
  if (request.reasoning_effort === 'none') return { isOn: false, type: 'disabled' }
  const named = namedThinking(model).thinking
  return request.reasoning_effort === undefined
    ? (named ?? { isOn: true })
    : { isOn: true, effort: request.reasoning_effort }
}
