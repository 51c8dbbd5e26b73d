import type { User } from '@turnpike/contract/identity/user'
import { Link } from 'react-router'
import { Money } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import textStyles from '../../../components/style/text.module.css'
import toneStyles from '../../../components/style/tone.module.css'
import styles from './users.module.css'
import { usersText } from './users.text.ts'

/** The username, the display name where it differs, and a mark for a mail address that was never proved. */
export function UserName({ user: { username, display_name, email, claimed_email } }: { user: User }) {
  const t = usersText.use()
  const isCalledOtherwise = display_name !== '' && display_name !== username
  return (
    <span title={[username, isCalledOtherwise && display_name, email || claimed_email].filter(Boolean).join(' · ')}>
      <strong className={textStyles.medium}>{username}</strong>
      {isCalledOtherwise && <span className={textStyles.quiet}> {display_name}</span>}
      {email === '' && claimed_email !== '' && (
        <span className={`${toneStyles.warningTint} ${styles.unverified}`}>{t('unverified')}</span>
      )}
    </span>
  )
}

/** The inviter of a user, as a link. */
export function Inviter({ id }: { id: number }) {
  const t = usersText.use()
  if (id === 0) return '—'
  return (
    <Link to={`/user/edit/${id}`} title={t('invitedBy', { id })}>
      #{id}
    </Link>
  )
}

/** How many users a user invited, the earnings from them, and the user's own inviter. */
export function Invitation({ user: { aff_count, aff_history_quota, inviter_id } }: { user: User }) {
  if (aff_count === 0 && aff_history_quota === 0 && inviter_id === 0) return '—'
  return (
    <>
      {aff_count} / <Money quota={aff_history_quota} /> / <Inviter id={inviter_id} />
    </>
  )
}

/** A time, or "never" for 0. */
export function Moment({ seconds }: { seconds: number }) {
  const t = usersText.use()
  return seconds > 0 ? <RelativeTime seconds={seconds} /> : t('never')
}
