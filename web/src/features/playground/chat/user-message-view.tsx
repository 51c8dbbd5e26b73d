import { Button, Input } from 'antd'
import { Pencil, Split, Trash2 } from 'lucide-react'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import type { UserMessage } from '../messages/message.ts'
import { playgroundText } from '../playground.text.ts'
import { usePlayground } from '../store/use-playground.ts'
import { ActionButton } from './action-button.tsx'
import { AttachmentsView } from './attachments-view.tsx'
import styles from './chat.module.css'
import { VersionSwitch } from './version-switch.tsx'

/** What the person said, in a bubble; it can be written anew and sent again. */
export function UserMessageView({ message, isColumn }: { message: UserMessage; isColumn: boolean }) {
  const t = playgroundText.use()
  const { store } = usePlayground()
  const edit = store.useEdit(message.id)
  if (edit !== undefined) return <UserMessageEditor message={message} text={edit} />
  return (
    <div className={styles.userMessage}>
      <span className={textStyles.unseen}>{t('you')}</span>
      <AttachmentsView files={message.attachments} />
      {message.content && <div className={styles.bubble}>{message.content}</div>}
      <div className={styles.actions}>
        {!isColumn && <VersionSwitch message={message} />}
        {message.content && <CopyButton text={message.content} name={t('message')} />}
        <ActionButton
          label={t('edit')}
          icon={<Pencil />}
          onClick={() => store.setEditing({ id: message.id, text: message.content })}
        />
        <ActionButton label={t('branch')} icon={<Split />} onClick={() => store.branch(message.id)} />
        <ActionButton label={t('remove')} icon={<Trash2 />} onClick={() => store.removeMessage(message.id)} />
      </div>
    </div>
  )
}

function UserMessageEditor({ message, text }: { message: UserMessage; text: string }) {
  const t = playgroundText.use()
  const { store, terms } = usePlayground()
  const cancel = () => store.setEditing(undefined)
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' || message.attachments.length > 0) store.edit(message, text, terms())
      }}
    >
      <Input.TextArea
        autoFocus
        autoSize={{ minRows: 2, maxRows: 12 }}
        aria-label={t('editMessage')}
        value={text}
        onChange={(event) => store.setEditing({ id: message.id, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') cancel()
        }}
      />
      <div className={layoutStyles.endButtons}>
        <Button onClick={cancel}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit">
          {t('resend')}
        </Button>
      </div>
    </form>
  )
}
