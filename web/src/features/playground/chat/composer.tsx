import { Button } from 'antd'
import { FileText, Paperclip, SendHorizontal, Square, X } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../components/buttons/quiet-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import type { Attachment, Mode } from '../messages/message.ts'
import { playgroundText } from '../playground.text.ts'
import { fileBytesMax, filesMax, kindOf, readAttachment } from '../request/attachments.ts'
import { parseJsonSettings } from '../request/settings.ts'
import { emptyDraft } from '../store/playground-store.ts'
import { usePlayground } from '../store/use-playground.ts'
import styles from './composer.module.css'

const placeholders = {
  chat: 'write',
  image: 'writeImage',
  speech: 'writeSpeech',
  transcription: 'writeTranscription',
} as const satisfies Record<Mode, string>

const accepted: Record<Mode, string | undefined> = {
  chat: 'image/png,image/jpeg,image/gif,image/webp,audio/*,application/pdf,text/*,.md,.json,.yaml,.yml,.toml,.ts,.py',
  image: undefined,
  speech: undefined,
  transcription: 'audio/*,video/mp4,video/webm',
}

/** A user who already types elsewhere, such as in the search for a model, keeps the focus there. */
const isWriting = () => document.activeElement?.matches('input, textarea') === true

/** Where the person writes. What is typed and attached is kept at every key, so that nothing of it is ever lost. */
export function Composer({ mode, canSend }: { mode: Mode; canSend: boolean }) {
  const t = playgroundText.use()
  const { store, terms } = usePlayground()
  const files = store.useFiles()
  const hasDraft = store.useHasDraft()
  const isReady = store.usePart('isReady')
  const conversation = store.usePart('conversation')
  const running = store.useRunning()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const takesFiles = accepted[mode] !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is opened to write in it
  useEffect(() => {
    if (!isWriting()) field.current?.focus({ preventScroll: true })
  }, [isReady, conversation.id])

  async function attach(chosen: readonly File[]) {
    const added: Attachment[] = []
    setProblem(undefined)
    for (const file of chosen) {
      const isKnown = mode === 'transcription' ? /^(audio|video)\//.test(file.type) : kindOf(file) !== undefined
      if (!isKnown) setProblem(t('fileUnknown', { name: file.name }))
      else if (file.size > fileBytesMax) setProblem(t('fileTooLarge', { name: file.name }))
      else added.push(await readAttachment(file))
    }
    const kept = mode === 'transcription' ? [] : store.state().draft.files
    const all = [...kept, ...added]
    if (all.length > filesMax) setProblem(t('tooManyFiles'))
    store.setDraft({ files: all.slice(0, filesMax) })
  }

  function send() {
    const { text, files } = store.state().draft
    const json = parseJsonSettings(terms().settings)
    if (running > 0 || !canSend || !store.hasDraft()) return
    if (mode === 'chat' && 'field' in json) return setProblem(t(json.field === 'tools' ? 'badTools' : 'badSchema'))
    if (mode === 'transcription' && files.length === 0) return setProblem(t('needsRecording'))
    setProblem(undefined)
    store.setDraft(emptyDraft)
    setTimeout(() => store.send(text.trim(), files, terms())) // after the key: on a slow machine both together take too long
  }

  const take = (event: ClipboardEvent | DragEvent, list: DataTransfer | null) => {
    const given = [...(list?.files ?? [])]
    if (!takesFiles || given.length === 0) return
    event.preventDefault()
    void attach(given)
  }
  return (
    <div className={styles.place}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping files is a shortcut of the button inside */}
      <div
        className={styles.box}
        onPaste={(event) => take(event, event.clipboardData)}
        onDrop={(event) => take(event, event.dataTransfer)}
        onDragOver={(event) => takesFiles && event.preventDefault()}
      >
        {files.length > 0 && (
          <ul className={styles.files}>
            {files.map((file, index) => (
              <FileChip
                // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be attached twice
                key={index}
                file={file}
                onRemove={() => store.setDraft({ files: files.filter((_, each) => each !== index) })}
              />
            ))}
          </ul>
        )}
        <MessageField ref={field} placeholder={t(placeholders[mode])} onEnter={send} />
        <div className={layoutStyles.row}>
          {takesFiles && (
            <>
              <input
                ref={picker}
                type="file"
                hidden
                multiple={mode === 'chat'}
                accept={accepted[mode]}
                onChange={({ target }) => {
                  void attach([...(target.files ?? [])])
                  target.value = '' // the same file can be chosen again
                }}
              />
              <IconButton
                size="middle"
                icon={<Paperclip />}
                label={t('attach')}
                onClick={() => picker.current?.click()}
              />
            </>
          )}
          {running > 0 ? (
            <Button
              className={layoutStyles.atEnd}
              icon={<Square className={styles.stop} />}
              onClick={() => store.stop()}
            >
              {t('stop')}
            </Button>
          ) : (
            <Button
              className={layoutStyles.atEnd}
              type="primary"
              icon={<SendHorizontal />}
              disabled={!canSend || !hasDraft}
              onClick={send}
            >
              {t('send')}
            </Button>
          )}
        </div>
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function FileChip({ file, onRemove }: { file: Attachment; onRemove: () => void }) {
  const t = playgroundText.use()
  const label = t('removeFile', { name: file.name })
  return (
    <li className={styles.chip}>
      {file.type.startsWith('image/') ? <img src={file.data} alt="" /> : <FileText aria-hidden />}
      <span className={textStyles.shrinkingEllipsis}>{file.name}</span>
      <IconButton icon={<X />} label={label} onClick={onRemove} />
    </li>
  )
}

const rowsMax = 10

type MessageFieldProps = { ref: Ref<HTMLTextAreaElement>; placeholder: string; onEnter: () => void }

/**
 * The words that are being written. Of the composer this alone is drawn at every key, and the browser itself finds its
 * height; one that cannot goes by the line breaks.
 */
function MessageField({ ref, placeholder, onEnter }: MessageFieldProps) {
  const t = playgroundText.use()
  const { store } = usePlayground()
  const { text } = store.usePart('draft')
  const onKeyDown = (event: KeyboardEvent) => {
    // While characters are composed, Enter chooses one of them.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  return (
    <textarea
      ref={ref}
      className={styles.field}
      aria-label={t('message')}
      placeholder={placeholder}
      rows={Math.min(rowsMax, text.split('\n', rowsMax).length)}
      value={text}
      onChange={({ target }) => store.setDraft({ text: target.value })}
      onKeyDown={onKeyDown}
    />
  )
}
