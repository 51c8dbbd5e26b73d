import { isNumberText, isTextWithin } from '@turnpike/contract/bounds'
import { isOptionText } from '@turnpike/contract/option-kinds'
import { type OptionsIn, options, optionsIn } from '@turnpike/contract/options'
import { isWebAddress } from '@turnpike/contract/web-address'
import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import { useOptions } from '../../../components/options/use-options.ts'
import { Callout } from '../../../components/states/callout.tsx'
import { language } from '../../../lib/browser/preferences.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { useText } from '../../../lib/text/text.ts'
import { OptionField } from '../form/fields/option-field.tsx'
import { PairOption } from '../form/fields/pair-option.tsx'
import type { OptionForm } from '../form/option-form.ts'
import { rulesText } from '../form/rules.text.ts'
import type { Rule, SettingsSection } from '../form/settings-section.ts'
import { jsonRule, useSectionOptions } from '../form/use-section-options.ts'
import { paymentText } from './payment.text.ts'
import { SectionLink } from './section-link.tsx'

export function usePaymentSection(): SettingsSection {
  const t = useText(paymentText)
  const tRule = useText(rulesText)
  const spoken = language.use()
  const serverAddress = useOptions().data?.texts.ServerAddress
  // The server stores half an address, because other clients of this family send one; this form asks for a whole one.
  const callbackRule = (text: string) => (text === '' || isWebAddress(text) ? undefined : tRule('address'))
  const ratiosRule = jsonRule((value) =>
    isOptionText(options.TopupGroupRatio, JSON.stringify(value)) ? undefined : t('ratiosShape'),
  )
  const ownRules: Partial<Record<OptionsIn<'system/payment'>, Rule>> = {
    CustomCallbackAddress: callbackRule,
    TopupGroupRatio: ratiosRule,
  }
  // The payment provider sends people back to this server: nothing about payment is saved before it has an address.
  const ruleOf =
    (name: OptionsIn<'system/payment'>): Rule =>
    (text) =>
      serverAddress === '' ? refusalText('server_address_missing', spoken) : ownRules[name]?.(text)
  const rules = Object.fromEntries(optionsIn('system/payment').map((name) => [name, ruleOf(name)]))
  return { ...useSectionOptions('system/payment', t, rules), title: t('title'), Fields: PaymentFields }
}

const currencyLabels = Object.fromEntries(
  ['usd', 'eur', 'gbp', 'cny', 'hkd', 'sgd', 'aud', 'cad'].map((code) => [code, code.toUpperCase()]),
)

const ratios = options.TopupGroupRatio

function PaymentFields({ form }: { form: OptionForm }) {
  const t = useText(paymentText)
  const spoken = language.use()
  return (
    <>
      <FormSection title={t('provider')} text={t('providerText')}>
        {form.stored.ServerAddress === '' && (
          <Callout
            tone="warning"
            title={refusalText('server_address_missing', spoken)}
            action={<SectionLink to="server-address">{t('openServer')}</SectionLink>}
          />
        )}
        <OptionField form={form} name="PayAddress" placeholder="https://pay.example.com" help={t('PayAddressHelp')} />
        <FieldPair>
          <OptionField form={form} name="EpayId" />
          <OptionField form={form} name="EpayKey" />
        </FieldPair>
        <OptionField form={form} name="CustomCallbackAddress" optional help={t('CustomCallbackAddressHelp')} />
      </FormSection>
      <FormSection title={t('stripe')} text={t('stripeText')}>
        <FieldPair>
          <OptionField form={form} name="StripeSecretKey" />
          <OptionField form={form} name="StripeWebhookSecret" help={t('StripeWebhookSecretHelp')} />
        </FieldPair>
        <FieldPair>
          <OptionField form={form} name="StripeCurrency" choiceLabels={currencyLabels} />
          <OptionField form={form} name="StripeUnitPrice" unit={t('perDollar')} help={t('PriceHelp')} />
        </FieldPair>
      </FormSection>
      <FormSection title={t('prices')} text={t('pricesText')}>
        <FieldPair>
          <OptionField form={form} name="Price" prefix="¥" unit={t('perDollar')} help={t('PriceHelp')} />
          <OptionField form={form} name="MinTopUp" prefix="$" help={t('MinTopUpHelp')} />
        </FieldPair>
        <PairOption
          form={form}
          name="TopupGroupRatio"
          shape="numbers"
          columns={{ name: t('group'), value: t('ratio') }}
          add={t('addGroup')}
          template={{ default: 1, vip: 0.8 }}
          rows={5}
          help={t('TopupGroupRatioHelp')}
          wrongCell={({ name, value }) => {
            if (!isTextWithin(ratios.name, name.trim())) return 'name'
            return isNumberText(ratios.value, value.trim()) ? undefined : 'value'
          }}
        />
      </FormSection>
    </>
  )
}
