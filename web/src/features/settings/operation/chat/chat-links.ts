import { isTextWithin } from '@turnpike/contract/bounds'
import { options } from '@turnpike/contract/options'
import { isChatLink } from '@turnpike/contract/system/chat-link'
import { isObject } from '../../../../components/fields/json-problem.ts'

export type ChatProblem = { kind: 'shape' } | { kind: 'many' } | { kind: 'link'; name: string }

const bounds = options.Chats

/** What keeps a value from being a list of one-name objects whose addresses can be opened. */
export function chatProblem(value: unknown): ChatProblem | undefined {
  if (!Array.isArray(value)) return { kind: 'shape' }
  if (value.length > bounds.countMax) return { kind: 'many' }
  for (const entry of value) {
    const [[name, link] = ['', undefined], ...others] = isObject(entry) ? Object.entries(entry) : []
    if (others.length > 0 || !isTextWithin(bounds.name, name) || typeof link !== 'string') return { kind: 'shape' }
    if (!isTextWithin(bounds.link, link) || !isChatLink(link)) return { kind: 'link', name }
  }
  return undefined
}
