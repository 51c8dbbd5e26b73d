import { isObject } from '../../../../components/fields/json-problem.ts'

export type ChatProblem = { kind: 'shape' } | { kind: 'many' } | { kind: 'link'; name: string }

const chatsMax = 100
/** Schemes a browser runs or reads by itself. */
const activeSchemes = new Set(['javascript', 'vbscript', 'data', 'file', 'blob', 'filesystem', 'about', 'view-source'])

function isLink(link: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\/[^\s/\\]/i.exec(link) ?? []
  return scheme !== undefined && !activeSchemes.has(scheme.toLowerCase())
}

/** What keeps a value from being a list of one-name objects whose addresses can be opened. */
export function chatProblem(value: unknown): ChatProblem | undefined {
  if (!Array.isArray(value)) return { kind: 'shape' }
  if (value.length > chatsMax) return { kind: 'many' }
  for (const entry of value) {
    const [[name, link] = ['', undefined], ...others] = isObject(entry) ? Object.entries(entry) : []
    if (others.length > 0 || name.trim() === '' || typeof link !== 'string') return { kind: 'shape' }
    if (!isLink(link)) return { kind: 'link', name }
  }
  return undefined
}
