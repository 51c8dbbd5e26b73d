import { maskedLiteral } from '@turnpike/contract/routing/override-headers'
import { Button, Input } from 'antd'
import { FlaskConical } from 'lucide-react'
import { Suspense } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { PairField } from '../../../components/fields/pairs/pair-field.tsx'
import { SwitchRow } from '../../../components/fields/switch-row.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { channelHelp } from '../../../components/help/help-targets.ts'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { membersOf, withMember } from '../sections/setting-member.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { BodyOverrideField } from './body-override-field.tsx'
import { wrongHeaderCell } from './header-problem.ts'
import { overridesText } from './overrides.text.ts'

const DryRunDrawer = lazyPart(async () => (await import('./dry-run/dry-run-drawer.tsx')).DryRunDrawer)

const dryRun = 'dry-run'
const headerTemplate = { 'X-Request-Id': '{client_header:X-Request-Id}' }

/** What the channel changes in the requests that it sends, and how a request looks before and after. */
export function OverridesSection({ form }: { form: ChannelForm }) {
  const { values, edit, field } = form
  const t = overridesText.use()
  // In the address, so that the list of channels can open it as well.
  const opened = useOpened()
  const problem = form.problemOf('header_override')
  return (
    <FormSection title={t('title')} text={t('text')} help={channelHelp.overrides}>
      <SystemPrompt form={form} />
      <BodyOverrideField form={form} />
      <PairField
        {...field('header_override')}
        optional
        shape="texts"
        columns={{ name: t('headerName'), value: t('headerValue') }}
        add={t('addHeader')}
        help={t('headersHelp', { key: '{api_key}', client: '{client_header:X-Request-Id}' })}
        value={values.header_override}
        template={headerTemplate}
        emptyText=""
        wrongCell={(pair) =>
          problem?.at === maskedLiteral && pair.value === maskedLiteral ? 'value' : wrongHeaderCell(pair)
        }
        onChange={(header_override) => edit({ header_override })}
      />
      <div>
        <Button
          icon={<FlaskConical />}
          onClick={() => form.passes(['setting', 'param_override', 'header_override']) && opened.open(dryRun)}
        >
          {t('dryRun')}
        </Button>
      </div>
      {opened.value === dryRun && (
        <Suspense>
          <DryRunDrawer form={form} onClosed={opened.close} />
        </Suspense>
      )}
    </FormSection>
  )
}

/** Members of the extra settings, whose JSON shows them as well. */
function SystemPrompt({ form: { values, edit } }: { form: ChannelForm }) {
  const t = overridesText.use()
  const members = membersOf(values.setting)
  const prompt = members?.system_prompt
  const isAlways = members?.system_prompt_override === true
  const set = (name: string, value: unknown) => edit({ setting: withMember(values.setting, name, value) })
  return (
    <>
      <Field label={t('prompt')} optional help={t('promptHelp')}>
        {(control) => (
          <Input.TextArea
            {...control}
            value={typeof prompt === 'string' ? prompt : ''}
            disabled={members === undefined}
            autoSize={{ minRows: 2, maxRows: 12 }}
            onChange={({ target }) => set('system_prompt', target.value === '' ? undefined : target.value)}
          />
        )}
      </Field>
      {(prompt !== undefined || isAlways) && (
        <SwitchRow
          label={t('promptAlways')}
          text={t('promptAlwaysText')}
          checked={isAlways}
          disabled={members === undefined}
          onChange={(isOn) => set('system_prompt_override', isOn || undefined)}
        />
      )}
    </>
  )
}
