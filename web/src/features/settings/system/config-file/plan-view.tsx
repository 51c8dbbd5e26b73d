import { type ConfigChange, type ConfigPlan, configKinds } from '@turnpike/contract/system/config-file/config-file-api'
import type { ReactNode } from 'react'
import { Changes, type FieldWords } from '../../../../components/history/changes.tsx'
import { Sheet } from '../../../../components/page/sheet.tsx'
import { Callout } from '../../../../components/states/callout.tsx'
import layoutStyles from '../../../../components/style/layout.module.css'
import { StatusTag } from '../../../../components/tags/status-tag.tsx'
import { UnpricedCallout } from '../../../../components/unpriced/unpriced-callout.tsx'
import { language } from '../../../../lib/browser/preferences.ts'
import { translated } from '../../../../lib/text/translated.ts'
import styles from './config-file.module.css'
import { configFileText } from './config-file.text.ts'

const glyphs = { create: 'on', change: 'running', remove: 'stopped' } as const
const shownMax = 200

/** The changes that a file would make, by kind, or the lines that keep it from being applied. */
export function PlanView({ plan, action }: { plan: ConfigPlan; action: ReactNode }) {
  const t = configFileText.use()
  const { problems, changes, unpriced } = plan
  if (problems.length > 0) return <Problems problems={problems} />
  if (changes.length === 0) return <Callout tone="success" title={t('same')} />
  return (
    <Sheet title={t('wouldChange', { count: changes.length })} extra={action}>
      <UnpricedCallout models={unpriced} />
      {configKinds.map((kind) => (
        <Kind key={kind} title={t(kind)} changes={changes.filter((change) => change.kind === kind)} />
      ))}
    </Sheet>
  )
}

function Problems({ problems }: { problems: ConfigPlan['problems'] }) {
  const t = configFileText.use()
  const spoken = language.use()
  return (
    <Callout
      tone="error"
      title={t('cannot', { count: problems.length })}
      text={
        <ul className={styles.problems}>
          {problems.slice(0, shownMax).map(({ line, path, ...words }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one place may have several problems
            <li key={index}>
              {line > 0 && <strong>{t('line', { line })}</strong>} {path && <code>{path}</code>}{' '}
              {translated(words[spoken])}
            </li>
          ))}
        </ul>
      }
    />
  )
}

function Kind({ title, changes }: { title: string; changes: readonly ConfigChange[] }) {
  const t = configFileText.use()
  if (changes.length === 0) return null
  const words: FieldWords = {
    nameOf: (field) => (field === 'value' ? t('value') : field),
    valueOf: (_, value) => String(value),
    isList: (field) => field === 'models' || field === 'groups',
  }
  return (
    <section className={styles.kind} aria-label={title}>
      <h3 className={styles.kindTitle}>{title}</h3>
      <ul className={`${layoutStyles.framed} ${styles.changes}`}>
        {changes.map(({ action, name, fields }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several channels that are removed may have one name
          <li key={index} className={styles.change}>
            <div className={styles.name}>
              <code>{name}</code>
              <StatusTag kind={glyphs[action]}>{t(action)}</StatusTag>
            </div>
            {fields.length > 0 && <Changes changes={fields} words={words} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
