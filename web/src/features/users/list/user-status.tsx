import { type User, userStatus } from '@turnpike/contract/identity/user'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import { isCancelled } from './standing.ts'
import { usersText } from './users.text.ts'

type Shown = { kind: StatusKind; words: 'active' | 'banned' | 'cancelled' | 'unknownStatus' }
const shownAs = new Map<number, Shown>([
  [userStatus.enabled, { kind: 'on', words: 'active' }],
  [userStatus.banned, { kind: 'stopped', words: 'banned' }],
])
const cancelled: Shown = { kind: 'off', words: 'cancelled' }
const unknown: Shown = { kind: 'attention', words: 'unknownStatus' }

/** Whether a user may sign in; a cancelled account is shown as cancelled, with any status. */
export function UserStatus({ user }: { user: User }) {
  const t = usersText.use()
  const { kind, words } = isCancelled(user) ? cancelled : (shownAs.get(user.status) ?? unknown)
  return <StatusTag kind={kind}>{t(words)}</StatusTag>
}
