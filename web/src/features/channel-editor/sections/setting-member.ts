import { isObject, parseJson } from '../../../components/fields/json-problem.ts'

/** The members of a text of extra settings; undefined while the text is no JSON object. */
export function membersOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  const parsed = parseJson(text)
  return 'value' in parsed && isObject(parsed.value) ? parsed.value : undefined
}

/** The text with one member changed; undefined takes the member out. Without members the text is empty. */
export function withMember(text: string, name: string, value: unknown): string {
  const { [name]: _, ...others } = membersOf(text) ?? {}
  const members = value === undefined ? others : { ...others, [name]: value }
  return Object.keys(members).length === 0 ? '' : JSON.stringify(members, null, 2)
}
