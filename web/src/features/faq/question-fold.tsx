import { ChevronDown, Link2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { QuietButton } from '../../components/buttons/quiet-button.tsx'
import { copy } from '../../components/copy/copy.ts'
import { RichContent } from '../../components/rich-content/rich-content.tsx'
import textStyles from '../../components/style/text.module.css'
import { languages } from '../../languages/languages.ts'
import { scrollTo } from '../../lib/browser/scroll-to.ts'
import styles from './faq.module.css'
import { faqText } from './faq.text.ts'
import type { Question } from './questions.ts'

type QuestionFoldProps = {
  question: Question
  /** Changes whenever the address leads to this question; undefined while it leads elsewhere. */
  target: string | undefined
  /** Beside the question, for its author. */
  actions: ReactNode
}

/** A question that unfolds its answer. */
export function QuestionFold({ question: { anchor, question, answer, excerpt }, target, actions }: QuestionFoldProps) {
  const t = faqText.use()
  const [isOpen, setIsOpen] = useState(target !== undefined)
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (target === undefined || !fold.current) return
    setIsOpen(true)
    return scrollTo(fold.current)
  }, [target])
  return (
    <li className={styles.entry}>
      <details
        ref={fold}
        id={anchor}
        className={styles.fold}
        open={isOpen}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>
          <div>
            <h2 lang={languages[question.lang]?.tag}>{question.text}</h2>
            {excerpt && !isOpen && <p className={textStyles.quiet}>{excerpt}</p>}
          </div>
          <ChevronDown aria-hidden />
        </summary>
        {isOpen && (
          <div className={styles.answer}>
            <div lang={languages[answer.lang]?.tag}>
              <RichContent text={answer.text} frames={false} />
            </div>
            <QuietButton
              icon={<Link2 />}
              onClick={() => copy(`${window.location.origin}/faq#${encodeURIComponent(anchor)}`, t('link'))}
            >
              {t('copyLink')}
            </QuietButton>
          </div>
        )}
      </details>
      {actions}
    </li>
  )
}
