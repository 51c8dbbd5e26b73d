import { Button } from 'antd'
import { ArrowDown } from 'lucide-react'
import { memo, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { playgroundText } from '../playground.text.ts'
import { usePlayground } from '../store/use-playground.ts'
import { AssistantMessageView } from './assistant-message-view.tsx'
import styles from './chat.module.css'
import { UserMessageView } from './user-message-view.tsx'

type ThreadProps = {
  conversation: string
  /** The ids of the messages, first to last. */
  path: readonly string[]
  /** One of several columns: versions are side by side already. */
  isColumn: boolean
  label: string
}

/** The messages of one branch, scrolled to their end while a response arrives. */
export function Thread({ conversation, path, isColumn, label }: ThreadProps) {
  const t = playgroundText.use()
  const box = useRef<HTMLElement>(null)
  const content = useRef<HTMLOListElement>(null)
  const { isAway, toEnd } = useStickToEnd(box, content)
  const drawn = useDrawnCount(conversation, path.length)
  return (
    <div className={styles.thread}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the messages must be scrollable by keyboard */}
      <section ref={box} className={styles.scroller} aria-label={label} tabIndex={0}>
        <ol ref={content} className={styles.messages}>
          {path.slice(path.length - drawn).map((id, index) => (
            <MessageItem
              key={id}
              conversation={conversation}
              id={id}
              isColumn={isColumn}
              isLast={index === drawn - 1}
            />
          ))}
        </ol>
      </section>
      {isAway && (
        <Button
          className={styles.toEnd}
          shape="circle"
          icon={<ArrowDown />}
          aria-label={t('toEnd')}
          title={t('toEnd')}
          onClick={toEnd}
        />
      )}
    </div>
  )
}

type MessageItemProps = { conversation: string; id: string; isColumn: boolean; isLast: boolean }

const MessageItem = memo(({ conversation, id, isColumn, isLast }: MessageItemProps) => {
  const { store } = usePlayground()
  const message = store.useMessage(conversation, id)
  if (!message) return null
  return (
    <li className={isLast ? styles.item : `${styles.item} ${styles.resting}`}>
      {message.role === 'user' ? (
        <UserMessageView message={message} isColumn={isColumn} />
      ) : (
        <AssistantMessageView message={message} isColumn={isColumn} />
      )}
    </li>
  )
})

const atOnce = 2
const perStep = 2

const whenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 50)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work, { timeout: 500 })
  return () => cancelIdleCallback(id)
}

/** How many messages, counted from the last, are drawn: a few at once, the older ones while nothing else is to be done. */
function useDrawnCount(conversation: string, total: number): number {
  const [drawn, setDrawn] = useState({ conversation, count: atOnce })
  const count = drawn.conversation === conversation ? drawn.count : atOnce
  useEffect(() => {
    if (count >= total) return
    return whenIdle(() => startTransition(() => setDrawn({ conversation, count: count + perStep })))
  }, [conversation, count, total])
  return Math.min(count, total)
}

/** Closer than this to the end counts as at the end. */
const nearPx = 48

/** Keeps a growing list at its end, until the reader scrolls away from it. */
function useStickToEnd(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const isStuck = useRef(true)
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    const scroller = box.current
    const inner = content.current
    if (!scroller || !inner) return
    let top = scroller.scrollTop
    const onScroll = () => {
      const left = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
      // Growing content moves the end away without anybody scrolling: only moving up lets go.
      if (left <= nearPx) isStuck.current = true
      else if (scroller.scrollTop < top) isStuck.current = false
      top = scroller.scrollTop
      setIsAway(!isStuck.current)
    }
    const observer = new ResizeObserver(() => {
      // Scrolling within a frame has everything in it laid out again; where the browser has kept to the end, there is no need.
      const end = scroller.scrollHeight - scroller.clientHeight
      if (isStuck.current && end - scroller.scrollTop > 1) scroller.scrollTop = end
    })
    observer.observe(inner)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [box, content])
  const toEnd = () => {
    isStuck.current = true
    setIsAway(false)
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }
  return { isAway, toEnd }
}
