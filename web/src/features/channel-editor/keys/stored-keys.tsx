import { formatCount } from '@turnpike/contract/quota'
import type { ChannelToEdit } from '@turnpike/contract/routing/channel'
import { type ChannelKeys, keyModes } from '@turnpike/contract/routing/channel-keys'
import { Button, Select } from 'antd'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { Callout } from '../../../components/states/callout.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { KeyDrawer } from './key-drawer.tsx'
import { KeyRow } from './key-row.tsx'
import { stateOf } from './key-state.ts'
import { keysText } from './keys.text.ts'
import styles from './stored-keys.module.css'
import { type KeyActs, useChannelKeys, useKeyActs, useNow } from './use-channel-keys.ts'
import { useCooldownWords } from './use-cooldown-words.ts'

const shownMax = 50

/** The keys of a stored channel and the state of each; of a channel with one key, a button that adds more. */
export function StoredKeys({ channel }: { channel: ChannelToEdit }) {
  const t = keysText.use()
  const { data } = useChannelKeys(channel.id)
  const acts = useKeyActs(channel.id)
  const [edited, setEdited] = useState<'add' | { id: number; name: string }>()
  if (!data) return null
  const replaced = typeof edited === 'object' ? edited : undefined
  const { isPending, error } = replaced ? acts.change : acts.add
  return (
    <>
      <Cooldown cooldown={data} acts={acts} />
      {data.keys.length > 0 ? (
        <KeyList data={data} acts={acts} onAdd={() => setEdited('add')} onReplace={setEdited} />
      ) : (
        <div>
          <Button size="small" icon={<KeyRound />} onClick={() => setEdited('add')}>
            {t('addMore')}
          </Button>
        </div>
      )}
      {data.sticky.calls > 0 && <StickyFigures sticky={data.sticky} />}
      {edited && (
        <KeyDrawer
          title={replaced ? t('replaceTitle', { name: replaced.name }) : t('addTitle')}
          isReplacement={replaced !== undefined}
          hasModeChoice={data.keys.length === 0}
          isSaving={isPending}
          problem={error?.message}
          onSave={(key, multi_key_mode, onSuccess) =>
            replaced
              ? acts.change.mutate({ id: replaced.id, key }, { onSuccess })
              : acts.add.mutate({ key, ...(multi_key_mode && { multi_key_mode }) }, { onSuccess })
          }
          onClosed={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

/** The cooldown of the whole channel. */
function Cooldown({ cooldown, acts }: { cooldown: ChannelKeys; acts: KeyActs }) {
  const t = keysText.use()
  const { cooling_until: until, cooling_reason: reason } = cooldown
  const now = useNow(until > 0)
  const words = useCooldownWords()
  if (until === 0) return null
  return (
    <Callout
      tone="warning"
      title={until > now ? `${t('channelCooling')}, ${words(until - now)}` : t('channelWaiting')}
      text={reason}
      action={
        <Button size="small" loading={acts.resume.isPending} onClick={() => acts.resume.mutate(undefined)}>
          {t('resume')}
        </Button>
      }
    />
  )
}

/** How well conversations are kept on this channel. */
function StickyFigures({ sticky: { calls, hits, saved } }: { sticky: ChannelKeys['sticky'] }) {
  const t = keysText.use()
  return (
    <p className={textStyles.quietSmall}>
      {t('sticky', { percent: Math.round((hits / calls) * 100), count: formatCount(calls) })}
      {saved > 0 && (
        <>
          {' · '}
          {t('savedByCache')} <Money quota={saved} of="spend" />
        </>
      )}
    </p>
  )
}

type KeyListProps = {
  data: ChannelKeys
  acts: KeyActs
  onAdd: () => void
  onReplace: (key: { id: number; name: string }) => void
}

function KeyList({ data: { keys, multi_key_mode }, acts, onAdd, onReplace }: KeyListProps) {
  const t = keysText.use()
  const [showsAll, setShowsAll] = useState(false)
  const now = useNow(keys.some(({ cooling_until }) => cooling_until > 0))
  const shown = showsAll ? keys : keys.slice(0, shownMax)
  const open = keys.filter((key) => stateOf(key, now) === 'enabled').length
  return (
    <section className={`${layoutStyles.framed} ${styles.keys}`} aria-label={t('title')}>
      <div className={`${layoutStyles.wrappingRow} ${styles.head}`}>
        <strong>{t('title')}</strong>
        <span className={textStyles.quietSmall}>{t('inUse', { open, all: keys.length })}</span>
        <div className={layoutStyles.buttonsAtEnd}>
          <Select
            size="small"
            aria-label={t('choice')}
            value={multi_key_mode === '' ? 'random' : multi_key_mode}
            popupMatchSelectWidth={false}
            options={keyModes.map((mode) => ({ value: mode, label: t(mode) }))}
            loading={acts.mode.isPending}
            onChange={(mode) => acts.mode.mutate(mode)}
          />
          <Button size="small" icon={<Plus />} onClick={onAdd}>
            {t('add')}
          </Button>
        </div>
      </div>
      <ul className={styles.list}>
        {shown.map((key, index) => (
          <KeyRow
            key={key.id}
            channelKey={key}
            number={index + 1}
            now={now}
            acts={acts}
            onReplace={() => onReplace({ id: key.id, name: key.hint || t('number', { number: index + 1 }) })}
          />
        ))}
      </ul>
      {keys.length > shown.length && (
        <QuietButton className={styles.more ?? ''} onClick={() => setShowsAll(true)}>
          {t('more', { count: keys.length - shown.length })}
        </QuietButton>
      )}
    </section>
  )
}
