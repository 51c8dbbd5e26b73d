import type { KeyboardEvent, Ref } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { playgroundText } from '../playground.text.ts'
import { usePlayground } from '../store/use-playground.ts'
import styles from './composer.module.css'

const rowsMax = 10

type MessageFieldProps = { ref: Ref<HTMLTextAreaElement>; placeholder: string; onEnter: () => void }

/**
 * The words that are being written. Of the composer this alone is drawn at every key, and the browser itself finds its
 * height; one that cannot goes by the line breaks.
 */
export function MessageField({ ref, placeholder, onEnter }: MessageFieldProps) {
  const t = useText(playgroundText)
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
