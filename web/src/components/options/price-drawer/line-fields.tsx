import type { ReactNode } from 'react'
import { listedPrice } from '../../../lib/format/price-text.ts'
import { InputField } from '../../fields/input-field.tsx'
import { FieldPair } from '../../form/form-section.tsx'
import textStyles from '../../style/text.module.css'
import {
  type FullPrice,
  fullPrice,
  type LineName,
  type LineRatios,
  lineDollars,
  lineRatio,
  type PriceUnit,
  tierPrice,
  typeLine,
} from '../price-lines.ts'
import { meantPrice } from '../typing-guard.ts'
import { FoldedPart } from './folded-part.tsx'
import { MeantQuestion } from './meant-question.tsx'
import { drawerText } from './price-drawer.text.ts'
import type { Typing } from './use-typing.ts'

export type LineTerms = { unit: PriceUnit; quotaPerUnit: number; typing: Typing }

type LineFieldsProps = {
  /** Begins the ids of the fields. */
  id: string
  lines: LineRatios
  /** Of a tier: the price of the model. */
  base?: FullPrice
  /** The price before, or the shipped one, with which a typed price is compared. */
  known?: FullPrice | undefined
  terms: LineTerms
  /** Of the input field. */
  problem?: string | undefined
  onChange: (lines: LineRatios) => void
}

const textPairs = [
  ['input', 'output'],
  ['cacheRead', 'cacheWrite'],
] as const
const mediaPairs = [
  ['imageInput', 'imageOutput'],
  ['audioInput', 'audioOutput'],
] as const

/** The lines of a price, in dollars or as ratios. An empty field has the default, which is shown in grey. */
export function LineFields({ id, lines, base, known, terms, problem, onChange }: LineFieldsProps) {
  const t = drawerText.use()
  const { unit, quotaPerUnit, typing } = terms
  const price = base ? tierPrice(base, lines) : fullPrice(lines)
  const shown = (of: FullPrice, line: LineName) =>
    unit === 'dollars' ? lineDollars(of, line, quotaPerUnit) : lineRatio(of, line)

  function type(line: LineName, text: string) {
    const field = `${id}.${line}`
    const { [line]: _, ...others } = lines
    if (text.trim() === '') {
      typing.type(field, { text })
      return onChange(others)
    }
    const typed = typeLine(price, line, text, unit, quotaPerUnit)
    const reference = known && Number(lineDollars(known, line, quotaPerUnit))
    const meant = unit === 'dollars' ? meantPrice(text, reference) : undefined
    typing.type(field, { text, problem: 'problem' in typed ? t(typed.problem) : undefined, meant })
    if ('ratio' in typed) onChange({ ...lines, [line]: typed.ratio })
  }

  function field(line: LineName): ReactNode {
    const name = `${id}.${line}`
    const isDollars = unit === 'dollars'
    const label = isDollars ? t(line) : t(base && line === 'input' ? 'tierRatio' : `${line}Ratio`)
    const meant = typing.questionOf(name)
    const isOwn = lines[line] !== undefined
    const now = price && shown(price, line)
    return (
      <div key={line}>
        <InputField
          label={label}
          problem={
            meant === undefined ? (typing.problemOf(name) ?? (line === 'input' ? problem : undefined)) : undefined
          }
          inputMode="decimal"
          prefix={isDollars && <span className={textStyles.quietSmall}>$</span>}
          suffix={isDollars && <span className={textStyles.quietSmall}>{t('perMillion')}</span>}
          placeholder={now && isDollars ? listedPrice(now) : now}
          value={typing.textOf(name) ?? (isOwn && now !== undefined ? now : '')}
          onChange={(text) => type(line, text)}
          onBlur={() => typing.leave(name)}
        />
        {meant !== undefined && (
          <MeantQuestion
            price={meant}
            onTake={() => type(line, meant)}
            onKeep={typing.problemOf(name) === undefined ? () => typing.forget(name) : undefined}
          />
        )}
      </div>
    )
  }
  const media = mediaPairs.flat().filter((line) => lines[line] !== undefined)
  return (
    <>
      {textPairs.map((pair) => (
        <FieldPair key={pair[0]}>{pair.map(field)}</FieldPair>
      ))}
      <FoldedPart title={t('media')} facts={media.map((line) => t(line)).join(t('and'))} isOpen={media.length > 0}>
        {mediaPairs.map((pair) => (
          <FieldPair key={pair[0]}>{pair.map(field)}</FieldPair>
        ))}
      </FoldedPart>
    </>
  )
}
