import { isTextWithin } from '@turnpike/contract/bounds'
import { modelNameBounds } from '@turnpike/contract/names'
import { AutoComplete, Input, Segmented } from 'antd'
import { useRef, useState } from 'react'
import { ownTimeZone } from '../../../lib/format/own-time-zone.ts'
import { Field } from '../../fields/field.tsx'
import { InputField } from '../../fields/input-field.tsx'
import { changedKeys } from '../../form/changed-keys.ts'
import { FormDrawer } from '../../overlay/form-drawer.tsx'
import textStyles from '../../style/text.module.css'
import {
  type FullPrice,
  fullPrice,
  type LineRatios,
  lineNames,
  linesOfAmounts,
  optionOfLine,
  type PriceUnit,
  priceUnits,
} from '../price-lines.ts'
import { type Amounts, amountsOf, billingOf, isPriced, type PriceMaps } from '../price-maps.ts'
import { dollarsOfPrice, readDecimal } from '../price-math.ts'
import { draftOfTiers, type TierProblems, type TiersDraft, tierProblems, tiersOfDraft } from '../tiers/tier-draft.ts'
import { TierSection } from '../tiers/tier-section.tsx'
import { LineFields } from './line-fields.tsx'
import styles from './price-drawer.module.css'
import { drawerText } from './price-drawer.text.ts'
import { useTyping } from './use-typing.ts'

type Prices = {
  maps: PriceMaps
  quotaPerUnit: number
  set: (model: string, amounts: Amounts) => void
  /** The shipped amounts of a model, where they are known. */
  shippedOf?: (model: string) => Amounts | undefined
}

type PriceDrawerProps = {
  /** The prices that are being edited. */
  prices: Prices
  model: string
  isNew: boolean
  /** Names of models in use without a price. */
  suggestions: readonly string[]
  onDone: (model: string) => void
  onClosed: () => void
}

/** The editor of one price. It writes to the form of its page; saving the form puts the price in force. */
export function PriceDrawer({ prices, model, isNew, suggestions, onDone, onClosed }: PriceDrawerProps) {
  const t = drawerText.use()
  const { draft, isChanged, edit, typing, problems, known, apply } = usePriceDraft(prices, model, isNew)
  const [unit, setUnit] = useState<PriceUnit>('dollars')

  const closing = useRef(() => {})

  function submit() {
    const name = apply()
    if (name === undefined) return
    onDone(name)
    closing.current()
  }
  const base = fullPrice(draft.lines)
  const terms = { unit, quotaPerUnit: prices.quotaPerUnit, typing }
  return (
    <FormDrawer
      title={isNew ? t('addTitle') : t('editTitle')}
      summary={t('later')}
      windowTitle={`${t(isNew ? 'addTitle' : 'editTitle')} ${model}`.trim()}
      holdsInput={isChanged}
      startsTyping={isNew && model === ''}
      onClosed={onClosed}
      onSubmit={submit}
      formClassName={styles.fields}
      closing={closing}
      verb={isNew ? t('add') : t('apply')}
    >
      <Field label={t('name')} help={isNew && t('nameHelp')} problem={problems.model}>
        {(control) =>
          isNew ? (
            <AutoComplete
              {...control}
              className={styles.name}
              value={draft.model}
              options={suggestions.map((value) => ({ value }))}
              showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed.trim()) }}
              onChange={(value: string | undefined) => edit({ model: value ?? '' })}
            />
          ) : (
            <Input {...control} className={styles.mono} value={model} disabled />
          )
        }
      </Field>
      <div className={styles.head}>
        <Field label={t('billing')}>
          {({ id }) => (
            <Segmented<'token' | 'call'>
              id={id}
              aria-label={t('billing')}
              value={draft.billing}
              options={[
                { value: 'token', label: t('token') },
                { value: 'call', label: t('call') },
              ]}
              onChange={(billing) => edit({ billing })}
            />
          )}
        </Field>
        {draft.billing === 'token' && (
          <Field label={t('unit')}>
            {({ id }) => (
              <Segmented<PriceUnit>
                id={id}
                aria-label={t('unit')}
                value={unit}
                options={priceUnits.map((value) => ({ value, label: t(value) }))}
                onChange={(next) => {
                  typing.forgetAll() // a typed text is a number of the other unit
                  setUnit(next)
                }}
              />
            )}
          </Field>
        )}
      </div>
      {draft.billing === 'token' ? (
        <>
          <LineFields
            id="model"
            lines={draft.lines}
            known={known}
            terms={terms}
            problem={problems.input}
            onChange={(lines) => edit({ lines })}
          />
          <p className={textStyles.hint}>{t('defaults')}</p>
          {base && (
            <TierSection
              tiers={draft.tiers}
              terms={{ ...terms, base, problems: problems.tiers }}
              onChange={(tiers) => edit({ tiers })}
            />
          )}
        </>
      ) : (
        <InputField
          label={t('callPrice')}
          help={t('callPriceHelp')}
          problem={problems.call}
          className={styles.call}
          inputMode="decimal"
          prefix={<span className={textStyles.quietSmall}>$</span>}
          suffix={<span className={textStyles.quietSmall}>{t('perCall')}</span>}
          value={draft.call}
          onChange={(call) => edit({ call })}
        />
      )}
    </FormDrawer>
  )
}

