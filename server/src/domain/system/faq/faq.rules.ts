import { type FaqEntry, faqName } from '@turnpike/contract/system/faq'
import type { Deps } from '../../../deps.ts'
import { announcedChange } from '../../../store/revision.ts'
import { type Actor, writeAudit } from '../audit/audit.queries.ts'
import { checkSeen } from '../audit/row-revision.ts'
import { readFaq, replaceFaq } from './faq.queries.ts'
import { type Faq, faqOf } from './live-faq.ts'

/** The list is audited as one row. */
const subject = { kind: 'faq', subject: 'list' } as const

type Wanted = { entries: FaqEntry[]; seen_revision?: string | undefined }

/** Replaces the whole list. In force here when it returns, on other instances within 2 s. */
export async function saveFaq(
  deps: Pick<Deps, 'store' | 'reload'>,
  actor: Actor,
  { entries, seen_revision: seen }: Wanted,
): Promise<Faq> {
  const faq = faqOf(entries)
  await announcedChange(deps, async (transaction) => {
    const before = faqOf(await readFaq(transaction))
    await checkSeen(transaction, { ...subject, seen, stored: before.revision })
    if (before.revision === faq.revision) return
    await replaceFaq(transaction, entries)
    const detail = differenceOf(before.data, entries)
    await writeAudit(transaction, actor, { action: 'faq.save', detail, changes: [{ ...subject, fields: {} }] })
  })
  return faq
}

/** The questions that differ, by name, for the audit log. */
function differenceOf(before: readonly FaqEntry[], after: readonly FaqEntry[]) {
  const [old, now] = [new Map(before.map(named)), new Map(after.map(named))]
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    changed: [...now].filter(([name, text]) => old.has(name) && old.get(name) !== text).map(([name]) => name),
    removed: [...old.keys()].filter((name) => !now.has(name)),
  }
}

const named = (entry: FaqEntry) => [faqName(entry), JSON.stringify(entry)] as const
