import { errorText } from '@turnpike/contract/errors'
import { isRatio } from '@turnpike/contract/quota'
import { Alert } from 'antd'
import { isObject } from '../../../components/fields/json-problem.ts'
import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import { language } from '../../../lib/browser/preferences.ts'
import { useText } from '../../../lib/text/text.ts'
import { JsonOption } from '../form/fields/json-option.tsx'
import { NumberOption } from '../form/fields/number-option.tsx'
import { SecretOption } from '../form/fields/secret-option.tsx'
import type { SettingsSection } from '../form/settings-section.ts'
import type { OptionForm } from '../form/use-option-form.ts'
import { useOptions } from '../form/use-options.ts'
import { type Rule, useRules } from '../form/use-rules.ts'
import { paymentText } from './payment.text.ts'
import { PlainOption } from './plain-option.tsx'
import { SectionLink } from './section-link.tsx'

const minimumMax = 1_000_000

const areRatios = (value: unknown) =>
  isObject(value) && Object.values(value).every((ratio) => typeof ratio === 'number' && isRatio(ratio))

export function usePaymentSection(): SettingsSection {
  const t = useText(paymentText)
  const spoken = language.use()
  const rules = useRules()
  const serverAddress = useOptions().data?.texts.ServerAddress
  /** Who has paid must find the way back: nothing about payment is saved before this server has an address. */
  const afterAddress =
    (rule: Rule = () => undefined): Rule =>
    (text) =>
      serverAddress === '' ? errorText('server_address_missing', spoken) : rule(text)

  const ratios = (value: unknown) => (areRatios(value) ? undefined : t('ratiosShape'))
  return {
    id: 'payment',
    title: t('title'),
    options: {
      PayAddress: { label: t('address'), rule: afterAddress(rules.address()) },
      EpayId: { label: t('merchant'), rule: afterAddress() },
      EpayKey: { label: t('key'), rule: afterAddress() },
      CustomCallbackAddress: { label: t('callback'), rule: afterAddress(rules.address()) },
      Price: { label: t('price'), rule: afterAddress(rules.decimal()) },
      MinTopUp: { label: t('minimum'), rule: afterAddress(rules.whole({ max: minimumMax })) },
      TopupGroupRatio: { label: t('ratios'), rule: afterAddress(rules.json(t('ratios'), ratios)) },
    },
    Fields: PaymentFields,
  }
}

function PaymentFields({ form }: { form: OptionForm }) {
  const t = useText(paymentText)
  const spoken = language.use()
  return (
    <>
      <FormSection title={t('provider')} text={t('providerText')}>
        {form.stored.ServerAddress === '' && (
          <Alert
            type="warning"
            showIcon
            title={errorText('server_address_missing', spoken)}
            action={<SectionLink to="server-address">{t('openServer')}</SectionLink>}
          />
        )}
        <PlainOption form={form} name="PayAddress" placeholder="https://pay.example.com" help={t('addressHelp')} />
        <FieldPair>
          <PlainOption form={form} name="EpayId" />
          <SecretOption form={form} name="EpayKey" />
        </FieldPair>
        <PlainOption form={form} name="CustomCallbackAddress" optional help={t('callbackHelp')} />
      </FormSection>
      <FormSection title={t('prices')} text={t('pricesText')}>
        <FieldPair>
          <NumberOption form={form} name="Price" prefix="¥" unit={t('perDollar')} help={t('priceHelp')} />
          <NumberOption form={form} name="MinTopUp" prefix="$" whole help={t('minimumHelp')} />
        </FieldPair>
        <JsonOption
          form={form}
          name="TopupGroupRatio"
          template={{ default: 1, vip: 0.8 }}
          rows={5}
          help={t('ratiosHelp')}
        />
      </FormSection>
    </>
  )
}