type Draft = { model: string; billing: 'token' | 'call'; call: string; lines: LineRatios; tiers: TiersDraft }
type Problems = { model?: string; call?: string; input?: string; tiers: TierProblems }
const noProblems: Problems = { tiers: {} }

/** The state of the drawer: the price as it will be, the texts that are being typed, and the problems when it is applied. */
function usePriceDraft({ maps, set, shippedOf }: Prices, model: string, isNew: boolean) {
  const t = drawerText.use()
  const typing = useTyping()
  const [start] = useState<Draft>(() => {
    const amounts = amountsOf(maps, model)
    return {
      model,
      billing: billingOf(amounts),
      call: amounts.ModelPrice === undefined ? '' : dollarsOfPrice(amounts.ModelPrice),
      lines: linesOfAmounts(amounts),
      tiers: draftOfTiers(amounts.ModelTiers ?? {}, ownTimeZone()),
    }
  })
  const [draft, setDraft] = useState(start)
  const [problems, setProblems] = useState(noProblems)
  const name = draft.model.trim()

  function nameProblem(): string | undefined {
    if (!isNew) return undefined
    if (name === '') return t('nameMissing')
    if (!isTextWithin(modelNameBounds, name)) return t('nameBad')
    return isPriced(amountsOf(maps, name)) ? t('nameTaken') : undefined
  }
  function foundProblems(): Problems {
    const wrongName = nameProblem()
    const read = readDecimal(draft.call)
    const isCall = draft.billing === 'call'
    return {
      ...(wrongName && { model: wrongName }),
      ...(isCall && 'problem' in read && { call: t(read.problem) }),
      ...(!isCall && draft.lines.input === undefined && { input: t('number') }),
      tiers: isCall ? {} : tierProblems(draft.tiers),
    }
  }
  /** A price per call keeps the stored ratios, so that a switch back to tokens finds them again. */
  function amountsWanted(): Amounts {
    if (draft.billing === 'call') return { ...amountsOf(maps, name), ModelPrice: Number(readText(draft.call)) }
    const ratios = lineNames.flatMap((line) => {
      const ratio = draft.lines[line]
      return ratio === undefined ? [] : [[optionOfLine[line], ratio]]
    })
    const tiers = tiersOfDraft(draft.tiers)
    return { ...Object.fromEntries(ratios), ...(tiers && { ModelTiers: tiers }) }
  }
  const known = (): FullPrice | undefined =>
    fullPrice(linesOfAmounts(shippedOf?.(name) ?? {})) ?? fullPrice(linesOfAmounts(amountsOf(maps, name)))

  return {
    draft,
    isChanged: changedKeys(start, draft).length > 0,
    typing,
    problems,
    /** The price with which typed prices are compared. */
    known: known(),
    edit(change: Partial<Draft>) {
      setDraft((before) => ({ ...before, ...change }))
      setProblems(noProblems)
    },
    /** Writes the price into the settings form and returns the model's name; undefined when there are problems. */
    apply(): string | undefined {
      const found = foundProblems()
      setProblems(found)
      const isTyping = draft.billing === 'token' && typing.hasProblems()
      if (isTyping || Object.keys(found).length > 1 || Object.keys(found.tiers).length > 0) return undefined
      set(name, amountsWanted())
      return name
    },
  }
}

const readText = (typed: string) => {
  const read = readDecimal(typed)
  return 'text' in read ? read.text : ''
}
