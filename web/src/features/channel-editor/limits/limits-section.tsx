import { limitedRates } from '@turnpike/contract/routing/channel-limits'
import { budgetsWithoutCost } from '@turnpike/contract/routing/channel-setting'
import { limitBounds } from '@turnpike/contract/routing/limits'
import { type ReactNode, useId } from 'react'
import { isObject } from '../../../components/fields/json-problem.ts'
import { NumberField } from '../../../components/fields/number-field.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { channelHelp } from '../../../components/help/help-targets.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import styles from '../channel-editor.module.css'
import { membersOf, withMember } from '../sections/setting-member.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { channelLimitsText } from './limits-section.text.ts'

const members = ['limits', 'key_limits'] as const
// Most channels have no limits, so these parts are fetched only when they are shown.
const UsedNow = lazyPart(async () => (await import('./used-now.tsx')).UsedNow)
const ChannelBudgets = lazyPart(async () => (await import('./channel-budgets.tsx')).ChannelBudgets)

type Members = Record<string, unknown>

/** How much the channel and each of its keys may be used. Members of the extra settings, whose JSON shows them as well. */
export function LimitsSection({ form, id }: { form: ChannelForm; id: number | undefined }) {
  const t = channelLimitsText.use()
  const { values, edit } = form
  const setting = membersOf(values.setting)
  const hasProblem = form.field('setting').problem !== undefined
  const lacksCost = setting && budgetsWithoutCost(setting)
  return (
    <FormSection anchor="limits" title={t('title')} text={t('text')} help={channelHelp.limits}>
      {members.map((member) => {
        const stored = setting?.[member]
        const limits = isObject(stored) ? stored : {}
        const isDisabled = setting === undefined
        const set = (next: Members) =>
          edit({ setting: withMember(values.setting, member, Object.keys(next).length > 0 ? next : undefined) })
        return (
          <LimitGroup key={member} title={t(member)} help={t(`${member}Help`)}>
            <RateFields limits={limits} isDisabled={isDisabled} onChange={set} />
            <ChannelBudgets
              limits={limits}
              showsProblems={hasProblem}
              lacksCost={lacksCost === member}
              isDisabled={isDisabled}
              onChange={set}
            />
          </LimitGroup>
        )
      })}
      {id !== undefined && members.some((member) => setting?.[member] !== undefined) && <UsedNow id={id} />}
    </FormSection>
  )
}

function LimitGroup({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser
    <div role="group" aria-labelledby={id} className={layoutStyles.stack16}>
      <div>
        <div id={id} className={styles.limitsLabel}>
          {title}
        </div>
        <p className={styles.limitsHelp}>{help}</p>
      </div>
      {children}
    </div>
  )
}

type RateFieldsProps = { limits: Members; isDisabled: boolean; onChange: (limits: Members) => void }

function RateFields({ limits, isDisabled, onChange }: RateFieldsProps) {
  const t = channelLimitsText.use()
  return (
    <div className={layoutStyles.numberColumns}>
      {limitedRates.map((rate) => {
        const { [rate]: value, ...others } = limits
        return (
          <NumberField
            key={rate}
            label={t(rate)}
            value={typeof value === 'number' ? value : null}
            min={limitBounds[rate].min}
            max={limitBounds[rate].max}
            precision={0}
            controls={false}
            disabled={isDisabled}
            placeholder={t('none')}
            onChange={(next) => onChange(next === null ? others : { ...others, [rate]: next })}
          />
        )
      })}
    </div>
  )
}
