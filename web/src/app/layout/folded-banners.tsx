import { ChevronDown } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import styles from './folded-banners.module.css'

const foldText = dictionary({ messages: ['Show {count message}', '显示 {count} 条提示'] })

/** On a phone all messages share one line, which unfolds into the messages and their actions. */
export function FoldedBanners({ children }: { children: ReactNode }) {
  const t = foldText.use()
  const [isOpen, setIsOpen] = useState(false)
  const { box, count } = useBannerCount()
  return (
    <div className={isOpen ? styles.box : `${styles.box} ${styles.folded}`}>
      <div ref={box}>{children}</div>
      {count > 0 && (
        <button
          type="button"
          className={styles.toggle}
          aria-label={t('messages', { count })}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count > 1 && count}
          <ChevronDown aria-hidden />
        </button>
      )}
    </div>
  )
}

/** How many banners are drawn: each decides for itself whether it has something to say. */
function useBannerCount() {
  const box = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const recount = () => setCount(current.childElementCount)
    recount()
    const observer = new MutationObserver(recount)
    observer.observe(current, { childList: true })
    return () => observer.disconnect()
  }, [])
  return { box, count }
}
