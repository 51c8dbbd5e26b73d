import { type FaqEntry, faqEntriesMax, faqName } from '@turnpike/contract/system/faq'
import type { FieldChange } from '@turnpike/contract/system/history'
import { changeOf, fieldOf, type SectionPlan } from './plan.ts'

/** The whole list as it will be. */
export type FaqStep = readonly FaqEntry[]

const members = ['question', 'answer', 'question_zh', 'answer_zh'] as const

/** The questions of the file in their order, and then those that it does not name; with `prune`, these are removed. */
export function planFaq(
  wanted: readonly FaqEntry[] | undefined,
  stored: readonly FaqEntry[],
  prune: boolean,
): SectionPlan<FaqStep> {
  const plan: SectionPlan<FaqStep> = { changes: [], steps: [], problems: [] }
  if (!wanted) return plan
  const names = new Set(wanted.map(faqName))
  const unnamed = stored.filter((entry) => !names.has(faqName(entry)))
  const list = prune ? wanted : [...wanted, ...unnamed]
  for (const entry of prune ? unnamed : []) plan.changes.push(changeOf('faq', 'remove', faqName(entry)))
  const before = new Map(stored.map((entry) => [faqName(entry), entry]))
  const [oldPlaces, newPlaces] = [placesOf(stored, list), placesOf(list, stored)]
  for (const entry of list) {
    const name = faqName(entry)
    const fields: FieldChange[] = members
      .filter((member) => entry[member] !== (before.get(name)?.[member] ?? ''))
      .map((member) => fieldOf(member, before.get(name)?.[member], entry[member]))
    if (oldPlaces.get(name) !== newPlaces.get(name))
      fields.push(fieldOf('place', oldPlaces.get(name), newPlaces.get(name)))
    if (fields.length > 0) plan.changes.push(changeOf('faq', before.has(name) ? 'change' : 'create', name, fields))
  }
  if (list.length > faqEntriesMax) plan.problems.push({ path: ['faq'], code: 'faq_too_long' })
  if (plan.changes.length > 0) plan.steps.push(list)
  return plan
}

/** The places, from 1, of entries that both lists have: a new entry moves nobody. */
function placesOf(list: readonly FaqEntry[], other: readonly FaqEntry[]): ReadonlyMap<string, number> {
  const others = new Set(other.map(faqName))
  const shared = list.map(faqName).filter((name) => others.has(name))
  return new Map(shared.map((name, index) => [name, index + 1]))
}
