import { formatCount } from '@turnpike/contract/quota'
import type { Field, Fields } from '@turnpike/contract/reference/operation'
import textStyles from '../../components/style/text.module.css'
import { useWords } from '../../lib/text/words.ts'
import { MarkedText } from './marked-text.tsx'
import styles from './reference.module.css'
import { referenceText } from './reference.text.ts'

/** The fields of a request with their types and limits. */
export function FieldTable({ title, fields }: { title: string; fields: Fields }) {
  const t = referenceText.use()
  const words = useWords()
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <dl className={styles.fields}>
        {Object.entries(fields).map(([name, field]) => (
          <div key={name}>
            <dt>
              <code className={styles.name}>{name}</code>
              <span className={styles.type}>{field.isFile ? t('file') : [field.type].flat().join(' | ')}</span>
              {field.required && <span className={styles.required}>{t('required')}</span>}
            </dt>
            <dd>
              <MarkedText text={words(field.about)} /> <Limits field={field} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Limits({ field }: { field: Field }) {
  const t = referenceText.use()
  const { minimum, maximum, minItems, maxItems } = field
  const range = (min: number | undefined, max: number | undefined) => {
    if (min !== undefined && max !== undefined)
      return min === max ? `${min}` : `${formatCount(min)}–${formatCount(max)}`
    if (min !== undefined) return t('atLeast', { value: min })
    return max !== undefined && t('atMost', { value: formatCount(max) })
  }
  const items = range(minItems === 1 ? undefined : minItems, maxItems) // a required list is never empty
  const limits = [
    field.enum && t('oneOf', { values: field.enum.map((value) => `\`${value}\``).join(' ') }),
    range(minimum, maximum),
    items && t('items', { limit: items }),
    field.default !== undefined && t('defaultsTo', { value: `\`${field.default}\`` }),
  ].filter((limit) => typeof limit === 'string')
  if (limits.length === 0) return null
  return (
    <span className={textStyles.quietSmall}>
      <MarkedText text={limits.join(' · ')} />
    </span>
  )
}
