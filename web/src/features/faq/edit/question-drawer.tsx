import type { Language } from '@turnpike/contract/errors'
import { formatCount } from '@turnpike/contract/quota'
import { type FaqEntry, faqBounds } from '@turnpike/contract/system/faq'
import { Segmented } from 'antd'
import { useRef, useState } from 'react'
import { InputField, TextAreaField } from '../../../components/fields/input-field.tsx'
import { FormDrawer } from '../../../components/overlay/form-drawer.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { RichContent } from '../../../components/rich-content/rich-content.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { languages } from '../../../languages/languages.ts'
import { language } from '../../../lib/browser/preferences.ts'
import styles from '../faq.module.css'
import { editText } from './edit.text.ts'
import { problemsOf, type QuestionProblem, type QuestionProblems, trimmed } from './question-problems.ts'
import { useChangeFaq } from './use-change-faq.ts'

type QuestionDrawerProps = {
  /** The one to edit; absent for a new one. */
  entry?: FaqEntry
  /** The whole list. */
  entries: readonly FaqEntry[]
  onClosed: () => void
}

const noTexts: FaqEntry = { question: '', answer: '', question_zh: '', answer_zh: '' }
const fieldsOf = {
  en: { question: 'question', answer: 'answer' },
  zh: { question: 'question_zh', answer: 'answer_zh' },
} as const

type Side = 'write' | 'preview'

/** Writes a question and its answer in both languages. */
export function QuestionDrawer({ entry, entries, onClosed }: QuestionDrawerProps) {
  const t = editText.use()
  const spoken = language.use()
  const closing = useRef(() => {})
  const [initial] = useState(entry ?? noTexts)
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<QuestionProblems>({})
  const [side, setSide] = useState<Side>('write')
  const [isSaved, setIsSaved] = useState(false)
  const changing = useChangeFaq(() => {
    setIsSaved(true)
    toast.success(t(entry ? 'saved' : 'created'))
    closing.current()
  })
  function submit() {
    if (changing.isPending) return
    const after = trimmed(values)
    const others = entries.filter((each) => each !== entry)
    const found = problemsOf(after, others, fieldsOf[spoken].question)
    setProblems(found)
    if (Object.keys(found).length > 0) setSide('write')
    else changing.mutate({ before: entry, after })
  }
  const wordsOf = (problem: QuestionProblem, max: number) =>
    problem === 'questionInvalid' || problem === 'answerInvalid' ? t(problem, { max: formatCount(max) }) : t(problem)
  const fieldOf = (member: keyof FaqEntry, bounds: { charactersMax: number }) => {
    const problem = problems[member]
    return {
      value: values[member],
      problem: problem && wordsOf(problem, bounds.charactersMax),
      onChange: (text: string) => {
        setValues((now) => ({ ...now, [member]: text }))
        setProblems({})
      },
    }
  }
  const order: readonly Language[] = spoken === 'zh' ? ['zh', 'en'] : ['en', 'zh']
  return (
    <FormDrawer
      title={t(entry ? 'editTitle' : 'createTitle')}
      isWide
      holdsInput={!isSaved && JSON.stringify(values) !== JSON.stringify(initial)}
      startsTyping={!entry}
      summary={!entry && entries.length > 0 && t('atEnd')}
      onClosed={onClosed}
      onSubmit={submit}
      closing={closing}
      verb={t(entry ? 'save' : 'create')}
      isSending={changing.isPending}
    >
      <div className={styles.sides}>
        <p className={textStyles.secondary}>{t('about')}</p>
        <Segmented<Side>
          aria-label={t('side')}
          value={side}
          options={[
            { value: 'write', label: t('write') },
            { value: 'preview', label: t('preview') },
          ]}
          onChange={setSide}
        />
      </div>
      <div className={styles.columns}>
        {order.map((each) => {
          const { question, answer } = fieldsOf[each]
          const lang = languages[each]?.tag
          return (
            <section key={each} className={styles.column} aria-label={t(each)}>
              <h3 className={textStyles.heading} lang={lang}>
                {t(each)}
              </h3>
              {side === 'write' ? (
                <>
                  <InputField lang={lang} label={t('question')} {...fieldOf(question, faqBounds.question)} />
                  <TextAreaField
                    lang={lang}
                    label={t('answer')}
                    help={t('answerHelp')}
                    rows={14}
                    {...fieldOf(answer, faqBounds.answer)}
                  />
                </>
              ) : (
                <Preview question={values[question].trim()} answer={values[answer]} lang={lang} />
              )}
            </section>
          )
        })}
      </div>
    </FormDrawer>
  )
}

type PreviewProps = { question: string; answer: string; lang: string | undefined }

/** A question and its answer as readers will see them. */
function Preview({ question, answer, lang }: PreviewProps) {
  const t = editText.use()
  if (!question && !answer.trim()) return <p className={textStyles.quiet}>{t('empty')}</p>
  return (
    <div className={`${layoutStyles.looseCard} ${styles.preview}`} lang={lang}>
      <p className={textStyles.heading}>{question}</p>
      <RichContent text={answer} frames={false} />
    </div>
  )
}
