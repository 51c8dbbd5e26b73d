import { role } from '@turnpike/contract/identity/user'
import { Button } from 'antd'
import { CodeXml, Columns2, MessageSquarePlus, MessagesSquare, SlidersHorizontal, Trash2, X } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../components/buttons/quiet-button.tsx'
import { MoreMenu } from '../../components/menu/more-menu.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { useOpened } from '../../lib/address/use-opened.ts'
import { useSeat } from '../../lib/api/organisations.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useMedia } from '../../lib/browser/use-media.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { session } from '../../lib/session/session.ts'
import { Composer } from './chat/composer.tsx'
import { SamplePrompts } from './chat/sample-prompts.tsx'
import { Thread } from './chat/thread.tsx'
import { warmUp } from './markdown/warm-up.ts'
import { threadsMax } from './messages/conversation.ts'
import type { Mode } from './messages/message.ts'
import styles from './playground.module.css'
import { playgroundText } from './playground.text.ts'
import { useReplay } from './replay/use-replay.ts'
import { SessionFacts } from './session-facts.tsx'
import { ModelSelect } from './settings/model-select.tsx'
import { SettingsPanel } from './settings/settings-panel.tsx'
import { modeFor, modesOf, useModels } from './settings/use-models.ts'
import { PlaygroundContext, useOpenPlayground, usePlayground, useSettings } from './store/use-playground.ts'

const ConversationsDrawer = lazyPart(
  async () => (await import('./conversations/conversations-drawer.tsx')).ConversationsDrawer,
)
const CodeDrawer = lazyPart(async () => (await import('./code/code-drawer.tsx')).CodeDrawer)

/** Where a newcomer tries the models and an administrator a channel: paid by the session, at normal prices. */
export function PlaygroundPage() {
  const t = playgroundText.use()
  useDocumentTitle(t('title'))
  const { group, mode } = useSettings()
  const models = useModels(group)
  const playground = useOpenPlayground(models)
  const { store } = playground
  useReplay(store)
  const chosen = store.usePart('models')
  const isReady = store.usePart('isReady')
  // The first visit has no model yet; one that the group does not serve stays, and its refusal says what to do.
  useEffect(() => {
    if (!isReady || models.first === '') return
    for (const [index, model] of chosen.entries()) if (model === '') store.setModel(index, models.first)
  }, [store, isReady, models.first, chosen])
  if (models.error) return <ErrorState error={models.error} onRetry={() => window.location.reload()} />
  return (
    <PlaygroundContext value={playground}>
      <Frame mode={modeFor(models.priced.get(chosen[0] ?? ''), mode)} />
    </PlaygroundContext>
  )
}

type Overlay = 'settings' | 'conversations' | 'code' | 'clear'

/**
 * Its parts are drawn for themselves: neither a sent message nor an opened drawer draws all of the page again, which takes
 * a tenth of a second on a slow machine.
 */
const Frame = memo(({ mode }: { mode: Mode }) => {
  const t = playgroundText.use()
  const isNarrow = useMedia('(max-width: 1023px)')
  const opened = useOpened()
  const latest = useRef(opened)
  latest.current = opened
  const [isClearing, setIsClearing] = useState(false)
  const open = useCallback(
    (overlay: Overlay) => (overlay === 'clear' ? setIsClearing(true) : latest.current.open(overlay)),
    [],
  )
  return (
    <div className={styles.page}>
      <div className={styles.main} onInput={warmUp}>
        <TitleRow hasPanel={!isNarrow} onOpen={open} />
        <Threads mode={mode} />
        <ComposerPlace mode={mode} />
      </div>
      {!isNarrow && <Side mode={mode} />}
      {opened.value === 'settings' && (
        <SideDrawer title={t('settings')} onClosed={opened.close}>
          <SettingsPanel mode={mode} />
          <SessionFacts />
        </SideDrawer>
      )}
      {opened.value === 'conversations' && <ConversationsDrawer onClosed={opened.close} />}
      {opened.value === 'code' && <CodeDrawer mode={mode} onClosed={opened.close} />}
      {isClearing && <ClearDialog onClose={() => setIsClearing(false)} />}
    </div>
  )
})

const Side = memo(({ mode }: { mode: Mode }) => {
  const t = playgroundText.use()
  return (
    <aside className={styles.side} aria-label={t('settings')}>
      <h2 className={styles.sideTitle}>{t('settings')}</h2>
      <SettingsPanel mode={mode} />
      <SessionFacts />
    </aside>
  )
})

type TitleRowProps = { hasPanel: boolean; onOpen: (overlay: Overlay) => void }

