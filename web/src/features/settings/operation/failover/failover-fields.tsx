import { errorActions } from '@turnpike/contract/routing/error-rules'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import styles from './failover.module.css'
import { failoverHelpText } from './failover-help.text.ts'

const example = '403 disable_key account suspended\n5xx cool_channel\n400 pass'

export function FailoverFields({ form }: { form: OptionForm }) {
  const t = useText(failoverHelpText)
  const by = form.texts.StickyBy
  return (
    <>
      <FormSection title={t('choice')} text={t('choiceText')}>
        <OptionField
          form={form}
          name="ChannelChoice"
          help={t('ChannelChoiceHelp')}
          choiceLabels={{ weight: t('weight'), latency: t('latency'), cost: t('cost') }}
        />
      </FormSection>
      <FormSection title={t('sticky')} text={t('stickyText')}>
        <OptionField
          form={form}
          name="StickyBy"
          help={t('StickyByHelp')}
          choiceLabels={{ off: t('off'), header: t('header'), prefix: t('prefix') }}
        />
        {by === 'header' && <OptionField form={form} name="StickyHeader" help={t('StickyHeaderHelp')} />}
        {by !== 'off' && <OptionField form={form} name="StickyMinutes" unit={t('minutes')} />}
      </FormSection>
      <FormSection title={t('queue')} text={t('queueText')}>
        <OptionField form={form} name="ChannelQueueSeconds" unit={t('seconds')} help={t('ChannelQueueSecondsHelp')} />
      </FormSection>
      <FormSection title={t('hedge')} text={t('hedgeText')}>
        <OptionField form={form} name="HedgeAfterMs" unit="ms" help={t('HedgeAfterMsHelp')} />
      </FormSection>
      <FormSection title={t('rules')} text={t('rulesText')}>
        <OptionField form={form} name="ErrorRules" rows={6} help={t('ErrorRulesHelp')} />
        <div className={styles.legend}>
          <p>{t('statuses')}</p>
          <ul>
            {errorActions.map((action) => (
              <li key={action}>{t(action)}</li>
            ))}
          </ul>
          <p>{t('single')}</p>
          <p>{t('example')}</p>
          <pre>{example}</pre>
        </div>
      </FormSection>
    </>
  )
}
