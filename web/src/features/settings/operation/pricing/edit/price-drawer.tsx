import { AutoComplete, Button, Input, Segmented } from 'antd'
import { type FormEvent, useId, useRef } from 'react'
import { Field } from '../../../../../components/fields/field.tsx'
import { FieldPair } from '../../../../../components/form/form-section.tsx'
import { SideDrawer } from '../../../../../components/overlay/side-drawer.tsx'
import { useText } from '../../../../../lib/text/text.ts'
import { pricingText } from '../pricing.text.ts'
import type { Prices } from '../use-prices.ts'
import styles from './price-drawer.module.css'
import { drawerText } from './price-drawer.text.ts'
import type { TokenFieldName } from './token-fields.ts'
import { usePriceDraft } from './use-price-draft.ts'

type PriceDrawerProps = {
  prices: Prices
  model: string
  isNew: boolean
  /** Names of models in use without a price. */
  suggestions: readonly string[]
  onDone: (model: string) => void
  onClosed: () => void
}

/** The editor of one price. It writes to the settings form; saving the form puts the price in force. */
export function PriceDrawer({ prices, model, isNew, suggestions, onDone, onClosed }: PriceDrawerProps) {
  const t = useText(pricingText)
  const tDrawer = useText(drawerText)
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
    <Field label={label} problem={problems[name]}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          prefix={money && <span className={styles.unit}>$</span>}
          suffix={money && <span className={styles.unit}>{tDrawer('perMillion')}</span>}
          value={draft.fields[name]}
          onChange={(event) => typeToken(name, event.target.value)}
        />
      )}
    </Field>
  )
  return (
    <SideDrawer
      title={isNew ? tDrawer('addTitle') : tDrawer('editTitle')}
      summary={tDrawer('later')}
      windowTitle={`${tDrawer(isNew ? 'addTitle' : 'editTitle')} ${model}`.trim()}
      holdsInput={isChanged}
      startsTyping={isNew && model === ''}
      onClosed={onClosed}
      buttons={({ close, cancel }) => {
        closing.current = close
        return (
          <>
            <Button onClick={cancel}>{tDrawer('cancel')}</Button>
            <Button type="primary" htmlType="submit" form={id}>
              {isNew ? t('add') : tDrawer('apply')}
            </Button>
          </>
        )
      }}
    >
      <form id={id} className={styles.fields} onSubmit={submit} noValidate>
        <Field label={tDrawer('name')} help={isNew && tDrawer('nameHelp')} problem={problems.model}>
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
              {amount('input', tDrawer('inputField'), true)}
              {amount('output', tDrawer('outputField'), true)}
            </FieldPair>
            <FieldPair>
              {amount('ratio', t('ratio'), false)}
              {amount('completion', t('completion'), false)}
            </FieldPair>
          </>
        ) : (
          <Field label={t('ModelPrice')} help={t('modelPriceHelp')} problem={problems.call}>
            {(control) => (
              <Input
                {...control}
                className={styles.call}
                inputMode="decimal"
                autoComplete="off"
                prefix={<span className={styles.unit}>$</span>}
                suffix={<span className={styles.unit}>{t('perCall')}</span>}
                value={draft.call}
                onChange={(event) => edit({ call: event.target.value })}
              />
            )}
          </Field>
        )}
      </form>
    </SideDrawer>
  )
}
