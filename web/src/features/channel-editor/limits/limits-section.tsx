import { isRateLimits, limitedRates, type RateLimits } from '@turnpike/contract/routing/channel-limits'
import { limitBounds } from '@turnpike/contract/routing/limits'
import { useId } from 'react'
import { NumberField } from '../../../components/fields/choice-field.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { channelHelp } from '../../../components/help/help-targets.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import styles from '../channel-editor.module.css'
import { membersOf, withMember } from '../sections/setting-member.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { channelLimitsText } from './limits-section.text.ts'

const members = ['limits', 'key_limits'] as const
// Most channels have no limits, so this part is fetched only when it is shown.
const UsedNow = lazyPart(async () => (await import('./used-now.tsx')).UsedNow)

/** How much the channel and each of its keys may be used. Members of the extra settings, whose JSON shows them as well. */
export function LimitsSection({ form: { values, edit }, id }: { form: ChannelForm; id: number | undefined }) {
  const t = channelLimitsText.use()
  const setting = membersOf(values.setting)
  return (
    <FormSection title={t('title')} text={t('text')} help={channelHelp.limits}>
      {members.map((member) => {
        const stored = setting?.[member]
        return (
          <RateFields
            key={member}
            title={t(member)}
            help={t(`${member}Help`)}
            limits={isRateLimits(stored) ? stored : {}}
            isDisabled={setting === undefined}
            onChange={(limits) => edit({ setting: withMember(values.setting, member, limits) })}
          />
        )
      })}
      {id !== undefined && members.some((member) => setting?.[member] !== undefined) && <UsedNow id={id} />}
    </FormSection>
  )
}

type RateFieldsProps = {
  title: string
  help: string
  limits: RateLimits
  isDisabled: boolean
  onChange: (limits: RateLimits | undefined) => void
}

function RateFields({ title, help, limits, isDisabled, onChange }: RateFieldsProps) {
  const t = channelLimitsText.use()
  const id = useId()
  const set = (rate: keyof RateLimits, value: number | null) => {
    const { [rate]: _, ...others } = limits
    const next = value === null ? others : { ...others, [rate]: value }
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser
    <div role="group" aria-labelledby={id}>
      <div id={id} className={styles.limitsLabel}>
        {title}
      </div>
      <p className={styles.limitsHelp}>{help}</p>
      <div className={layoutStyles.numberColumns}>
        {limitedRates.map((rate) => (
          <NumberField
            key={rate}
            label={t(rate)}
            value={limits[rate] ?? null}
            min={limitBounds[rate].min}
            max={limitBounds[rate].max}
            precision={0}
            controls={false}
            disabled={isDisabled}
            placeholder={t('none')}
            onChange={(value) => set(rate, value)}
          />
        ))}
      </div>
    </div>
  )
}