const TitleRow = memo(({ hasPanel, onOpen }: TitleRowProps) => {
  const t = playgroundText.use()
  const small = useSmallScreen()
  const { store, models } = usePlayground()
  const seat = useSeat()
  const settings = useSettings()
  const used = store.usePart('models')
  const isUnkept = store.usePart('isUnkept')
  const begin = () => void store.begin(settings.model || models.first)
  const compare = () => {
    store.addThread(
      models.list.find((name) => !used.includes(name) && modesOf(models.priced.get(name)).includes('chat')) ??
        used[0] ??
        '',
    )
  }
  return (
    <header className={`${layoutStyles.wideRow} ${styles.header}`}>
      <h1 className={textStyles.title}>{t('title')}</h1>
      <p className={`${textStyles.growingEllipsis} ${textStyles.quiet}`}>
        {isUnkept ? t('unkept') : small ? used.join(' · ') : seat ? t('chargedTo', { name: seat.name }) : t('charged')}
      </p>
      <div className={styles.actions}>
        <Button type="text" icon={<MessageSquarePlus />} onClick={begin} aria-label={t('newChat')} title={t('newChat')}>
          {!small && t('newChat')}
        </Button>
        <Button
          type="text"
          icon={<MessagesSquare />}
          onClick={() => onOpen('conversations')}
          aria-label={t('conversations')}
          title={t('conversations')}
        >
          {!small && t('conversations')}
        </Button>
        {!small && (
          <>
            <Button type="text" icon={<Columns2 />} disabled={used.length >= threadsMax} onClick={compare}>
              {t('compare')}
            </Button>
            <Button type="text" icon={<CodeXml />} onClick={() => onOpen('code')}>
              {t('viewCode')}
            </Button>
            <ClearButton onClick={() => onOpen('clear')} />
          </>
        )}
        {!hasPanel && (
          <IconButton
            size="middle"
            icon={<SlidersHorizontal />}
            label={t('settings')}
            onClick={() => onOpen('settings')}
          />
        )}
        {small && <PhoneMenu onCompare={compare} onOpen={onOpen} />}
      </div>
    </header>
  )
})

type PhoneMenuProps = { onCompare: () => void; onOpen: (overlay: Overlay) => void }

function PhoneMenu({ onCompare, onOpen }: PhoneMenuProps) {
  const t = playgroundText.use()
  const isEmpty = usePlayground().store.usePart('isEmpty')
  const entries = [
    { key: 'compare', label: t('compare'), icon: <Columns2 />, onSelect: onCompare },
    { key: 'code', label: t('viewCode'), icon: <CodeXml />, onSelect: () => onOpen('code') },
    ...(isEmpty
      ? []
      : [{ key: 'clear', label: t('clear'), icon: <Trash2 />, danger: true, onSelect: () => onOpen('clear') }]),
  ]
  return <MoreMenu entries={entries} />
}

function ClearButton({ onClick }: { onClick: () => void }) {
  const t = playgroundText.use()
  const isEmpty = usePlayground().store.usePart('isEmpty')
  return (
    <Button type="text" icon={<Trash2 />} disabled={isEmpty} onClick={onClick}>
      {t('clear')}
    </Button>
  )
}

const Threads = memo(({ mode }: { mode: Mode }) => {
  const t = playgroundText.use()
  const { store, models } = usePlayground()
  const isReady = store.usePart('isReady')
  // The field and the buttons respond first; messages are rendered afterwards, in slices.
  const { conversation, paths } = useDeferredValue(store.usePart('shown'))
  const { threads } = conversation
  const isColumns = threads.length > 1
  const isAdmin = (session.use()?.role ?? 0) >= role.admin
  const hasNoModels = !models.isPending && models.list.length === 0
  if (!isColumns && (paths[0]?.length ?? 0) === 0)
    return (
      <div className={styles.empty}>
        {isReady && (
          <>
            <EmptyState
              title={t('emptyTitle')}
              text={hasNoModels ? t('noModels') : t('emptyText')}
              action={hasNoModels && isAdmin && <LinkButton to="/channel/add">{t('addChannel')}</LinkButton>}
            />
            {!hasNoModels && <SamplePrompts mode={mode} />}
          </>
        )}
      </div>
    )
  return (
    <div className={isColumns ? `${styles.threads} ${styles.columns}` : styles.threads}>
      {threads.map(({ model }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
        <div key={index} className={styles.column}>
          {isColumns && (
            <div className={styles.columnHead}>
              <ModelSelect label={t('chooseModel')} value={model} onChange={(next) => store.setModel(index, next)} />
              <IconButton
                size="middle"
                icon={<X />}
                label={t('removeColumn', { model })}
                onClick={() => store.removeThread(index)}
              />
            </div>
          )}
          <Thread
            conversation={conversation.id}
            path={paths[index] ?? []}
            isColumn={isColumns}
            label={isColumns ? t('column', { model }) : t('thread')}
          />
        </div>
      ))}
    </div>
  )
})

const ComposerPlace = memo(({ mode }: { mode: Mode }) => {
  const { store } = usePlayground()
  const models = store.usePart('models')
  return <Composer mode={mode} canSend={models.every((model) => model !== '')} />
})

function ClearDialog({ onClose }: { onClose: () => void }) {
  const t = playgroundText.use()
  const { store, models } = usePlayground()
  const settings = useSettings()
  return (
    <ConfirmDialog
      danger
      title={t('clearTitle')}
      text={t('clearText')}
      verb={t('remove')}
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        void store.clear(settings.model || models.first)
      }}
    />
  )
}
