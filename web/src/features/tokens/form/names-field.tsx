import { Button } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { ChoiceChips } from '../../../components/fields/choice-chips.tsx'
import { InputField, TextAreaField } from '../../../components/fields/input-field.tsx'
import textStyles from '../../../components/style/text.module.css'
import styles from '../tokens.module.css'
import { namesText } from './names.text.ts'
import { type PastedNames, readNames, shortenAddresses } from './pasted-names.ts'
import { tokenFormText } from './token-form.text.ts'
import type { TokenForm } from './use-token-form.ts'

const ways = ['one', 'list'] as const

/** The name of a token or of several that get a suffix; or a pasted list, each entry of which becomes a token. */
export function NamesField({ form: { values, problems, set }, isNew }: { form: TokenForm; isNew: boolean }) {
  const t = tokenFormText.use()
  const names = namesText.use()
  const switcher = isNew && (
    <ChoiceChips
      label={names('way')}
      choices={ways.map((way) => ({ value: way, label: names(way) }))}
      chosen={values.isList ? 'list' : 'one'}
      onChoose={(way) => set({ isList: way === 'list', count: 1 })}
    />
  )
  if (values.isList) return <PastedField {...{ values, problems, set }} switcher={switcher} />
  return (
    <InputField
      label={t('name')}
      help={t('nameHelp')}
      problem={problems.name}
      extra={switcher}
      value={values.name}
      onChange={(name) => set({ name })}
    />
  )
}

type PastedFieldProps = Pick<TokenForm, 'values' | 'problems' | 'set'> & { switcher: ReactNode }

function PastedField({ values, problems, set, switcher }: PastedFieldProps) {
  const names = namesText.use()
  const found = useMemo(() => readNames(values.pasted), [values.pasted])
  const canShorten = found.tooLong.some((name) => name.includes('@'))
  return (
    <>
      <TextAreaField
        label={names('names')}
        help={names('namesHelp')}
        problem={problems.name}
        extra={switcher}
        autoSize={{ minRows: 4, maxRows: 12 }}
        spellCheck={false}
        placeholder={names('namesPlaceholder')}
        value={values.pasted}
        onChange={(pasted) => set({ pasted })}
      />
      <div className={styles.found} role="status">
        {useFoundWords(found).map((line) => (
          <p key={line.text} className={line.isProblem ? textStyles.problem : undefined}>
            {line.text}
          </p>
        ))}
        {canShorten && (
          <Button size="small" onClick={() => set({ pasted: shortenAddresses(values.pasted, found) })}>
            {names('shorten')}
          </Button>
        )}
      </div>
    </>
  )
}

const shownMax = 5

/** What was read: how many names, what was left out, and which cannot be names. */
function useFoundWords(found: PastedNames): { text: string; isProblem: boolean }[] {
  const t = namesText.use()
  const some = (names: readonly string[]) =>
    names.slice(0, shownMax).join(t('comma')) + (names.length > shownMax ? '…' : '')
  const { names, duplicates, emptyLines, tooLong, unprintable } = found
  const left = [
    duplicates.length > 0 && t('duplicates', { count: duplicates.length, names: some(duplicates) }),
    emptyLines > 0 && t('emptyLines', { count: emptyLines }),
  ].filter((text) => text !== false)
  const problems = [
    tooLong.length > 0 && t('tooLong', { count: tooLong.length, names: some(tooLong) }),
    unprintable.length > 0 && t('unprintable', { count: unprintable.length }),
  ].filter((text) => text !== false)
  return [
    ...(names.length > 0 ? [{ text: t('found', { count: names.length }), isProblem: false }] : []),
    ...left.map((text) => ({ text, isProblem: false })),
    ...problems.map((text) => ({ text, isProblem: true })),
  ]
}
