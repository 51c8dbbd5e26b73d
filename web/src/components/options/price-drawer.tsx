import { isTextWithin } from '@turnpike/contract/bounds'
import { modelNameBounds } from '@turnpike/contract/names'
import { AutoComplete, Input, Segmented } from 'antd'
import { type FormEvent, useId, useRef, useState } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import { Field } from '../fields/field.tsx'
import { InputField } from '../fields/input-field.tsx'
import { changedKeys } from '../form/changed-keys.ts'
import { FieldPair } from '../form/form-section.tsx'
import { FormDrawer } from '../overlay/form-drawer.tsx'
import textStyles from '../style/text.module.css'
import styles from './price-drawer.module.css'
import { pricingWords } from './price-drawer.text.ts'
import { type Amounts, amountsOf, billingOf, isPriced, type PriceMaps, priceWords } from './price-maps.ts'
import { dollarsOfPrice, readDecimal } from './price-math.ts'
import { fieldsOf, ratiosOf, type TokenFieldName, type TokenFields, typeField } from './token-fields.ts'

const drawerText = dictionary({
  ...priceWords,
  ...pricingWords,
  nameMissing: ['Enter the name of the model', '请输入模型名称'],
  nameTaken: ['This model already exists', '模型名称已存在'],
  addTitle: ['Add model', '添加模型'],
  editTitle: ['Edit price', '编辑价格'],
  name: ['Model name', '模型名称'],
  nameHelp: ['The name used in requests.', '请求中使用的名称。'],
  inputField: ['Input', '输入'],
  outputField: ['Output', '输出'],
  perMillion: ['/ 1M tokens', '/ 1M Token'],
  perCall: ['/ call', '/ 次'],
  apply: ['Apply', '应用'],
  later: ['Takes effect when you save.', '保存价格后生效。'],
})

type Prices = { maps: PriceMaps; quotaPerUnit: number; set: (model: string, amounts: Amounts) => void }

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
  const { draft, isChanged, edit, typeToken, problems, apply } = usePriceDraft(prices, model, isNew)

  const id = useId()
  const closing = useRef(() => {})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const name = apply()
    if (name === undefined) {
      requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    onDone(name)
    closing.current()
  }
  const amount = (name: TokenFieldName, label: string, money: boolean) => (
    <InputField
      label={label}
      problem={problems[name]}
      inputMode="decimal"
      prefix={money && <span className={textStyles.quietSmall}>$</span>}
      suffix={money && <span className={textStyles.quietSmall}>{t('perMillion')}</span>}
      value={draft.fields[name]}
      onChange={(text) => typeToken(name, text)}
    />
  )
  return (
    <FormDrawer
      title={isNew ? t('addTitle') : t('editTitle')}
      summary={t('later')}
      windowTitle={`${t(isNew ? 'addTitle' : 'editTitle')} ${model}`.trim()}
      holdsInput={isChanged}
      startsTyping={isNew && model === ''}
      onClosed={onClosed}
      form={id}
      closing={closing}
      verb={isNew ? t('add') : t('apply')}
    >
      <form id={id} className={styles.fields} onSubmit={submit} noValidate>
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
        {draft.billing === 'token' ? (
          <>
            <FieldPair>
              {amount('input', t('inputField'), true)}
              {amount('output', t('outputField'), true)}
            </FieldPair>
            <FieldPair>
              {amount('ratio', t('ratio'), false)}
              {amount('completion', t('completion'), false)}
            </FieldPair>
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
      </form>
    </FormDrawer>
  )
}

type Draft = { model: string; billing: 'token' | 'call'; fields: TokenFields; call: string }
type Problems = Partial<Record<'model' | 'call' | TokenFieldName, string>>

/** The state of the drawer: the typed values, the values computed from them, and the problems when they are applied. */
function usePriceDraft({ maps, quotaPerUnit, set }: Prices, model: string, isNew: boolean) {
  const t = drawerText.use()
  const [start] = useState<Draft>(() => {
    const amounts = amountsOf(maps, model)
    return {
      model,
      billing: billingOf(amounts),
      fields: fieldsOf(amounts.ModelRatio, amounts.CompletionRatio ?? 1, quotaPerUnit),
      call: amounts.ModelPrice === undefined ? '' : dollarsOfPrice(amounts.ModelPrice),
    }
  })
  const [draft, setDraft] = useState(start)
  const [problems, setProblems] = useState<Problems>({})
  const name = draft.model.trim()

  function nameProblem(): string | undefined {
    if (!isNew) return undefined
    if (name === '') return t('nameMissing')
    if (!isTextWithin(modelNameBounds, name)) return t('nameBad')
    return isPriced(amountsOf(maps, name)) ? t('nameTaken') : undefined
  }
  function priceProblems(): Problems {
    if (draft.billing === 'call') {
      const read = readDecimal(draft.call)
      return 'problem' in read ? { call: t(read.problem) } : {}
    }
    const wrong = (['input', 'output', 'ratio', 'completion'] as const).filter((each) => problems[each])
    if (wrong.length > 0) return Object.fromEntries(wrong.map((each) => [each, problems[each]]))
    return ratiosOf(draft.fields) ? {} : { input: t('number') }
  }
  /** A price per call keeps the stored ratio, so that a switch back to tokens finds it again. */
  function amountsWanted(): Amounts {
    const now = amountsOf(maps, name)
    if (draft.billing === 'call') {
      const read = readDecimal(draft.call)
      return 'text' in read ? { ...now, ModelPrice: Number(read.text) } : now
    }
    const ratios = ratiosOf(draft.fields)
    return ratios ? { ModelRatio: ratios.ratio, CompletionRatio: ratios.completion } : now
  }

  return {
    draft,
    isChanged: changedKeys(start, draft).length > 0,
    problems,
    edit(change: Partial<Draft>) {
      setDraft((before) => ({ ...before, ...change }))
      setProblems(({ model: _, call: __, ...others }) => others)
    },
    typeToken(field: TokenFieldName, text: string) {
      const { fields, problem } = typeField(draft.fields, field, text, quotaPerUnit)
      setDraft({ ...draft, fields })
      setProblems(problem ? { [field]: t(problem) } : {})
    },
    /** Writes the price into the settings form and returns the model's name; undefined when there are problems. */
    apply(): string | undefined {
      const found: Problems = { ...priceProblems() }
      const wrongName = nameProblem()
      if (wrongName) found.model = wrongName
      setProblems(found)
      if (Object.keys(found).length > 0) return undefined
      set(name, amountsWanted())
      return name
    },
  }
}
