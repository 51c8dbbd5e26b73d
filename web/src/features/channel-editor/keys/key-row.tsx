import { formatCount } from '@turnpike/contract/quota'
import { type ChannelKey, keyStatus } from '@turnpike/contract/routing/channel-keys'
import { Money } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import textStyles from '../../../components/style/text.module.css'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { reasonOf, stateKinds, stateOf } from './key-state.ts'
import { keysText } from './keys.text.ts'
import styles from './stored-keys.module.css'
import type { KeyActs } from './use-channel-keys.ts'
import { useCooldownWords } from './use-cooldown-words.ts'

type KeyRowProps = { channelKey: ChannelKey; number: number; now: number; acts: KeyActs; onReplace: () => void }

/** One key: its state, the reason, and its spending. */
export function KeyRow({ channelKey: key, number, now, acts, onReplace }: KeyRowProps) {
  const t = keysText.use()
  const words = useCooldownWords()
  const state = stateOf(key, now)
  const name = t('number', { number })
  const reason = reasonOf(key, state)
  const isOff = state === 'disabled' || state === 'autoDisabled'
  const isCooling = state === 'cooling' || state === 'waiting'
  const since = isOff ? key.status_time : key.last_error_time
  return (
    <li className={styles.row}>
      <code className={`${textStyles.ellipsis} ${textStyles.small}`}>{key.hint || name}</code>
      <span className={styles.state}>
        <StatusTag kind={stateKinds[state]}>{t(state)}</StatusTag>
        {state === 'cooling' && <small>{words(key.cooling_until - now)}</small>}
      </span>
      <span className={styles.figures}>
        <Money quota={key.used_quota} of="spend" />
        <small>{t('calls', { count: formatCount(key.calls) })}</small>
      </span>
      <RowMenu
        name={name}
        entries={[
          {
            key: 'switch',
            label: t(isOff ? 'enable' : 'disable'),
            onSelect: () => acts.change.mutate({ id: key.id, status: isOff ? keyStatus.enabled : keyStatus.disabled }),
          },
          ...(isCooling ? [{ key: 'resume', label: t('resume'), onSelect: () => acts.resume.mutate(key.id) }] : []),
          { key: 'replace', label: t('replace'), onSelect: onReplace },
        ]}
        removal={{
          verb: t('remove'),
          question: t('removeQuestion', { name: key.hint || name }),
          explanation: t('removeText'),
          onConfirm: () => acts.remove.mutate(key.id),
        }}
      />
      {reason && (
        <p className={state === 'enabled' ? styles.quiet : styles.reason} title={reason}>
          {since > 0 && (
            <>
              <RelativeTime seconds={since} />
              {' · '}
            </>
          )}
          {state === 'enabled' && `${t('lastError')}: `}
          {reason}
        </p>
      )}
    </li>
  )
}
