import { Button } from 'antd'
import { CodeXml, Columns2, MessageSquarePlus, MessagesSquare, SlidersHorizontal, Trash2, X } from 'lucide-react'
import { Suspense, useDeferredValue, useEffect, useState } from 'react'
import { MoreMenu } from '../../components/menu/more-menu.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { useOpened } from '../../lib/address/use-opened.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useMedia } from '../../lib/browser/use-media.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { useText } from '../../lib/text/text.ts'
import { Composer } from './chat/composer.tsx'
import { Thread } from './chat/thread.tsx'
import { threadsMax } from './messages/conversation.ts'
import type { Mode } from './messages/message.ts'
import styles from './playground.module.css'
import { playgroundText } from './playground.text.ts'
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
  const t = useText(playgroundText)
  useDocumentTitle(t('title'))
  const { group, mode } = useSettings()
  const models = useModels(group)
  const playground = useOpenPlayground(models)
  const { store } = playground
  const conversation = store.usePart('conversation')
  const isReady = store.usePart('isReady')
  // The first visit has no model yet; one that the group does not serve stays, and its refusal says what to do.
  const isUnset = conversation.threads.some(({ model }) => model === '')
  useEffect(() => {
    if (!isReady || !isUnset || models.first === '') return
    for (const [index, { model }] of conversation.threads.entries())
      if (model === '') store.setModel(index, models.first)
  }, [store, isReady, isUnset, models.first, conversation.threads])
  if (models.error) return <ErrorState error={models.error} onRetry={() => window.location.reload()} />
  return (
    <PlaygroundContext value={playground}>
      <Frame mode={modeFor(models.priced.get(conversation.threads[0]?.model ?? ''), mode)} />
    </PlaygroundContext>
  )
}

type Overlay = 'settings' | 'conversations' | 'code' | 'clear'

function Frame({ mode }: { mode: Mode }) {
  const t = useText(playgroundText)
  const isNarrow = useMedia('(max-width: 1023px)')
  const opened = useOpened()
  const [isClearing, setIsClearing] = useState(false)
  const open = (overlay: Overlay) => (overlay === 'clear' ? setIsClearing(true) : opened.open(overlay))
  return (
    <div className={styles.page} data-fills="window">
      <div className={styles.main}>
        <TitleRow hasPanel={!isNarrow} onOpen={open} />
        <Threads />
        <ComposerPlace mode={mode} />
      </div>
      {!isNarrow && (
        <aside className={styles.side} aria-label={t('settings')}>
          <h2 className={styles.sideTitle}>{t('settings')}</h2>
          <SettingsPanel mode={mode} />
          <SessionFacts />
        </aside>
      )}
      {opened.value === 'settings' && (
        <SideDrawer title={t('settings')} onClosed={opened.close}>
          <SettingsPanel mode={mode} />
          <SessionFacts />
        </SideDrawer>
      )}
      <Suspense>
        {opened.value === 'conversations' && <ConversationsDrawer onClosed={opened.close} />}
        {opened.value === 'code' && <CodeDrawer mode={mode} onClosed={opened.close} />}
      </Suspense>
      {isClearing && <ClearDialog onClose={() => setIsClearing(false)} />}
    </div>
  )
}

function TitleRow({ hasPanel, onOpen }: { hasPanel: boolean; onOpen: (overlay: Overlay) => void }) {
  const t = useText(playgroundText)
  const small = useSmallScreen()
  const { store, models } = usePlayground()
  const settings = useSettings()
  const conversation = store.usePart('conversation')
  const isUnkept = store.usePart('isUnkept')
  const paths = store.usePart('paths')
  const begin = () => void store.begin(settings.model || models.first)
  const { threads } = conversation
  const compare = () => {
    const used = threads.map(({ model }) => model)
    store.addThread(
      models.list.find((name) => !used.includes(name) && modesOf(models.priced.get(name)).includes('chat')) ??
        used[0] ??
        '',
    )
  }
  const isEmpty = paths.every((path) => path.length === 0)
  const entries = [
    { key: 'compare', label: t('compare'), icon: <Columns2 />, onSelect: compare },
    { key: 'code', label: t('viewCode'), icon: <CodeXml />, onSelect: () => onOpen('code') },
    ...(isEmpty
      ? []
      : [{ key: 'clear', label: t('clear'), icon: <Trash2 />, danger: true, onSelect: () => onOpen('clear') }]),
  ]
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.facts}>
        {isUnkept ? t('unkept') : small ? threads.map(({ model }) => model).join(' · ') : t('charged')}
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
            <Button type="text" icon={<Columns2 />} disabled={threads.length >= threadsMax} onClick={compare}>
              {t('compare')}
            </Button>
            <Button type="text" icon={<CodeXml />} onClick={() => onOpen('code')}>
              {t('viewCode')}
            </Button>
            <Button type="text" icon={<Trash2 />} disabled={isEmpty} onClick={() => onOpen('clear')}>
              {t('clear')}
            </Button>
          </>
        )}
        {!hasPanel && (
          <Button
            type="text"
            icon={<SlidersHorizontal />}
            aria-label={t('settings')}
            title={t('settings')}
            onClick={() => onOpen('settings')}
          />
        )}
        {small && <MoreMenu entries={entries} />}
      </div>
    </header>
  )
}

function Threads() {
  const t = useText(playgroundText)
  const { store, models } = usePlayground()
  const isReady = store.usePart('isReady')
  // Messages are drawn after the field and the buttons have answered, and in slices.
  const { conversation, paths } = useDeferredValue(store.usePart('shown'))
  const { threads } = conversation
  const isColumns = threads.length > 1
  if (!isColumns && (paths[0]?.length ?? 0) === 0)
    return (
      <div className={styles.empty}>
        {isReady && (
          <EmptyState
            title={t('emptyTitle')}
            text={!models.isPending && models.list.length === 0 ? t('noModels') : t('emptyText')}
          />
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
              <Button
                type="text"
                icon={<X />}
                aria-label={t('removeColumn', { model })}
                title={t('removeColumn', { model })}
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
}

function ComposerPlace({ mode }: { mode: Mode }) {
  const { store } = usePlayground()
  const { threads } = store.usePart('conversation')
  return <Composer mode={mode} canSend={threads.every(({ model }) => model !== '')} />
}

function ClearDialog({ onClose }: { onClose: () => void }) {
  const t = useText(playgroundText)
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
