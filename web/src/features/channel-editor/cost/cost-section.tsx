import { ratioBounds } from '@turnpike/contract/quota'
import { type ChannelCost, costKinds, isChannelCost } from '@turnpike/contract/routing/channel-cost'
import { useState } from 'react'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { NumberField } from '../../../components/fields/number-field.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { channelHelp } from '../../../components/help/help-targets.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { membersOf, withMember } from '../sections/setting-member.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { costText } from './cost.text.ts'

const CostTable = lazyPart(async () => (await import('./cost-table.tsx')).CostTable)

type Kind = ChannelCost['kind'] | 'none'

/** The upstream's price. It is a member of the extra settings, whose JSON shows it as well. */
export function CostSection({ form: { values, edit } }: { form: ChannelForm }) {
  const t = costText.use()
  const members = membersOf(values.setting)
  const stored = isChannelCost(members?.cost) ? members.cost : undefined
  // A kind without a number is not a cost yet.
  const [chosen, setChosen] = useState<Kind>()
  const kind = chosen ?? stored?.kind ?? 'none'
  const set = (cost: ChannelCost | undefined) => edit({ setting: withMember(values.setting, 'cost', cost) })
  const number = (value: number | undefined, label: string, help: string, read: (value: number) => ChannelCost) => (
    <NumberField
      label={label}
      help={help}
      width="number"
      value={value ?? null}
      min={ratioBounds.min}
      max={ratioBounds.max}
      controls={false}
      onChange={(next) => set(next === null ? undefined : read(next))}
    />
  )
  return (
    <FormSection title={t('title')} text={t('text')} help={channelHelp.cost}>
      <SelectField<Kind>
        label={t('kind')}
        help={kind === 'none' ? t('noneHelp') : undefined}
        value={kind}
        disabled={members === undefined}
        options={(['none', ...costKinds] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(next) => {
          setChosen(next)
          set(undefined)
        }}
      />
      {kind === 'multiple' &&
        number(stored?.kind === kind ? stored.multiple : undefined, t('share'), t('multipleHelp'), (multiple) => ({
          kind,
          multiple,
        }))}
      {kind === 'call' &&
        number(stored?.kind === kind ? stored.price : undefined, t('perCall'), t('callHelp'), (price) => ({
          kind,
          price,
        }))}
      {kind === 'prices' && (
        <Field label={t('list')} help={t('listHelp')}>
          {() => (
            <CostTable
              prices={stored?.kind === kind ? stored.prices : {}}
              models={values.models}
              onChange={(prices) => set(Object.keys(prices).length === 0 ? undefined : { kind, prices })}
            />
          )}
        </Field>
      )}
    </FormSection>
  )
}
