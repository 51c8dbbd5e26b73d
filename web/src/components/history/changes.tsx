import type { FieldChange } from '@turnpike/contract/system/history'
import { ArrowRight } from 'lucide-react'
import textStyles from '../style/text.module.css'
import styles from './history.module.css'
import { historyText } from './history.text.ts'

export type FieldWords = {
  nameOf: (field: string) => string
  /** A value in words; an empty text counts as empty. */
  valueOf: (field: string, value: string | number) => string
  /** Whether the values are lists with commas, of which only the differences are shown. */
  isList?: (field: string) => boolean
}

/** Old and new values, field by field. */
export function Changes({ changes, words }: { changes: readonly FieldChange[]; words: FieldWords }) {
  return (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <div key={change.field} className={styles.change}>
          <dt>{words.nameOf(change.field)}</dt>
          <dd>
            <Values change={change} words={words} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const itemsOf = (value: FieldChange['before']) =>
  String(value ?? '')
    .split(',')
    .filter(Boolean)

function Values({ change: { field, before, after, is_hidden }, words }: { change: FieldChange; words: FieldWords }) {
  const t = historyText.use()
  if (is_hidden) return <span className={textStyles.hint}>{t('hidden')}</span>
  if (words.isList?.(field)) {
    const [old, now] = [new Set(itemsOf(before)), new Set(itemsOf(after))]
    const [added, removed] = [[...now.difference(old)], [...old.difference(now)]]
    if (added.length + removed.length > 0)
      return (
        <span className={styles.lists}>
          {added.length > 0 && <span>{t('added', { names: added.join(', ') })}</span>}
          {removed.length > 0 && (
            <span className={textStyles.quiet}>{t('removed', { names: removed.join(', ') })}</span>
          )}
        </span>
      )
  }
  return (
    <span className={styles.values}>
      <Value value={before} text={before == null ? '' : words.valueOf(field, before)} isOld />
      <ArrowRight className={styles.arrow} role="img" aria-label={t('to')} />
      <Value value={after} text={after == null ? '' : words.valueOf(field, after)} />
    </span>
  )
}

type ValueProps = { value: FieldChange['before']; text: string; isOld?: boolean }

function Value({ value, text, isOld = false }: ValueProps) {
  const t = historyText.use()
  if (value == null || text === '') return <span className={textStyles.hint}>{t('empty')}</span>
  return (
    <span className={isOld ? `${styles.value} ${textStyles.quiet}` : styles.value} title={text}>
      {text}
    </span>
  )
}
