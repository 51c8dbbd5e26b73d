import type { TableNotes } from '../report.ts'
import { type Row, shortened, textIn } from '../row.ts'
import type { Family } from '../sources/open-source.ts'
import type { Claims, Identities } from './claims.ts'

/**
 * GitHub sign-ins of all but the newest version are by login name, which can change its owner, and may look like the id of
 * another account: only ids identify.
 */
export function identitiesOf(
  { name, version }: Family,
  row: Row,
  claims: Claims,
  notes: TableNotes,
  who: string,
): Partial<Identities> & { github_name?: string } {
  const github = textIn(row, 'github_id').trim()
  const hasIds = name === 'new-api' && version === 'current'
  const isLogin = github !== '' && !(hasIds && /^\d+$/.test(github))
  if (isLogin) notes.changed('GitHub is known by its login name only: it must be bound again', who)
  for (const column of ['lark_id', 'discord_id'] as const)
    if (textIn(row, column).trim() !== '')
      notes.remark(`sign-in by ${column.replace('_id', '')} does not exist here`, who)
  const wanted: Identities = {
    github_id: isLogin ? '' : github,
    wechat_id: textIn(row, 'wechat_id').trim(),
    telegram_id: textIn(row, 'telegram_id').trim(),
    linux_do_id: textIn(row, 'linux_do_id').trim(),
  }
  const own = Object.entries(wanted).filter(([column, value]) => {
    if (value === '') return false
    const isFree = claims.identity(column as keyof Identities, value)
    if (!isFree) notes.changed('a third-party identity belongs to another account: it is left out', who)
    return isFree
  })
  return { ...Object.fromEntries(own), ...(isLogin && { github_name: shortened(github, 100) }) }
}

/** The subject at the provider of the source; empty where it cannot be imported. */
export function oidcSubjectOf(
  subject: string,
  issuer: string,
  claims: Claims | undefined,
  notes: TableNotes,
  who: string,
): string {
  if (subject === '' || !claims) return ''
  if (issuer === '')
    notes.changed('OpenID Connect: the source does not say which provider; it must be bound again', who)
  else if (claims.oidc(issuer, subject)) return subject
  else notes.changed('a third-party identity belongs to another account: it is left out', who)
  return ''
}
