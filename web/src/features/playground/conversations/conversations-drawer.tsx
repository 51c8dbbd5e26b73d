import { Button, Input } from 'antd'
import { Download, Pencil, Trash2, Upload } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { SwitchRow } from '../../../components/fields/switch-row.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import textStyles from '../../../components/style/text.module.css'
import { saveBlob } from '../../../lib/browser/save-stream.ts'
import { forgetKey } from '../../../lib/session/kept-in-browser.ts'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'
import type { Conversation } from '../messages/conversation.ts'
import styles from '../playground.module.css'
import { usePlayground, useSettings } from '../store/use-playground.ts'
import { conversationsText } from './conversations.text.ts'
import { exportText, importText } from './exported.ts'

const titleOf = ({ name, first_words }: Conversation) => name || first_words

/** All conversations of the person: open, search, rename, export, import, delete. */
export function ConversationsDrawer({ onClosed }: { onClosed: () => void }) {
  const t = conversationsText.use()
  const { store, models } = usePlayground()
  const settings = useSettings()
  const list = store.usePart('list')
  const conversation = store.usePart('conversation')
  const [typed, setTyped] = useState('')
  const shown = useFound(typed)
  const [isAsking, setIsAsking] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const model = settings.model || models.first

  async function load(file: File | undefined) {
    if (!file) return
    const read = importText(await file.text(), Date.now())
    if (!read || read.length === 0) return toast.error(t('noFile'))
    await store.import(read)
    toast.success(t('imported', { count: read.length }))
  }
  return (
    <SideDrawer title={t('title')} onClosed={onClosed}>
      <div className={styles.conversationBar}>
        <Input
          allowClear
          aria-label={t('search')}
          placeholder={t('search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <input
          ref={picker}
          type="file"
          hidden
          accept="application/json,.json"
          onChange={({ target }) => {
            void load(target.files?.[0])
            target.value = ''
          }}
        />
        <Button icon={<Upload />} onClick={() => picker.current?.click()}>
          {t('importFile')}
        </Button>
      </div>
      {list.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
      {list.length > 0 && shown.length === 0 && <p className={styles.noConversations}>{t('noMatch')}</p>}
      <ul className={styles.conversationList}>
        {shown.map((each) => (
          <ConversationRow key={each.id} conversation={each} isCurrent={each.id === conversation.id} model={model} />
        ))}
      </ul>
      {list.length > 0 && (
        <div className={styles.allConversations}>
          <Button
            icon={<Download />}
            onClick={() =>
              void saveAsFile(
                store,
                list.map(({ id }) => id),
                'conversations',
              )
            }
          >
            {t('exportAll')}
          </Button>
          <Button danger icon={<Trash2 />} onClick={() => setIsAsking(true)}>
            {t('removeAll')}
          </Button>
        </div>
      )}
      <ForgetSwitch />
      <p className={`${textStyles.quietSmall} ${styles.keptNote}`}>{t('kept')}</p>
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('removeAllTitle', { count: list.length })}
          text={t('removeText')}
          verb={t('removeAll')}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            void store.remove(
              list.map(({ id }) => id),
              model,
            )
          }}
        />
      )}
    </SideDrawer>
  )
}

type Store = ReturnType<typeof usePlayground>['store']

async function saveAsFile(store: Store, ids: readonly string[], name: string) {
  const text = exportText(await store.export(ids))
  saveBlob(`${name}.json`, new Blob([text], { type: 'application/json' }))
}

type ConversationRowProps = { conversation: Conversation; isCurrent: boolean; model: string }

/** Opening a conversation draws two rows again, not all of a long list. */
const ConversationRow = memo(({ conversation, isCurrent, model }: ConversationRowProps) => {
  const t = conversationsText.use()
  const { store } = usePlayground()
  const [isRenamed, setIsRenamed] = useState(false)
  const { id, threads, updated_at } = conversation
  const title = titleOf(conversation)
  const name = title || t('unnamed')
  return (
    <li className={isCurrent ? `${styles.conversationRow} ${styles.currentRow}` : styles.conversationRow}>
      {isRenamed ? (
        <Input
          autoFocus
          aria-label={t('name')}
          defaultValue={title}
          maxLength={100}
          onBlur={(event) => {
            store.rename(id, event.target.value)
            setIsRenamed(false)
          }}
          onPressEnter={(event) => event.currentTarget.blur()}
        />
      ) : (
        <button
          type="button"
          className={styles.openConversation}
          aria-current={isCurrent ? 'true' : undefined}
          onClick={() => void store.open(id)}
        >
          <span className={styles.conversationTitle}>{name}</span>
          <span className={styles.conversationFacts}>
            <RelativeTime seconds={Math.floor(updated_at / 1000)} />
            <span className={styles.conversationModels}>
              {[...new Set(threads.map((thread) => thread.model))].join(', ')}
            </span>
          </span>
        </button>
      )}
      <RowMenu
        name={name}
        entries={[
          { key: 'rename', label: t('rename'), icon: <Pencil />, onSelect: () => setIsRenamed(true) },
          {
            key: 'export',
            label: t('exportOne'),
            icon: <Download />,
            onSelect: () => void saveAsFile(store, [id], 'conversation'),
          },
        ]}
        removal={{
          verb: t('remove'),
          icon: <Trash2 />,
          question: t('removeTitle', { name }),
          explanation: t('removeText'),
          onConfirm: () => void store.remove([id], model),
        }}
      />
    </li>
  )
})

/** The conversations whose name or messages hold a text; all of them while it is empty. */
function useFound(typed: string): readonly Conversation[] {
  const { store } = usePlayground()
  const list = store.usePart('list')
  const text = useDebounced(typed.trim())
  const [found, setFound] = useState<{ text: string; ids: Set<string> }>()
  useEffect(() => {
    if (text === '') return
    let isGone = false
    void store.search(text).then((ids) => isGone || setFound({ text, ids }))
    return () => {
      isGone = true
    }
  }, [store, text])
  if (text === '') return list
  const isNamed = (each: Conversation) => titleOf(each).toLowerCase().includes(text.toLowerCase())
  return list.filter((each) => isNamed(each) || (found?.text === text && found.ids.has(each.id)))
}

function ForgetSwitch() {
  const t = conversationsText.use()
  const { userId } = usePlayground()
  const [isOn, setIsOn] = useState(() => localStorage.getItem(forgetKey(userId)) === 'true')
  return (
    <SwitchRow
      label={t('forget')}
      text={t('forgetText')}
      checked={isOn}
      onChange={(on) => {
        if (on) localStorage.setItem(forgetKey(userId), 'true')
        else localStorage.removeItem(forgetKey(userId))
        setIsOn(on)
      }}
    />
  )
}
