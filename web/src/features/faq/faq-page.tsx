import { role } from '@turnpike/contract/identity/user'
import { faqEntriesMax } from '@turnpike/contract/system/faq'
import { Button, Skeleton } from 'antd'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { SearchField } from '../../components/fields/search-field.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import navLinkStyles from '../../components/style/nav-link.module.css'
import textStyles from '../../components/style/text.module.css'
import { useFilters } from '../../lib/address/use-filters.ts'
import { type Opened, useOpened } from '../../lib/address/use-opened.ts'
import { useStatus } from '../../lib/api/status.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { language } from '../../lib/browser/preferences.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { session } from '../../lib/session/session.ts'
import styles from './faq.module.css'
import { faqText } from './faq.text.ts'
import { QuestionFold } from './question-fold.tsx'
import { findQuestions, type Question, questionsIn } from './questions.ts'
import { useFaq } from './use-faq.ts'

// Lazy: only the super administrator edits.
const QuestionActions = lazyPart(async () => (await import('./edit/question-actions.tsx')).QuestionActions)
const OpenedQuestion = lazyPart(async () => (await import('./edit/opened-question.tsx')).OpenedQuestion)

/** The questions that the operator answers. The super administrator writes them here. */
export function FaqPage() {
  const t = faqText.use()
  useDocumentTitle(t('title'))
  const spoken = language.use()
  const isAuthor = session.use()?.role === role.root
  const opened = useOpened()
  const { data: faq, error, refetch, isFetching } = useFaq()
  const questions = useMemo(() => questionsIn(spoken, faq?.data ?? []), [spoken, faq])
  const isEmpty = faq !== undefined && questions.length === 0
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div>
          <h1 className={textStyles.publicTitle}>{t('title')}</h1>
          {!isEmpty && <p className={textStyles.lead}>{t('lead')}</p>}
        </div>
        {isAuthor && questions.length > 0 && (
          <Button
            type="primary"
            icon={<Plus />}
            disabled={questions.length >= faqEntriesMax}
            onClick={() => opened.open('new')}
          >
            {t('add')}
          </Button>
        )}
      </header>
      {isEmpty && <NoQuestions isAuthor={isAuthor} onAdd={() => opened.open('new')} />}
      {questions.length > 0 && <Questions questions={questions} opened={isAuthor ? opened : undefined} />}
      {!faq && (
        <div className={styles.list}>
          {error ? (
            <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
          ) : (
            <Skeleton className={layoutStyles.lateBars ?? ''} title={false} paragraph={{ rows: 8 }} />
          )}
        </div>
      )}
      {isAuthor && faq && opened.value !== undefined && <OpenedQuestion questions={questions} opened={opened} />}
    </div>
  )
}

type QuestionsProps = {
  questions: readonly Question[]
  /** The drawer in which a question is edited; undefined for readers. */
  opened: Opened | undefined
}

function Questions({ questions, opened }: QuestionsProps) {
  const t = faqText.use()
  const { hash, key } = useLocation()
  const { filters, set } = useFilters(['q'])
  const typed = filters.q
  const shown = typed ? findQuestions(questions, typed) : questions
  const isTarget = (anchor: string) => hash === `#${anchor}` || hash === `#${encodeURIComponent(anchor)}`
  return (
    <>
      <div className={styles.search}>
        <SearchField main label={t('search')} value={typed} onSearch={(q) => set({ q: q.trim() })} />
      </div>
      <div className={styles.list}>
        <p role="status" className={typed && shown.length > 0 ? styles.count : textStyles.unseen}>
          {typed && shown.length > 0 && t('found', { count: shown.length, typed })}
        </p>
        {shown.length === 0 ? (
          <EmptyState
            title={t('noMatch', { typed })}
            text={t('noMatchText')}
            action={<LinkButton to={`/guide?q=${encodeURIComponent(typed)}`}>{t('searchGuide')}</LinkButton>}
          />
        ) : (
          <ul className={layoutStyles.framed}>
            {shown.map((question) => (
              <QuestionFold
                key={question.anchor}
                question={question}
                target={isTarget(question.anchor) ? key : undefined}
                actions={
                  opened && (
                    <QuestionActions
                      question={question}
                      place={questions.findIndex(({ anchor }) => anchor === question.anchor)}
                      count={typed ? undefined : questions.length}
                      onEdit={() => opened.open(question.anchor)}
                    />
                  )
                }
              />
            ))}
          </ul>
        )}
      </div>
      <MoreHelp />
    </>
  )
}

function MoreHelp() {
  const t = faqText.use()
  const feedback = useStatus()?.feedback_link
  const className = `${navLinkStyles.link} ${styles.link}`
  return (
    <nav className={styles.links} aria-label={t('more')}>
      <p className={`${textStyles.quietSmall} ${styles.more}`}>{t('more')}</p>
      <Link className={className} to="/guide">
        {t('guide')}
      </Link>
      <Link className={className} to="/reference">
        {t('reference')}
      </Link>
      <Link className={className} to="/status">
        {t('serviceStatus')}
      </Link>
      {feedback && (
        <a className={className} href={feedback} target="_blank" rel="noopener noreferrer">
          {t('feedback')}
        </a>
      )}
    </nav>
  )
}

function NoQuestions({ isAuthor, onAdd }: { isAuthor: boolean; onAdd: () => void }) {
  const t = faqText.use()
  return (
    <div className={styles.empty}>
      {isAuthor ? (
        <EmptyState
          title={t('emptyRoot')}
          text={t('emptyRootText')}
          action={
            <Button type="primary" icon={<Plus />} onClick={onAdd}>
              {t('addFirst')}
            </Button>
          }
        />
      ) : (
        <EmptyState
          title={t('empty')}
          text={t('emptyText')}
          action={<LinkButton to="/guide">{t('openGuide')}</LinkButton>}
        />
      )}
    </div>
  )
}
