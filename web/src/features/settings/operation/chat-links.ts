import { isTextWithin } from '@turnpike/contract/bounds'
import { options } from '@turnpike/contract/options'
import { isChatLink } from '@turnpike/contract/system/chat-link'
import { isObject } from '../../../components/fields/json-problem.ts'
import type { Words } from '../../../lib/text/words.ts'
import { jsonRule } from '../form/option-problem.ts'

export type ChatProblem = { kind: 'shape' } | { kind: 'many' } | { kind: 'link'; name: string }

const bounds = options.Chats

/** Why a value is not a list of objects with one name and one address that can be opened. */
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

export const chatRule = jsonRule((value): Words | undefined => {
  const problem = chatProblem(value)
  if (problem?.kind === 'link')
    return [
      `The address of “${problem.name}” must start with a scheme such as https://`,
      `“${problem.name}”的地址必须以 https:// 等协议开头`,
    ]
  if (problem?.kind === 'many') return [`At most ${bounds.countMax} links`, `最多 ${bounds.countMax} 个链接`]
  return (
    problem && [
      'A list of entries such as { "Name": "https://…" }, each with one name and one address',
      '应为列表，每项形如 { "名称": "https://…" }，只含一个名称和一个地址',
    ]
  )
})
